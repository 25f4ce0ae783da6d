#!/bin/sh
# needs.sh [--root] WHAT PACKAGE...: sees to it that WHAT has the Debian packages it needs, before it has cost anybody time.
# They are installed if that is allowed, and named if not; --root says that WHAT itself can only be done as root.
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
[ "$(id -u)" = 0 ] || stop "packages that are not there: sudo apt-get install$missing"
echo "$what needs packages that are not there; installing:$missing"
apt-get update -qq || echo "apt-get update was not content; trying all the same" >&2
# shellcheck disable=SC2086 # a word each
DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing > /dev/null \
    || stop "packages that could not be installed:$missing"
