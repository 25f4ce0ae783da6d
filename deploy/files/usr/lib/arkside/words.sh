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

# field FILE NAME: one field of a package; nothing if it cannot be read
field() {
    dpkg-deb -f "$1" "$2" 2> /dev/null || true
}

# installed_version: of the Arkside that is installed; nothing if it is not installed as a whole
installed_version() {
    case $(dpkg-query -W -f '${db:Status-Status} ${Version}' arkside 2> /dev/null || true) in
        "installed "*) dpkg-query -W -f '${Version}' arkside ;;
        *) ;;
    esac
}

# find_fault FILE: print in one word what is wrong with a package; nothing if it is whole and made for this computer
find_fault() {
    if ! plain "$1" || [ "$(field "$1" Package)" != arkside ] || [ -z "$(field "$1" Version)" ]; then
        echo not-arkside
        return
    fi
    case $(field "$1" Architecture) in
        "$(dpkg --print-architecture)" | all) ;;
        *)
            echo other-computer
            return
            ;;
    esac
    # reads the archive to its end: a stick pulled out too early leaves a file whose beginning looks right
    dpkg-deb --fsys-tarfile "$1" 2> /dev/null > /dev/null || echo damaged
}
