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

# is_regular_file FILE: succeeds for a file that is not a link
is_regular_file() {
    [ -f "$1" ] && [ ! -L "$1" ]
}

# read_field FILE NAME: print one field of a package; nothing if the package is unreadable
read_field() {
    dpkg-deb -f "$1" "$2" 2> /dev/null || true
}

# installed_version: print the version of Arkside; nothing unless it is completely installed
installed_version() {
    case $(dpkg-query -W -f '${db:Status-Status} ${Version}' arkside 2> /dev/null || true) in
        "installed "*) dpkg-query -W -f '${Version}' arkside ;;
        *) ;;
    esac
}

# copy_in FILE COPY: copy at most the largest package size. Only the copy is checked and installed: nobody but root can change it
copy_in() {
    rm -f "$2"
    (umask 077 && head -c $((largest + 1)) "$1" > "$2")
}

# find_fault FILE [unsigned]: print the problem of a package in one word; nothing if it is signed with a trusted key
# (its signature is FILE.minisig), complete, and made for this computer. The signature is checked before the file is read.
find_fault() {
    if ! is_regular_file "$1" || [ "$(stat -c %s "$1")" -gt "$largest" ]; then
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
        if [ "$comment" != "arkside $(read_field "$1" Version) $(read_field "$1" Architecture)" ]; then
            echo not-signed
            return
        fi
    fi
    if [ "$(read_field "$1" Package)" != arkside ] || [ -z "$(read_field "$1" Version)" ]; then
        echo not-arkside
        return
    fi
    case $(read_field "$1" Architecture) in
        "$(dpkg --print-architecture)" | all) ;;
        *)
            echo other-computer
            return
            ;;
    esac
    # reads the archive to its end: a stick pulled out too early leaves a file whose beginning looks right
    dpkg-deb --fsys-tarfile "$1" 2> /dev/null > /dev/null || echo damaged
}
