#!/bin/bash
# Our arm64 package on an emulated Raspberry Pi 3 B with Debian's own kernel. See README.md.
# Needs Debian, root, mmdebstrap, dtc, cpio and kmod; no KVM. `pi.sh PYTHON PACKAGE.deb`
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
project=$(readlink -f "$here/../..")
python=$(realpath -s "$1")
package=$(realpath "$2")
cache=$project/build/pi

fetch() { # QEMU 10 for this computer (that of Debian 12 has no model of the Pi's I2C), kernel and Python for the Pi
    # shellcheck disable=SC2016 # apt expands this itself
    mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Component: main' | grep -m 1 -v security) \
        || mirror=http://deb.debian.org/debian
    # only unpacked: no program of these packages has to run while they are fetched
    for root in qemu:amd64:qemu-system-arm guest:arm64:python3,busybox-static,linux-image-arm64; do
        IFS=: read -r name architecture packages <<<"$root"
        [ "$name" = guest ] || architecture=$(dpkg --print-architecture)
        [ -d "$cache/$name" ] && continue
        rm -rf --one-file-system "$cache/$name.new" # one that was broken off
        mmdebstrap --quiet --variant=extract --architectures="$architecture" --skip=check/qemu \
            --aptopt='Apt::Install-Recommends false' --include="base-files,libc6,$packages" trixie "$cache/$name.new" "$mirror"
        mv "$cache/$name.new" "$cache/$name"
    done
}

describe_board() { # Debian's device tree of a Pi 3 B, with what Raspberry Pi's firmware would add
    tree=$1
    cp "$cache"/guest/usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb "$tree"
    fdtput -t s "$tree" /soc/spi@7e204000 status okay
    fdtput -d "$tree" /soc/spi@7e204000 dmas dma-names # QEMU does not serve DMA for SPI, and the driver would wait for ever
    fdtput -p -t s "$tree" /soc/spi@7e204000/spidev@0 compatible rohm,dh2228fv # one of the names that spidev binds to
    fdtput -t i "$tree" /soc/spi@7e204000/spidev@0 reg 0
    fdtput -t i "$tree" /soc/spi@7e204000/spidev@0 spi-max-frequency 10000000
    fdtput -p -t x "$tree" /system linux,revision a02082 # a Pi 3 B, for gpiozero
    # what the firmware reads from the identity chip of our board, here one for the build `race`
    fdtput -p -t s "$tree" /hat vendor Arkside
    fdtput -t s "$tree" /hat product 'Arkside carrier board'
    fdtput -t s "$tree" /hat product_id 0x0003
    fdtput -t s "$tree" /hat uuid 7e1dd6f0-5f3a-4c35-9d0e-1a2b3c4d5e6f
}

pack() { # everything that runs in the guest, as one memory disk
    disk=$cache/disk
    rm -rf --one-file-system "$disk" # one that was broken off
    mkdir "$disk"
    tar -C "$cache/guest" -c --exclude='./usr/lib/linux-image*' --exclude=./usr/lib/modules --exclude=./usr/share --exclude=./boot . |
        tar -C "$disk" -x
    dpkg-deb --fsys-tarfile "$package" | tar -C "$disk" -x --exclude='./usr/lib/arkside/cp311*'
    version=$(basename "$cache"/guest/usr/lib/modules/*)
    depmod -b "$cache/guest" "$version"
    mkdir "$disk/modules"
    for module in i2c-bcm2835 i2c-dev spi-bcm2835 cdc-acm; do # the last for the kind of device that a pod is
        modprobe -d "$cache/guest" -S "$version" --show-depends "$module"
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
        cp "$file" "$disk/modules/"
        basename "$file" >>"$disk/modules/order"
    done
    install "$here/init" "$disk/init"
    cp "$here/check.py" "$disk/root/"
    (cd "$disk" && find . | cpio -o -H newc --quiet) >"$cache/qemu/pi/initrd"
    rm -rf --one-file-system "$disk"
}

boot() { # an EEPROM answers at the address of the first screen; QEMU writes down every byte that goes over the bus
    cp "$cache"/guest/boot/vmlinuz-* "$cache/qemu/pi/vmlinuz"
    truncate -s 65536 "$cache/qemu/pi/eeprom"
    exec timeout 5400 chroot "$cache/qemu" /usr/bin/qemu-system-aarch64 -machine raspi3b -nographic -no-reboot -monitor none \
        -serial null -serial stdio -kernel /pi/vmlinuz -initrd /pi/initrd -dtb /pi/board.dtb \
        -append 'console=ttyS1,115200 quiet panic=-1 rdinit=/init' \
        -drive if=none,id=screen,file=/pi/eeprom,format=raw -device at24c-eeprom,bus=i2c-bus.1,address=0x3c,rom-size=65536,drive=screen,writable=off \
        -trace i2c_event -trace i2c_send -D /pi/wire </dev/null
}

mkdir -p "$cache"
fetch
mkdir -p "$cache/qemu/pi"
describe_board "$cache/qemu/pi/board.dtb"
pack
: >"$cache/log"
boot >>"$cache/log" 2>&1 &
booted=$!
trap 'kill $booted 2>/dev/null || true' EXIT
until grep -q 'the check ended' "$cache/log" || ! kill -0 $booted 2>/dev/null; do sleep 1; done
cat "$cache/log"
grep -q 'all is well' "$cache/log"
cd "$project" && "$python" -m tests.pi.wire "$cache/qemu/pi/wire"
