#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs at the summit, given to "sh -c" over ssh: nothing is installed there. One program in a display of its own (vnc-app) is
# started, joined or ended; docs/developer/design/x-programs-virtual.md tells the whole.
#
#   VERB PREFIX NAME GROUP SEEN RUN CLAIM [KEY=VALUE...] -- N SERVER-ARGUMENT... COMMAND...
#
# VERB: open (start it, or join the one that runs), watch (join it only), stop (with one=, only what desk= started). PREFIX-UID is the directory of all of an
# account's displays. GROUP: empty, or the one whose members may join. SEEN: "ID COUNT", how much of the output of which
# display is known already. RUN: the text of apprun.sh, which keeps the display. CLAIM: that of claim.sh for what may run only
# once, else empty.
#
# What it says on its standard output is a line for each fact; what the program says goes to the standard error. Comments and
# indentation are taken out before it is sent.
verb=$1 prefix=$2 name=$3 group=$4 seen=$5 run=$6 claim=$7
shift 7
one_name=''
[ -z "$claim" ] || {
    eval "$claim"
    one_keys "$@"
}
only='' desk=''
for word; do
    case $word in
    --) break ;;
    one=*) only=1 ;;
    desk=*) desk=${word#*=} ;;
    esac
done

say() { printf '%s\n' "$*"; }
fail() {
    say "fail $*"
    exit 1
}

# occupied: somebody else has the program. one_gate knows who.
occupied() {
    one_say
    say occupied
    exit 0
}

# started PID: when, in ticks since the host's own start. A number alone may be a stranger's by now.
started() {
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
    # shellcheck disable=SC2086 # into fields
    set -- ${stat##*) }
    [ "$1" = Z ] || echo "${20}"
}

session() {
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
    # shellcheck disable=SC2086 # into fields
    set -- ${stat##*) }
    echo "$4"
}

# alive DIRECTORY: its keeper is there, for the kernel takes its lock back, however it ends.
alive() { [ -e "$1/alive" ] && ! flock -n -s "$1/alive" true; }

# each SIGNAL FILE: sends it to those of the file's processes that are the same still; false if there were none.
each() {
    some=1
    while read -r boot kind pid start; do
        if [ "$boot" = "$thisboot" ] && [ -n "$start" ] && [ "$(started "$pid")" = "$start" ]; then
            some=0
            [ "$kind" != program ] || kill "-$1" "-$pid" 2>/dev/null
            kill "-$1" "$pid" 2>/dev/null
        fi
    done <"$2"
    return $some
}

# survives DIRECTORY: the keeper died, and the program, or what it put into the background, did not. It is in one_c_*.
survives() {
    read -r thisboot </proc/sys/kernel/random/boot_id
    while read -r boot kind program start; do
        if [ "$boot" = "$thisboot" ] && [ "$kind" = program ] && [ -n "$start" ]; then
            one_c_process=$program one_c_began=$start
            [ "$(started "$program")" != "$start" ] || return 0
            for left in $(set +f && grep -lsF "NIGHTDESK_APP=${1##*/}/" /proc/[0-9]*/environ); do
                one_c_process=${left%/environ}
                one_c_process=${one_c_process#/proc/}
                one_c_began=$(started "$one_c_process")
                [ -z "$one_c_began" ] || [ "$(session "$one_c_process")" != "$program" ] || return 0
            done
        fi
    done 2>/dev/null <"$1/processes"
    return 1
}

# clear DIRECTORY: the keeper died without a word. What it kept ends, and the directory goes.
clear() {
    read -r thisboot </proc/sys/kernel/random/boot_id
    if [ -e "$1/processes" ] && each TERM "$1/processes"; then
        tries=0
        while [ $tries -lt 20 ] && each 0 "$1/processes"; do
            sleep 0.1
            tries=$((tries + 1))
        done
        each KILL "$1/processes"
    fi
    # A server that was killed leaves its lock and its socket behind.
    number=$(sed -n 's/^display \([0-9]*\)$/\1/p' "$1/info" 2>/dev/null)
    lockfile=/tmp/.X$number-lock
    holder=0
    # shellcheck disable=SC3067 # all have it; a stranger's file may be a pipe
    [ ! -f "$lockfile" ] || [ -h "$lockfile" ] || [ ! -O "$lockfile" ] || read -r holder 2>/dev/null <"$lockfile"
    if [ -n "$number" ] && grep -q " server $holder " "$1/processes" 2>/dev/null && [ -z "$(started "$holder")" ]; then
        rm -f "$lockfile" "/tmp/.X11-unix/X$number"
    fi
    rm -rf "$1"
}

say 'nightdesk-app 1'
mask=$(umask)
umask 077
set -f
for tool in setsid flock tail mkdir; do
    command -v $tool >/dev/null || fail tool $tool
done
[ -r /proc/self/stat ] || fail tool /proc
case $name in
'' | .* | *[!A-Za-z0-9._~-]*) fail name ;;
esac

# The directory is ours alone: /tmp is everybody's, and whoever comes first may have made it.
base=$prefix-$(id -u)${group:+.$group}
own_base() {
    mkdir "$base" 2>/dev/null || [ -e "$base" ] || [ -L "$base" ] || fail disk "$base"
    # shellcheck disable=SC2012,SC2046 # no other program tells this everywhere; into words
    owner=$(set -- $(LC_ALL=C ls -ldn "$base") && echo "$3 $1")
    case $owner in
    "$(id -u) d"*) ;;
    *) fail foreign "$base" ;;
    esac
    if [ -n "$group" ]; then
        { chgrp "$group" "$base" && chmod 0710 "$base"; } 2>/dev/null || fail group "$group"
    else
        case $owner in
        *' drwx------'*) ;;
        *) fail open "$base" ;;
        esac
    fi
}
# Where nothing is there is nothing to end, and nothing to leave behind.
[ "$verb" != stop ] || [ -e "$base" ] || exit 0
own_base
dir=$base/$name

