#!/bin/bash
# The drivers on a real kernel: boots Debian's stock one in QEMU and runs tests/kernel/check.py in it. See README.md.
# Wants Debian 12, root for apt, and no KVM. `kernel.sh PYTHON [WORDS FOR check.py]`
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
project=$(readlink -f "$here/../..")
python=$(realpath -s "$1")
shift
cache=$project/build/kernel
apt="apt-get -qq -o DPkg::Lock::Timeout=300"

fetch() { # the kernel, and gpio-sim, which Debian's does not have, as a module for it
    $apt update
    version=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: linux-image-\(.*\)/\1/p' | head -1)
    $apt install -y --no-install-recommends qemu-system-x86 busybox-static kmod cpio xz-utils gcc libc6-dev make \
        "linux-headers-$version" >/dev/null
    mkdir -p "$cache/module"
    cd "$cache"
    rm -f ./*.deb
    $apt download "linux-image-$version" linux-source-6.1
    dpkg-deb -x linux-image-*.deb root
    dpkg-deb --fsys-tarfile linux-source-6.1_*.deb | tar xO ./usr/src/linux-source-6.1.tar.xz |
        tar xJ -C module --transform 's|.*/||' linux-source-6.1/drivers/gpio/gpio-sim.c \
            linux-source-6.1/drivers/gpio/gpiolib.h linux-source-6.1/kernel/irq/irq_sim.c
    # the former is not exported to modules
    sed -i 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' module/irq_sim.c
    rm ./*.deb
    echo "$version" >version
}

build() { # the modules, the hand that moves contacts, and a memory disk with busybox to start from
    version=$(cat "$cache/version")
    cp "$here"/module/* "$cache/module/"
    make -s -C "/usr/src/linux-headers-$version" M="$cache/module" modules
    gcc -O2 -Wall -static -o "$cache/hand" "$here/hand.c"
    disk=$(mktemp -d)
    mkdir -p "$disk"/{bin,dev,proc,sys,modules}
    cp /bin/busybox "$disk/bin/"
    install "$here/init" "$disk/init"
    depmod -b "$cache/root" "$version"
    for module in 9pnet_virtio virtio_pci 9p configfs i2c-dev dummy_hcd libcomposite usb_f_acm cdc-acm; do
        modprobe -d "$cache/root" -S "$version" --show-depends "$module"
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
        cp "$file" "$disk/modules/"
        basename "$file" >>"$disk/modules/order"
    done
    cp "$cache"/module/{gpio-sim-deb,arkbox}.ko "$disk/modules/"
    printf 'gpio-sim-deb.ko\narkbox.ko\n' >>"$disk/modules/order"
    strip -d "$disk"/modules/*.ko
    (cd "$disk" && find . | cpio -o -H newc --quiet | gzip -1) >"$cache/initrd.gz"
    rm -rf "$disk"
}

boot() { # the guest sees this machine's files, read-only, and runs this command
    timeout 1200 qemu-system-x86_64 -accel tcg,thread=single -icount shift=2 -cpu max -m 1024 -smp 1 -nographic -no-reboot -nodefaults \
        -serial stdio -kernel "$cache/root/boot/vmlinuz-$(cat "$cache/version")" -initrd "$cache/initrd.gz" \
        -append "console=ttyS0 quiet panic=-1 tsc=reliable project=$project python=$python words=$(IFS=,; echo "$*")" \
        -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap </dev/null
}

[ -e "$cache/version" ] || fetch
[ -e "$cache/initrd.gz" ] && [ -z "$(find "$here" -newer "$cache/initrd.gz" ! -name '*.py' ! -name '*.md' -type f)" ] || build
boot "$@" | tee "$cache/log"
grep -q 'all is well' "$cache/log"
