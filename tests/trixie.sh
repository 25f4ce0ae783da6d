#!/bin/sh
# trixie.sh [COMMAND]: `make test` on the Python 3.13 of current Raspberry Pi OS, in a Debian trixie of its own, or another command there.
# Needs root, mmdebstrap and systemd-container. The root (1.6 GB) and its .venv are kept in build/trixie; only the project's files are copied anew.
set -eu
cd "$(dirname "$0")/.."
root=build/trixie
inside=/srv/arkside

if [ ! -d "$root" ]; then
    # shellcheck disable=SC2016 # apt expands this itself
    # where this computer itself gets Debian's packages from
    mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Component: main' | grep -m 1 -v security) \
        || mirror=http://deb.debian.org/debian
    mkdir -p build
    rm -rf --one-file-system "$root.new" # one that was broken off
    # a compiler for what has no wheel; the browser and Node for the page and the firmware; the rest for the tests of deploy/
    mmdebstrap --quiet --variant=apt --aptopt='Apt::Install-Recommends false' \
        --include=ca-certificates,chromium,chromium-driver,dosfstools,gcc,git,libc6-dev,make,mtools,nodejs,npm,python3-dev,python3-venv,shellcheck \
        trixie "$root.new" "$mirror"
    mv "$root.new" "$root"
fi

mkdir -p "$root$inside"
find "$root$inside" -mindepth 1 -maxdepth 1 ! -name .venv -exec rm -rf {} +
git ls-files -co --exclude-standard -z | tar --create --null --ignore-failed-read --files-from=- | tar --extract --directory="$root$inside"

# pip, npm and git inside use what this computer uses: its network, its trusted certificates and its settings for them
set -- "${*:-make test}"
passed=$(env | sed -n 's/^\(PIP_[A-Z_]*\|SSL_CERT_FILE\|NODE_EXTRA_CA_CERTS\|[a-z]*_proxy\)=.*/--setenv=\1/p')
began=$(date +%s)
# shellcheck disable=SC2086 # a word each
systemd-nspawn --quiet --directory="$root" --register=no --keep-unit --pipe --resolv-conf=replace-host --bind-ro=/etc/ssl/certs \
    $passed --setenv=HOME=/root --setenv=LC_ALL=C.UTF-8 --chdir="$inside" \
    /bin/sh -c "git init --quiet && python3 --version && $1" || code=$?
echo "$1 on trixie: $(($(date +%s) - began)) s"
exit "${code:-0}"
