# shellcheck shell=sh disable=SC2154 # house and build are ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# ./dev fuzz: each libFuzzer target for a while, from its seeds in tests/fuzz/seeds/NAME, with a corpus of its own that
# stays in the build tree. So do crashing inputs: one of a library's unfixed faults must not enter the repository.

run_fuzzers() {
    seconds=30
    chosen=''
    while [ $# -gt 0 ]; do
        case $1 in
        --minutes | --minutes=*)
            if [ "$1" = --minutes ]; then
                [ $# -gt 1 ] || fail 2 "--minutes needs a number."
                shift
            fi
            seconds=$(minutes_to_seconds "${1#--minutes=}") || fail 2 "--minutes needs a number above zero, not \"${1#--minutes=}\"."
            ;;
        -*) fail 2 "Unknown option $1; ./dev fuzz --help lists the options." ;;
        *) chosen="$chosen $1" ;;
        esac
        shift
    done
    build_targets fuzzers
    known=$(cat "$build/fuzzers.txt")
    if [ -z "$known" ]; then
        fail 1 "There is no fuzz target."
    fi
    for name in $chosen; do
        printf '%s\n' "$known" | grep -q -x -F -e "$name" || fail 2 "Unknown fuzz target \"$name\": expected one of $(printf '%s\n' "$known" | paste -s -d ' ')."
    done
    trap stop_fuzzers EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    trap 'exit 129' HUP
    crashed=0
    running=''
    at_once=0
    for name in ${chosen:-$known}; do
        start_fuzzer "$name"
        at_once=$((at_once + 1))
        if [ "$at_once" -ge "$(nproc)" ]; then
            await_fuzzers
        fi
    done
    await_fuzzers
    trap - EXIT INT TERM HUP
    return $crashed
}

minutes_to_seconds() {
    printf '%s\n' "$1" | awk '/^[0-9]+(\.[0-9]+)?$/ && $1 > 0 { s = int($1 * 60); print (s < 1 ? 1 : s); ok = 1 } END { exit !ok }'
}

# start_fuzzer NAME: in the background; running grows by PID:NAME.
start_fuzzer() {
    name=$1
    mkdir -p "$build/corpus/$name" "$build/crashes"
    set -- "$build/corpus/$name"
    [ ! -d "$house/tests/fuzz/seeds/$name" ] || set -- "$@" "$house/tests/fuzz/seeds/$name"
    "$build/bin/$name" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -print_final_stats=1 \
        -artifact_prefix="$build/crashes/$name-" "$@" </dev/null >"$build/fuzz-$name.log" 2>&1 &
    running="$running $!:$name"
}

# Waits for those that run, one line for each; after a crash with the command that repeats it.
await_fuzzers() {
    for one in $running; do
        name=${one#*:}
        log=$build/fuzz-$name.log
        running=${running#" $one"}
        if wait "${one%%:*}"; then
            printf '%s: %s s, %s inputs tried, no crash\n' "$name" "$seconds" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
            continue
        fi
        crashed=1
        tail -n 40 "$log"
        input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
        printf '%s: CRASH (log: %s). Repeat it with:\n    ./dev shell "%s" "%s"\n' "$name" "$log" "$build/bin/$name" "${input:-$build/corpus/$name}"
    done
    running=''
    at_once=0
}

stop_fuzzers() {
    for one in $running; do
        kill "${one%%:*}" 2>/dev/null || true
    done
}
