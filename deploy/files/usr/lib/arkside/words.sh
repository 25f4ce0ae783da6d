# Shared by the scripts that root runs; read with `.` by a script that lies beside it
# shellcheck shell=sh

here=${0%/*}
notes=${ARKSIDE_NOTES:-/run/arkside}
cache=${ARKSIDE_CACHE:-/var/cache/arkside}

# note NAME TEXT: leave a note for the service
note() {
    /usr/bin/python3 -I "$here/notes.py" put "$1" "$2"
}

# drop_note NAME
drop_note() {
    /usr/bin/python3 -I "$here/notes.py" drop "$1"
}

# take_request NAME: print a request of the service and remove it; fails if there is none
take_request() {
    /usr/bin/python3 -I "$here/notes.py" take "$1"
}

say() {
    printf 'arkside: %s\n' "$*"
}

# plain FILE: whether it is a file and no link to one
plain() {
    [ -f "$1" ] && [ ! -L "$1" ]
}
