#!/bin/sh
# sign.sh PACKAGE...: writes PACKAGE.minisig beside each; the trusted comment says what it was signed as.
# The secret key is named by SECRET_KEY; further words for minisign, such as -W for a key without password, by MINISIGN.
set -eu
for package in "$@"; do
    signature=$package.minisig
    # one that is older than the package belongs to another build
    [ -z "$(find "$signature" -newer "$package" 2> /dev/null)" ] || continue
    comment="arkside $(dpkg-deb -f "$package" Version) $(dpkg-deb -f "$package" Architecture)"
    # shellcheck disable=SC2086 # a word each
    minisign -S ${MINISIGN:-} -s "$SECRET_KEY" -t "$comment" -x "$signature" -m "$package"
done
