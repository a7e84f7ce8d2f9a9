#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: NIGHTDESK_BINDS=LIST mount.sh ROOT COMMAND...
# Runs as root in a mount namespace of its own: binds what LIST names (source, tab, target: one a line) into ROOT, makes
# ROOT the root and becomes COMMAND. Nothing stays mounted when the last process of it has ended.
set -eu

root=$1
shift

# pivot_root wants a mount point, and programs in a plain chroot may not make user namespaces.
mount --bind "$root" "$root"
while IFS='	' read -r source target; do
    if [ -z "$source" ]; then
        continue
    fi
    if [ -d "$source" ]; then
        mkdir -p "$root$target"
    elif [ ! -e "$root$target" ]; then
        mkdir -p "$(dirname "$root$target")"
        : >"$root$target"
    fi
    mount --rbind "$source" "$root$target"
done <<END
$NIGHTDESK_BINDS
END
for tree in proc sys dev; do
    mount --rbind "/$tree" "$root/$tree"
done

cd "$root"
if pivot_root . mnt 2>/dev/null; then
    umount -l /mnt
    exec "$@"
fi
# The root of an initramfs cannot be pivoted away.
exec chroot . "$@"
