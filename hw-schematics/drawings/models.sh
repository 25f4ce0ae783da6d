#!/bin/sh
# models.sh FOLDER LIST: add the 3D models that the file LIST names to the KiCad root in FOLDER. Needs root.
# The whole library is 4.7 GB; only the few files that the board uses are unpacked.
set -eu

folder=$1
list=$2
cp /etc/resolv.conf "$folder/etc/resolv.conf"
# the root names a default release that apt knows only after its first update
chroot "$folder" apt-get -qq -o APT::Default-Release= update
chroot "$folder" sh -c 'cd /tmp && apt-get -qq -o APT::Sandbox::User=root download kicad-packages3d/bookworm-backports'
dpkg-deb --fsys-tarfile "$folder"/tmp/kicad-packages3d_*.deb | tar --extract --directory "$folder" --files-from "$list"
rm -f "$folder"/tmp/kicad-packages3d_*.deb