# One at a time looks and starts. The last keeper removes the lock and the directory: a lock that is not there any more is nobody's.
lock() {
    tries=0
    # First by true: what exec cannot open ends the shell.
    # shellcheck disable=SC3013 # each sh of Linux has it
    until { true 9>>"$base/.lock" && exec 9>>"$base/.lock"; } 2>/dev/null && flock -n 9 && [ /proc/self/fd/9 -ef "$base/.lock" ]; do
        [ $tries -lt 200 ] || fail busy "$base"
        tries=$((tries + 1))
        [ -d "$base" ] || own_base
        { true >>"$base/.lock"; } 2>/dev/null || [ ! -d "$base" ] || fail disk "$base"
        sleep 0.05
    done
}
lock

# What keepers that were killed did not get away.
set +f
for left in "$base"/.gone.*; do
    [ ! -d "$left" ] || alive "$left" || rm -rf "$left"
done
set -f

if [ "$verb" = stop ]; then
    read -r keeper 2>/dev/null <"$dir/keeper" || exit 0
    if [ -n "$only" ]; then
        { read -r starter 2>/dev/null <"$dir/desk" && [ "$starter" = "$desk" ]; } || fail other
    fi
    ! alive "$dir" || true >"$dir/ending"
    exec 9>&-
    tries=0
    while alive "$dir" && read -r now 2>/dev/null <"$dir/keeper" && [ "$now" = "$keeper" ]; do
        [ $tries -lt 150 ] || exit 1
        # Again and again: a shell that is about to wait does not notice the first.
        [ $((tries % 10)) -ne 0 ] || kill -TERM "$keeper" 2>/dev/null
        tries=$((tries + 1))
        sleep 0.1
    done
    exit 0
fi

# Another desk or account may have it.
if [ "$verb" = open ] && [ -n "$one_name" ] && ! one_gate; then
    exec 9>&-
    occupied
fi

