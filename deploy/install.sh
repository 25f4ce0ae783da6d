#!/bin/sh
# From a clone onto a Raspberry Pi: builds the Debian package of this clone and installs it.
# Run it again whenever something seems wrong: it mends what it finds and never touches /var/lib/arkside.
#
#   sudo deploy/install.sh               install, update or mend
#   sudo deploy/install.sh --dry-run     only say what would be done
#   sudo deploy/install.sh --uninstall   take it away again; matches, settings and boxes stay
set -eu

cd "$(dirname "$0")/.."
dry=
what=install
for word in "$@"; do
    case $word in
        --dry-run) dry=1 ;;
        --uninstall) what=uninstall ;;
        -h | --help)
            sed -n '2,7s/^# \{0,1\}//p' deploy/install.sh
            exit 0
            ;;
        *)
            echo "install.sh: unknown option $word (see install.sh --help)" >&2
            exit 2
            ;;
    esac
done

do_it() {
    echo "+ $*"
    [ -n "$dry" ] || "$@"
}

stop() {
    echo "install.sh: $1" >&2
    exit 1
}

for tool in apt-get dpkg git systemctl; do
    command -v "$tool" > /dev/null || stop "$tool is missing: this needs Raspberry Pi OS or Debian, bookworm or trixie"
done
arch=$(dpkg --print-architecture)
case $arch in
    arm64 | amd64) ;;
    *) stop "this is a system for $arch; write the 64-bit Raspberry Pi OS to the card instead" ;;
esac
[ -n "$dry" ] || [ "$(id -u)" = 0 ] || stop "this needs root: sudo deploy/install.sh"

if [ "$what" = uninstall ]; then
    do_it apt-get remove -y arkside
    echo "Arkside is gone; its data are in /var/lib/arkside (sudo apt-get purge arkside takes them too)"
    exit 0
fi

version=$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' companion/__init__.py)
package=build/deb/arkside_${version}_$arch.deb
python3 -c 'import venv, ensurepip' 2> /dev/null || do_it apt-get install -y python3-venv
do_it python3 -m venv build/deb-venv
do_it build/deb-venv/bin/python deploy/package.py --arch "$arch"
# what is there is repaired: the same version is unpacked again, units that were switched off or masked come back
do_it apt-get install -y --reinstall --allow-downgrades "./$package"
do_it systemctl unmask arkside.service
do_it systemctl enable arkside.service arkside-portal.socket arkside-heal.service arkside-requests.path arkside-backup.timer arkside-network.timer
do_it rm -f /run/arkside/starts
do_it systemctl reset-failed 'arkside*'
do_it systemctl restart arkside-requests.path arkside-backup.timer arkside-network.timer arkside-portal.socket arkside.service
if [ -z "$dry" ]; then
    systemctl --no-pager --lines=0 status arkside.service
    if [ -e /boot/firmware/config.txt ] && [ ! -e /dev/i2c-1 ]; then
        echo "The screens need one restart of the Pi: sudo reboot"
    fi
fi
