#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Keeps one program in a display of its own at the summit: written into the display's directory and started detached by app.sh,
# it starts a VNC server and the program in it, and ends both together. Its locks (8: it lives, 6: it is starting) come from
# app.sh, and nobody else may hold them.
#
#   BASE DIRECTORY GROUP [KEY=VALUE...] -- N SERVER-ARGUMENT... COMMAND...
base=$1 dir=$2 group=$3
shift 3
one_name=''
if command -v one_keys >/dev/null 2>&1; then
    one_keys "$@"
fi
umask 077
set -f
# shellcheck disable=SC2034 # some are read by the eval below
title='' command='' width=1024 height=768 depth=24 class='' linger=1800 site='' desk='' fonts='' id=$$
while [ "$1" != -- ]; do
    # shellcheck disable=SC2034 # likewise
    case $1 in
    title=*) title=${1#*=} ;;
    server=*) command=${1#*=} ;;
    width=*) width=${1#*=} ;;
    height=*) height=${1#*=} ;;
    depth=*) depth=${1#*=} ;;
    class=*) class=${1#*=} ;;
    linger=*) linger=${1#*=} ;;
    site=*) site=${1#*=} ;;
    desk=*) desk=${1#*=} ;;
    font=*) fonts="$fonts${1#*=}|" ;;
    xrm=*) printf '%s\n' "${1#*=}" >>"$dir/resources" ;;
    esac
    shift
done
count=$2
shift 2

