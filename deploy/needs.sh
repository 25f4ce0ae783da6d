#!/bin/sh
# needs.sh [--root] WHAT PACKAGE...: makes sure that the Debian packages for WHAT are installed before it starts.
# As root it installs missing ones, otherwise it names them; with --root, WHAT itself must run as root.
set -eu

stop() {
    echo "$what needs $1" >&2
    exit 1
}

root=
if [ "$1" = --root ]; then
    root=1
    shift
fi
what=$1
shift
[ -z "$root" ] || [ "$(id -u)" = 0 ] || stop "root (it makes whole Debian systems): sudo $what"
command -v dpkg-query > /dev/null || stop "Debian, or these tools from elsewhere: $*"
missing=
for package in "$@"; do
    case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true) in
        installed) ;;
        *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0
[ "$(id -u)" = 0 ] || stop "these packages: sudo apt-get install$missing"
echo "$what needs these packages, installing them now:$missing"
apt-get update -qq || echo "apt-get update failed; trying anyway" >&2
# shellcheck disable=SC2086 # a word each
DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing > /dev/null \
    || stop "packages that could not be installed:$missing"
