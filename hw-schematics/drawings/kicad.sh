#!/bin/sh
# kicad.sh FOLDER: KiCad 9 in a Debian root of its own, so that it changes nothing of this computer. Needs root and mmdebstrap.
# bookworm's own KiCad is 6; 9 is in its backports.
set -eu

folder=$1
if [ "$(id -u)" != 0 ]; then
    echo "make drawing-tools needs root to make a root for KiCad 9; or install KiCad 9 yourself, so that kicad-cli is on the path" >&2
    exit 1
fi
# shellcheck disable=SC2016 # apt expands this itself
# where this computer itself gets Debian's packages from
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Component: main' | grep -m 1 -v security) \
    || mirror=http://deb.debian.org/debian
mkdir -p "$(dirname "$folder")"
rm -rf --one-file-system "$folder.new" # one that was broken off
mmdebstrap --quiet --variant=apt --include=kicad --aptopt='Apt::Install-Recommends false' \
    --aptopt='APT::Default-Release bookworm-backports' bookworm "$folder.new" \
    "deb $mirror bookworm main" "deb $mirror bookworm-backports main"
# only a whole one has the name by which the drawings find it
rm -rf "$folder"
mv "$folder.new" "$folder"