# over WORDS: the last word, into the place kept for it.
over() { printf '%s\n' "$*" 1<>"$dir/exit"; }
note() { printf 'nightdesk: %s\n' "$*" >>"$dir/out"; }
started() {
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
    # shellcheck disable=SC2086 # into fields
    set -- ${stat##*) }
    echo "${20}"
}
# runs PROCESS: a child of ours; one that has ended may wait for us to hear of it.
runs() {
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
    case ${stat##*) } in
    Z*) return 1 ;;
    esac
}
remember() { printf '%s %s %s %s\n' "$boot" "$1" "$2" "$(started "$2")" >>"$dir/processes"; }

# kept: our keeper lives, and it is still its display that has this directory. Asked before it is sent a signal by its number.
kept() { read -r now <"$dir/keeper" && [ "$now" = $$ ] && ! flock -n -s "$dir/alive" true; }

# tidy: the lock and the directory go with the last display. Who waits for the lock sees that it is gone, and makes another.
tidy() {
    # shellcheck disable=SC3013 # each sh of Linux has it
    { true 9>>"$base/.lock" && exec 9>>"$base/.lock"; } 2>/dev/null && flock -n 9 && [ /proc/self/fd/9 -ef "$base/.lock" ] || return 0
    [ -n "$(find "$base" ! -path "$base" ! -name .lock -print 2>/dev/null | head -n 1)" ] || {
        rm -f "$base/.lock"
        rmdir "$base" 2>/dev/null
    }
    exec 9>&-
}

# finish: the server ends, and the directory goes. Who opens the display from now on starts another.
finish() {
    exec 9>"$base/.lock"
    tries=0
    until flock -n 9 || [ $tries -ge 100 ]; do
        tries=$((tries + 1))
        sleep 0.05
    done
    gone=$base/.gone.$$
    mv "$dir" "$gone" || gone=$dir
    exec 9>&-
    for process in $guard $viewer $server; do
        kill -TERM "$process" 2>/dev/null
    done
    tries=0
    while [ -n "$server" ] && kill -0 "$server" 2>/dev/null && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.02
    done
    if [ -n "$server" ]; then
        kill -KILL "$server" 2>/dev/null
        # What a server that was killed leaves behind; somebody else may have the number by now.
        lockfile=/tmp/.X$number-lock
        holder=0
        # shellcheck disable=SC3067 # all have it; a stranger's file may be a pipe
        [ ! -f "$lockfile" ] || [ -h "$lockfile" ] || [ ! -O "$lockfile" ] || read -r holder 2>/dev/null <"$lockfile"
        [ "${holder:-0}" -ne "$server" ] || rm -f "$lockfile" "/tmp/.X11-unix/X$number"
    fi
    rm -rf "$gone"
    [ -z "$one_name" ] || one_withdraw
    tidy
    exit 0
}
# words FILE: the last ones in it.
words() { tail -n 20 "$dir/$1" 2>/dev/null | tr '\n\t' '  ' | tail -c 300; }
give_up() {
    over "fail $*"
    finish
}

server='' viewer='' guard='' up='' asked='' number=0
trap 'asked=1' TERM
trap 'up=1' USR1
trap : HUP INT USR2
read -r boot </proc/sys/kernel/random/boot_id

# Before anything is started. It is this process's claim, and ends with it.
if [ -n "$one_name" ]; then
    # shellcheck disable=SC2034 # of claim.sh
    one_socket=$dir/rfb
    # shellcheck disable=SC2034 # likewise; this desk's own that ends may take 5 s for it before it is killed
    one_patience=120
    one_take >"$dir/told" || give_up occupied
fi

# The cookie never stands in an argument or the environment: printf is the shell's own.
cookie=$(od -An -v -to1 -N16 /dev/urandom | tr -d '\n')
escaped=''
for byte in $cookie; do
    escaped="$escaped\\$byte"
done
[ ${#escaped} -eq 64 ] || give_up tool od
# FamilyWild, no address, no number, so that it is right whatever the host is called.
# shellcheck disable=SC2059 # the bytes are the format
printf "\377\377\000\000\000\000\000\022MIT-MAGIC-COOKIE-1\000\020$escaped" >"$dir/xauth" 2>/dev/null || give_up disk "$base"

PATH=$PATH:/usr/local/bin:/usr/bin:/usr/libexec:/opt/TigerVNC/bin
if [ -z "$class" ]; then
    wanted=${command:-Xtigervnc Xvnc Xvnc4}
    binary=''
    for word in $wanted; do
        binary=$(command -v "$word") && break
    done
    [ -n "$binary" ] || give_up noserver "$wanted"
else
    # What VNC servers do not offer, 8-bit colour maps above all.
    binary=$(command -v Xvfb) || give_up visual Xvfb x11vnc
    command -v x11vnc >/dev/null || give_up visual Xvfb x11vnc
fi

mode=384
[ -z "$group" ] || mode=432
args=''
i=1
while [ $i -le "$count" ]; do
    args="$args \"\${$i}\""
    i=$((i + 1))
done
rfb=$dir/rfb
xsocket=''
# shellcheck disable=SC2016 # for the eval below
options='-auth "$dir/xauth" -nolisten tcp -noreset'
if [ -z "$class" ]; then
    options="$options -geometry \"\${width}x\$height\" -depth \"\$depth\" -rfbport -1 -rfbunixpath \"\$rfb\" -rfbunixmode $mode -SecurityTypes None"
    options="$options -AlwaysShared -IdleTimeout 0 -MaxDisconnectionTime \"\$linger\" -desktop \"\$title\" $args"
else
    options="$options -screen 0 \"\${width}x\${height}x\$depth\" -cc \"\$class\""
fi
# A server tells its parent by USR1 that it is ready if it finds USR1 ignored.
is_up() { [ -n "$up" ] || [ -S "$rfb" ]; }

# taken: whether somebody has the number. Who listens at its abstract name alone is told the cookie by X programs: they try that first.
taken() {
    [ -e "/tmp/.X$number-lock" ] || [ -e "/tmp/.X11-unix/X$number" ] || grep -qs "@/tmp/.X11-unix/X$number\$" /proc/net/unix
}

# Numbers far from those that desktops have: one of these started later must find its own free.
number=$((200 + $$ % 700))
tries=0
while :; do
    tries=$((tries + 1))
    number=$((number + 1))
    while taken; do
        number=$((number + 1))
    done
    up=''
    (
        exec 6>&- 8>&-
        trap '' USR1
        eval "exec \"\$binary\" \":\$number\" $options"
    ) >"$dir/server" 2>&1 &
    server=$!
    # In case the signal gets lost: a program of the facility may stand before the server.
    (
        exec 6>&- 8>&-
        turns=0
        while [ $turns -lt 60 ]; do
            sleep 0.25
            turns=$((turns + 1))
            kill -USR2 $$ || exit
        done
    ) >/dev/null 2>&1 &
    alarm=$!
    turns=0
    until is_up || [ $turns -ge 60 ] || [ -n "$asked" ]; do
        wait "$server"
        status=$?
        kill -0 "$server" 2>/dev/null || break
        turns=$((turns + 1))
    done
    kill "$alarm"
    kill -0 "$server" 2>/dev/null && break
    server=''
    rm -f "$rfb"
    # Another took the number at the same moment.
    if ! grep -q already "$dir/server" || [ $tries -ge 20 ]; then
        give_up server "$status" "$(words server)"
    fi
done
[ -z "$asked" ] || { over 'exit 143' && finish; }
is_up || give_up slow "$binary"
DISPLAY=:$number XAUTHORITY=$dir/xauth
export DISPLAY XAUTHORITY

if [ -n "$class" ]; then
    (
        exec 6>&- 8>&-
        # Nothing else keeps both of its ports shut. One that naps when nothing moves sees changed colors up to 0.3 s late; without naps an
        # idle one still took 1 % of a core (2026-11-26).
        eval "exec x11vnc -display :\$number -unixsock \"\$rfb\" -rfbport 0 -rfbportv6 0 -no6 -localhost -norc -nopw -forever -shared" \
            "-flashcmap -nonap -quiet -desktop \"\$title\" $args"
    ) >"$dir/viewer" 2>&1 &
    viewer=$!
    turns=0
    until [ -S "$rfb" ]; do
        if [ $turns -ge 300 ] || ! kill -0 "$viewer" 2>/dev/null; then
            give_up server 1 "$(words viewer)"
        fi
        turns=$((turns + 1))
        sleep 0.05
    done
    chmod "$([ -n "$group" ] && echo 0660 || echo 0600)" "$rfb"
fi
: >"$dir/processes"
remember server "$server"
[ -z "$viewer" ] || remember viewer "$viewer"
[ -z "$group" ] || chgrp "$group" "$rfb" || give_up group "$group"

unset NIGHTDESK_DISPLAY WAYLAND_DISPLAY SSH_TTY

resizes=1
[ -z "$class" ] || resizes=0
xsocket=/tmp/.X11-unix/X$number
[ -S "$xsocket" ] || xsocket=''
if ! {
    echo "id $id$boot"
    printf 'socket %s\n' "$rfb"
    [ -z "$xsocket" ] || echo "xsocket $xsocket"
    echo "display $number"
    # shellcheck disable=SC2086 # without the blanks
    printf 'cookie %s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s\n' $cookie
    echo 'manager 0'
    echo "resize $resizes"
    echo "since $(date +%s)"
    printf 'desk %s\nsite %s\n' "$desk" "$site" # a backslash is one, whatever echo makes of it
    [ -z "$one_name" ] || echo "unseen ${one_blind:-nothing}"
} 2>/dev/null >"$dir/info"; then
    : >"$dir/info"
    give_up disk "$base"
fi
# connections: of X programs to the display. Those of this host come by the abstract socket, where there is one; the console's own
# comes by the other. Where there is none, a stranger may listen at its name later.
at=''
grep -q " 01 *[0-9]* @/tmp/.X11-unix/X$number\$" /proc/net/unix && at=@
connections() { grep -c " 03 *[0-9]* $at/tmp/.X11-unix/X$number\$" /proc/net/unix; }
others=$(connections)

# Now those who wait are told: the way to the picture is made while the program starts.
exec 6>&-

while [ -n "$fonts" ]; do
    path=${fonts%%|*}
    fonts=${fonts#*|}
    xset fp+ "$path" >/dev/null 2>&1 || note "no X fonts were found at $path"
done
if [ -s "$dir/resources" ]; then
    XENVIRONMENT=$dir/resources
    export XENVIRONMENT
    xrdb -nocpp -merge "$dir/resources" >/dev/null 2>&1 || note 'xrdb is not installed: only Xt programs use the X resources'
fi

# pump: keeps the last of what the program says, some megabytes at most, whatever it writes. A full disk must not end it.
pump() {
    # "3+509 records in": fewer than that, and it was the end.
    while records=$(LC_ALL=C dd bs=4096 count=512 2>&1 >>"$dir/out" | sed -n 's/ records in$//p') && [ $((${records:-0})) -eq 512 ]; do
        echo $(($(cat "$dir/before") + $(wc -c <"$dir/out"))) >"$dir/before"
        # Those who follow it look five times a second.
        sleep 0.5
        cp "$dir/out" "$dir/out.1"
        : >"$dir/out"
    done
    cat >/dev/null
    : >"$dir/drained"
}
# The program is told by name, its exit code by a file and a signal; again and again, since a shell that is about to wait does
# not notice the first. Whether the keeper is there still is asked of its lock: its number may be a stranger's by now.
{
    exec 6>&- 8>&-
    shift "$count"
    umask "$MASK"
    unset MASK
    # shellcheck disable=SC2016 # for the inner shell
    NIGHTDESK_APP=${dir##*/}/$id$boot setsid sh -c 'exec "$@"' sh "$@" </dev/null &
    prog=$!
    umask 077
    remember program $prog
    echo $prog >"$dir/program"
    exec >/dev/null 2>&1
    wait $prog
    echo $? >"$dir/code"
    while kept; do
        kill -USR2 $$
        sleep 0.5
    done
} 2>&1 | (
    exec 6>&- 8>&-
    pump
) &

# guard: does for x11vnc what VNC servers do themselves. It ends the display when nobody has watched for long enough, and tells
# when x11vnc is gone.
guard() {
    pause=$((linger > 10 ? 5 : 1))
    misses=0
    last=$(date +%s)
    while sleep $pause && kept; do
        now=$(date +%s)
        sockets=$(grep " $rfb\$" /proc/net/unix)
        case $sockets in
        *' 03 '*) last=$now ;;
        *' 01 '*) [ $((now - last)) -lt "$linger" ] || { : >"$dir/lingered" && kill -TERM $$; } ;;
        *)
            # One look alone may miss a line while others come and go.
            misses=$((misses + 1))
            [ $misses -lt 3 ] || { : >"$dir/unserved" && kill -USR2 $$; }
            continue
            ;;
        esac
        misses=0
    done
}
if [ -n "$viewer" ]; then
    (
        exec 6>&- 8>&-
        guard
    ) >/dev/null 2>&1 &
    guard=$!
fi

# marked: whether anything runs that the program started.
marked() { (set +f && grep -qsF "NIGHTDESK_APP=${dir##*/}/$id$boot" /proc/[0-9]*/environ); }
# clients: whether X programs are in the display. Where the console's own connection cannot be told from theirs, one of them
# must be seen as well.
clients() {
    [ "$(connections)" -gt "$others" ] || return
    [ -n "$at" ] || marked
}
# lives_on: a starter has done its work and what it started is in the background. That needs a moment to show itself.
lives_on() {
    turns=0
    until clients; do
        marked && [ $turns -lt 10 ] || return
        turns=$((turns + 1))
        sleep 0.2
    done
}

code=''
until [ -n "$asked" ]; do
    wait "$server"
    status=$?
    [ ! -e "$dir/unserved" ] || break
    if read -r code 2>/dev/null <"$dir/code"; then
        while [ "$code" = 0 ] && [ -z "$asked" ] && kill -0 "$server" 2>/dev/null && lives_on; do
            sleep 1
        done
        break
    fi
    kill -0 "$server" 2>/dev/null || break
done

# A server that goes closes the connections first: the program's end is heard of before its own.
turns=0
while [ "${code:-0}" != 0 ] && runs "$server" && [ $turns -lt 10 ]; do
    turns=$((turns + 1))
    sleep 0.02
done
why='exit'
if [ -e "$dir/lingered" ]; then
    why=linger
elif [ -e "$dir/unserved" ]; then
    why='server 1'
elif ! runs "$server"; then
    # Its program's end may have been heard of first, and nothing may come in between now.
    trap '' HUP USR1 USR2 TERM
    wait "$server"
    heard=$?
    [ $heard -eq 127 ] || status=$heard
    # A server that nobody watched for long enough ends by itself.
    [ "$status" -eq 0 ] && [ -z "$class" ] && why=linger || why="server $status"
    server=''
fi
# Who opens the display from now on waits for its end.
true >"$dir/ending"
# What is left of the program ends; it has 5 s for it.
if read -r prog 2>/dev/null <"$dir/program" && { [ -z "$code" ] || [ -n "$asked" ]; }; then
    kill -TERM "-$prog" 2>/dev/null
    turns=0
    until [ -s "$dir/code" ] || [ $turns -ge 100 ]; do
        turns=$((turns + 1))
        [ $turns -ne 50 ] || kill -KILL "-$prog" 2>/dev/null
        sleep 0.1
    done
    read -r code 2>/dev/null <"$dir/code"
fi
turns=0
until [ -e "$dir/drained" ] || [ $turns -ge 25 ]; do
    turns=$((turns + 1))
    sleep 0.02
done
case $why in
server*) over "$why" "$(words server)" ;;
linger) over linger ;;
*) over "exit ${code:-143}" ;;
esac
finish