# One that is about to end is not joined any more: the next is started when it is gone, for which it needs the lock.
waits=0
while [ "$verb" = open ] && [ -e "$dir/ending" ] && alive "$dir" && [ $waits -lt 120 ]; do
    exec 9>&-
    sleep 0.1
    waits=$((waits + 1))
    lock
done

joined=1
if ! alive "$dir"; then
    [ "$verb" = open ] || fail gone
    # What may run only once is not killed, whoever started it: it runs on without a claim.
    if [ -n "$one_name" ] && survives "$dir"; then
        exec 9>&-
        # shellcheck disable=SC2034 # of claim.sh
        one_c_kind=outside one_gated=1
        occupied
    fi
    [ ! -e "$dir" ] || clear "$dir"
    joined=0
    mkdir "$dir" 2>/dev/null || fail disk "$base"
    [ -z "$group" ] || { chgrp "$group" "$dir" && chmod 0710 "$dir"; } || fail group "$group"
    # A place for the last word, so that a full disk does not swallow it.
    if ! { printf '%s\n' "$claim" "$run" >"$dir/.nightdesk-keeper" && printf '%s\n' "$desk" >"$dir/desk" && : >"$dir/told" && printf '%400s\n' '' >"$dir/exit" && echo 0 >"$dir/before" && : >"$dir/out" && : >"$dir/info"; } 2>/dev/null; then
        rm -rf "$dir"
        fail disk "$base"
    fi
    exec 8>"$dir/alive" 6>"$dir/starting"
    flock 8 # somebody may just be looking
    flock 6
    # It must not hold what ssh waits for.
    MASK=$mask setsid sh "$dir/.nightdesk-keeper" "$base" "$dir" "$group" "$@" </dev/null >/dev/null 2>&1 9>&- &
    echo $! >"$dir/keeper"
    exec 8>&- 6>&-
fi
# By descriptor from here on: the directory may go at any time, and what was said in it is not lost.
read -r keeper <"$dir/keeper"
exec 3<"$dir/out" 4<"$dir/info" 5<"$dir/starting" 6<"$dir/told" 7<"$dir/exit" 9>&-

# Until its server listens; the keeper lets go then, or when it dies.
flock -s 5
exec 5<&-
facts=$(cat <&4)
if [ -z "$facts" ]; then
    read -r last <&7
    case $last in
    'fail occupied'*)
        cat <&6 # another was faster
        last=occupied
        ;;
    esac
    say "${last:-lost}"
    exit 1
fi
# One that was just being started: whose it is could not be seen before.
if [ $joined = 1 ] && [ "$verb" = open ] && [ -n "$one_name" ] && ! one_gate; then
    occupied
fi
say "$facts"
read -r before 2>/dev/null <"$dir/before"
length=$(wc -c </proc/self/fd/3)
total=$((${before:-0} + length))
id=${facts#id }
id=${id%%
*}
# What was seen is not told again; who comes new gets the last of it.
from=$((total - 8192))
[ "${seen% *}" != "$id" ] || from=${seen#* }
[ "$from" -ge "${before:-0}" ] || from=${before:-0}
[ "$from" -le "$total" ] || from=$total
say "output $from"
say "joined $joined"
say ready

# The program's output, until the display ends. A sign of life now and then shows whether anybody listens still.
trap '' PIPE
# What was said before is the login shell's.
say 'nightdesk-app output' >&2
start=+$((from - ${before:-0} + 1))
if tail --pid=$$ -n 0 /dev/null 2>/dev/null; then
    tail -s 0.2 --pid="$keeper" -c $start -f <&3 >&2 2>/dev/null 4<&- 7<&- &
    follower=$!
else
    tail -c $start -f <&3 >&2 2>/dev/null 4<&- 7<&- &
    follower=$!
    {
        while kill -0 "$keeper"; do sleep 1; done
        sleep 1
        kill $follower
    } >/dev/null 2>&1 7<&- &
fi
{
    while sleep 20 >/dev/null && say alive; do :; done
    kill $follower
} 2>/dev/null 7<&- &
ticker=$!
wait $follower
kill $ticker
read -r last <&7
say "${last:-lost}"
