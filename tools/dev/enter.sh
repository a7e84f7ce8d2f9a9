# shellcheck shell=sh disable=SC2154 # house, root and cache_dir are ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Goes into the Debian 13 root. As root: a private mount namespace, bind mounts, pivot_root. As an ordinary user: the
# same with bubblewrap. Processes, network and System V IPC (MIT-SHM of X needs it) stay those of this system, and so
# does the caller's uid; directories that are bound have the same path inside.

# What of the caller's environment is kept; the rest (compilers' and interpreters' settings of this system, its
# LD_LIBRARY_PATH and the like) would speak of files that are not there.
kept_variables='HOME USER LOGNAME TERM COLORTERM NO_COLOR TZ LANGUAGE CI
DISPLAY XAUTHORITY WAYLAND_DISPLAY XDG_SESSION_TYPE XDG_CURRENT_DESKTOP XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK
XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
http_proxy https_proxy no_proxy
QT_QPA_PLATFORM QT_SCALE_FACTOR QT_LOGGING_RULES QT_DEBUG_PLUGINS
CCACHE_DIR CCACHE_BASEDIR CCACHE_NOHASHDIR CTEST_OUTPUT_ON_FAILURE
ASAN_OPTIONS LSAN_OPTIONS TSAN_OPTIONS UBSAN_OPTIONS
NIGHTDESK_TEST_SOURCE_DIR NIGHTDESK_TEST_BUILD_DIR NIGHTDESK_BUILD_DIR NIGHTDESK_WORKER'

# write_if_new FILE: standard input becomes the file, in one step, if it differs (two ./dev may start at once).
write_if_new() {
    cat >"$1.new.$$"
    if cmp -s "$1.new.$$" "$1"; then
        rm -f "$1.new.$$"
    else
        mv -f "$1.new.$$" "$1"
    fi
}

# Accounts: the root's own system accounts (sshd needs its user), people and root from this system, the caller even
# where a directory service knows him and no file does. A login shell that is not in there becomes bash.
write_accounts() {
    { getent passwd "$(id -u)"; getent passwd; } 2>/dev/null | awk -F : -v OFS=: -v uid="$(id -u)" -v shells="$(root_shells)" '
        ($3 == 0 || $3 == uid || $3 >= 1000) && $3 != 65534 && !seen[$1]++ {
            if (index(" " shells " ", " " $7 " ") == 0) $7 = "/bin/bash"
            print
        }' >"$root/etc/passwd.host.$$"
    awk -F : '!seen[$1]++' "$root/etc/passwd.host.$$" "$root/etc/passwd.debian" | write_if_new "$root/etc/passwd"
    rm -f "$root/etc/passwd.host.$$"
    { getent group "$(id -g)"; getent group; } 2>/dev/null | awk -F : -v gid="$(id -g)" '
        ($3 == gid || $3 >= 1000) && $3 != 65534 && !seen[$1]++' >"$root/etc/group.host.$$"
    awk -F : '!seen[$1]++' "$root/etc/group.host.$$" "$root/etc/group.debian" | write_if_new "$root/etc/group"
    rm -f "$root/etc/group.host.$$"
}

root_shells() {
    for shell in /bin/sh /bin/bash /bin/dash /bin/zsh /usr/bin/zsh /bin/tcsh /usr/bin/tcsh /bin/csh /usr/bin/fish /usr/sbin/nologin /bin/false; do
        if [ -e "$root$shell" ] || [ -L "$root$shell" ]; then
            printf '%s ' "$shell"
        fi
    done
}

# The time zone: Qt reads its name from where the link points, so a link stays a link.
write_localtime() {
    if [ -L /etc/localtime ]; then
        if [ "$(readlink /etc/localtime)" != "$(readlink "$root/etc/localtime")" ]; then
            ln -sfn "$(readlink /etc/localtime)" "$root/etc/localtime"
        fi
    elif [ -f /etc/localtime ]; then
        rm -f "$root/etc/localtime"
        cp /etc/localtime "$root/etc/localtime"
    fi
}

# is_shared PATH: whether a directory that is bound holds it.
is_shared() {
    while read -r shared_dir; do
        case $1/ in
        "$shared_dir"/*) return 0 ;;
        esac
    done <<END
$shared
END
    return 1
}

# share PATH: PATH is to be the same inside, unless that is so already or it is part of the system.
share() {
    case $1 in
    / | /usr | /usr/bin | /usr/lib | /etc | /bin | /sbin | /lib | /var | /run | /proc | /sys | /dev | /nonexistent) return 0 ;;
    esac
    if [ ! -e "$1" ] || is_shared "$1"; then
        return 0
    fi
    shared="$shared
$1"
    binds="$binds
$1	$1"
}

# share_as SOURCE TARGET: for what lies elsewhere inside.
share_as() {
    [ ! -e "$1" ] || binds="$binds
$1	$2"
}

collect_binds() {
    shared=/proc
    binds=''
    share "${HOME:-/}"
    share /tmp
    share "$house"
    share "$cache_dir"
    share "${XDG_RUNTIME_DIR:-/run/user/$(id -u)}"
    if [ -n "${TMPDIR:-}" ]; then
        share "$TMPDIR"
    fi
    if [ -n "${XAUTHORITY:-}" ]; then
        share "$(realpath -- "$XAUTHORITY" 2>/dev/null || printf /)"
    fi
    # A linked worktree's history lies in the main checkout.
    if [ -f "$house/.git" ]; then
        history=$(sed -n 's/^gitdir: //p' "$house/.git")
        share "${history%/worktrees/*}"
    fi
    share_as /etc/resolv.conf /etc/resolv.conf
    share_as /etc/hosts /etc/hosts
    share_as /etc/machine-id /etc/machine-id
    # This system's fonts stand beside the root's own; tests do without, to see the same fonts everywhere.
    if [ "${1:-}" = fonts ]; then
        share_as /usr/share/fonts /usr/local/share/fonts/host
    fi
}

# enter WORD COMMAND...: becomes COMMAND inside the root. WORD decides whether this system's fonts come along.
enter() {
    for_word=$1
    shift
    write_accounts
    write_localtime
    touch -c "$root/etc/nightdesk-root" # in use: see remove_old_roots
    case $for_word in
    run | demo | shell) collect_binds fonts ;;
    *) collect_binds ;;
    esac
    cwd=$(pwd -P)
    is_shared "$cwd" || cwd=$house
    set -- NIGHTDESK_INSIDE="${root##*/}" NIGHTDESK_CACHE="$cache_dir" LANG=C.UTF-8 LC_ALL=C.UTF-8 SHELL=/bin/bash \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
    for name in $kept_variables; do
        eval "value=\${$name-}"
        # shellcheck disable=SC2154 # set by the eval
        if [ -n "$value" ]; then
            set -- "$name=$value" "$@"
        fi
    done
    set -- /usr/bin/env -i --chdir="$cwd" "$@"
    if [ "$(id -u)" = 0 ]; then
        NIGHTDESK_BINDS=$binds exec unshare --mount --propagation private -- /bin/sh "$house/tools/dev/mount.sh" "$root" "$@"
    fi
    set -- -- "$@"
    while IFS='	' read -r source target; do
        [ -z "$source" ] || set -- --bind "$source" "$target" "$@"
    done <<END
$binds
END
    exec bwrap --bind "$root" / --dev-bind /dev /dev --bind /proc /proc --bind /sys /sys "$@"
}
