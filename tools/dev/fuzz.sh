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
        -*) fail 2 "./dev fuzz does not know $1." ;;
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
        printf '%s\n' "$known" | grep -q -x -F -e "$name" || fail 2 "There is no fuzz target \"$name\"; there are: $(printf '%s\n' "$known" | paste -s -d ' ')."
    done
    crashed=0
    for name in ${chosen:-$known}; do
        fuzz_one "$name" || crashed=1
    done
    return $crashed
}

minutes_to_seconds() {
    printf '%s\n' "$1" | awk '/^[0-9]+(\.[0-9]+)?$/ && $1 > 0 { s = int($1 * 60); print (s < 1 ? 1 : s); ok = 1 } END { exit !ok }'
}

# fuzz_one NAME: false after a crash, with the command that repeats it.
fuzz_one() {
    corpus=$build/corpus/$1
    crashes=$build/crashes
    log=$build/fuzz-$1.log
    mkdir -p "$corpus" "$crashes"
    seeds=$house/tests/fuzz/seeds/$1
    set -- "$1" "$corpus"
    [ ! -d "$seeds" ] || set -- "$@" "$seeds"
    fuzzer=$1
    shift
    printf '%s: %s s ... ' "$fuzzer" "$seconds"
    if "$build/bin/$fuzzer" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -print_final_stats=1 \
        -artifact_prefix="$crashes/$fuzzer-" "$@" </dev/null >"$log" 2>&1; then
        printf 'no crash, %s inputs tried, %s kept\n' "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
            "$(find "$corpus" -type f | wc -l)"
        return 0
    fi
    printf 'CRASH\n'
    tail -n 40 "$log"
    input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    printf '%s failed (log: %s). Again with:\n    ./dev shell "%s" "%s"\n' "$fuzzer" "$log" "$build/bin/$fuzzer" "${input:-$corpus}"
    return 1
}
