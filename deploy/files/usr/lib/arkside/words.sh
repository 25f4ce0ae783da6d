# Shared by the scripts that root runs; read with `.` by a script that lies beside it
# shellcheck shell=sh

here=${0%/*}
notes=${ARKSIDE_NOTES:-/run/arkside}
cache=${ARKSIDE_CACHE:-/var/cache/arkside}
keys=${ARKSIDE_KEYS:-/usr/share/arkside/keys}
largest=104857600 # bytes of a package; ours have a seventh of that

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

# copy_in FILE COPY: copy no more than a package can have; what is checked and installed is the copy, which only root can reach
copy_in() {
    rm -f "$2"
    (umask 077 && head -c $((largest + 1)) "$1" > "$2")
}

# find_fault FILE [unsigned]: print in one word what is wrong with a package; nothing if it is signed by somebody we trust
# (its signature is FILE.minisig), whole, and made for this computer. Nothing of a file is read before its signature was.
find_fault() {
    if ! plain "$1" || [ "$(stat -c %s "$1")" -gt "$largest" ]; then
        echo not-arkside
        return
    fi
    if [ "${2:-}" != unsigned ]; then
        signed=0
        comment=$(/usr/bin/python3 -I "$here/signature.py" "$1" "$1.minisig" "$keys") || signed=$?
        case $signed in
            0) ;;
            3) echo damaged && return ;;
            *) echo not-signed && return ;;
        esac
        # the signature names what it was given for, so that it cannot stand for another version
        if [ "$comment" != "arkside $(field "$1" Version) $(field "$1" Architecture)" ]; then
            echo not-signed
            return
        fi
    fi
    if [ "$(field "$1" Package)" != arkside ] || [ -z "$(field "$1" Version)" ]; then
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
