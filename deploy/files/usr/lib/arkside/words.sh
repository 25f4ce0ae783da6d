# What the scripts of root's side share; read with `.`
# shellcheck shell=sh

notes=${ARKSIDE_NOTES:-/run/arkside}
cache=${ARKSIDE_CACHE:-/var/cache/arkside}

# note NAME TEXT: leave word for the service. Its folder is the service's own, so nothing there may be written through:
# a file is made where only root can, and renamed over whatever is there.
note() {
    made=$(mktemp /run/.arkside-note.XXXXXX)
    printf '%s\n' "$2" > "$made"
    chmod 0640 "$made"
    chown root:arkside "$made"
    mv -fT "$made" "$notes/$1"
}

say() {
    printf 'arkside: %s\n' "$*"
}

# plain FILE: whether it is a file and no link to one
plain() {
    [ -f "$1" ] && [ ! -L "$1" ]
}
