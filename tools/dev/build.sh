# shellcheck shell=sh disable=SC2154 # house, cache_dir, preset and environment_id are ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The words that configure, build and start something. They run where the packages are: natively or inside the root.

build_environment() {
    export CCACHE_DIR="${CCACHE_DIR:-$cache_dir/ccache}"
    # Precompiled headers need these, at each build and not only when configuring.
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    # A second checkout finds what the first one compiled: files count by what they are, not by where they lie.
    export CCACHE_BASEDIR="$house" CCACHE_NOHASHDIR=1
    export LC_ALL=C.UTF-8
}

# configure: sets build. A tree that another compiler or another place made is started anew (ccache makes that cheap);
# changed presets only configure again.
configure() {
    build=$house/build/$preset
    build_environment
    made_by="$environment_id $house"
    presets=$(cksum <"$house/CMakePresets.json")
    if [ -e "$build/CMakeCache.txt" ] && [ "$(sed -n 1p "$build/.made-by" 2>/dev/null)" != "$made_by" ]; then
        say "build/$preset was made elsewhere: starting it anew."
        rm -rf "$build"
    fi
    if [ -e "$build/build.ninja" ] && [ "$(sed -n 2p "$build/.made-by")" = "$presets" ]; then
        return 0
    fi
    if ! mkdir -p "$build" 2>/dev/null || [ ! -w "$build" ]; then
        fail 1 "Cannot write to $build: it belongs to $(stat -c %U "$house"), be that user or remove it."
    fi
    printf '%s\n%s\n' "$made_by" "$presets" >"$build/.made-by"
    say "Configuring build/$preset."
    if ! (cd "$house" && cmake --preset "$preset") >"$build/configure.log" 2>&1; then
        rm -f "$build/build.ninja"
        grep -A 12 -e 'CMake Error' "$build/configure.log" >&2 || tail -n 30 "$build/configure.log" >&2
        fail 1 "Configuring failed; the whole output is in build/$preset/configure.log."
    fi
}

# build_targets TARGET...
build_targets() {
    configure
    ninja -C "$build" -j "$(nproc)" "$@" >&2 || fail 1 "The build of preset $preset failed."
}

# with_private_home COMMAND...: runs it with a home, configuration, cache and session bus of its own, so that no test
# reads or changes what belongs to the user. No display either: a test that needs one starts its own.
with_private_home() {
    private=$(mktemp -d "${TMPDIR:-/tmp}/nightdesk-test.XXXXXX")
    trap 'rm -rf "$private"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    trap 'exit 129' HUP
    mkdir -p "$private/home" "$private/config" "$private/cache" "$private/data" "$private/state" "$private/run"
    chmod 700 "$private" "$private/run"
    # With no wallet service a program that asks for it waits for kwalletd's dialog.
    printf '[Wallet]\nEnabled=false\n' >"$private/config/kwalletrc"
    result=0
    env -u DISPLAY -u XAUTHORITY -u WAYLAND_DISPLAY -u SSH_AUTH_SOCK -u SSH_AGENT_PID -u SESSION_MANAGER \
        -u XDG_CURRENT_DESKTOP -u QT_QPA_PLATFORM -u QT_SCALE_FACTOR -u TMPDIR \
        HOME="$private/home" XDG_CONFIG_HOME="$private/config" XDG_CACHE_HOME="$private/cache" \
        XDG_DATA_HOME="$private/data" XDG_STATE_HOME="$private/state" XDG_RUNTIME_DIR="$private/run" \
        dbus-run-session -- "$@" </dev/null || result=$?
    return $result
}

# tests_of [CTEST-OPTION...]: the names of those tests.
tests_of() {
    ctest --test-dir "$build" -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p'
}

# test_pattern NAME...: a regular expression for ctest. A NAME that is a test's whole name means that one alone.
test_pattern() {
    known=$(tests_of)
    pattern=''
    for name in "$@"; do
        if printf '%s\n' "$known" | grep -q -x -F -e "$name"; then
            name="^$(printf '%s' "$name" | sed 's/[].[*+?^$|()\\]/\\&/g')\$"
        elif ! printf '%s\n' "$known" | grep -q -E -e "$name"; then
            fail 1 "No test is named \"$name\"; 'ctest --test-dir build/$preset -N' in ./dev shell lists them."
        fi
        pattern="$pattern${pattern:+|}$name"
    done
    printf '%s\n' "$pattern"
}

# build_for_tests CTEST-OPTION...: the programs of those tests, and what tests may start.
build_for_tests() {
    [ -r "$build/testprograms.txt" ] || fail 1 "$build/testprograms.txt is missing: remove build/$preset and try again."
    # shellcheck disable=SC2046 # names of targets hold no blanks
    build_targets programs $(tests_of "$@" | awk 'NR == FNR { program[$1] = $2; next } $1 in program { print program[$1] }' "$build/testprograms.txt" -)
}

run_tests() {
    if [ "$preset" = fuzz ]; then
        fail 2 "The preset fuzz has no tests of its own: use ./dev fuzz."
    fi
    configure
    # Two at a time: tests start servers and measure, and the usual machine of CI has two cores. Those that are named: alone, as a
    # second look at what failed beside others wants it.
    case ${1:-} in
    '')
        build_targets all
        set -- -j 2
        ;;
    --plain)
        build_targets build.ninja # the tests of these sources, and not of those that were configured
        set -- -j 2 -L '^(plain|timed)$'
        build_for_tests "$@"
        ;;
    *)
        build_targets build.ninja
        pattern=$(test_pattern "$@") || exit
        set -- -j 1 -R "$pattern"
        build_for_tests "$@"
        ;;
    esac
    with_private_home ctest --test-dir "$build" --output-on-failure --no-tests=error "$@" ||
        fail 1 "Tests of preset $preset failed; a test's name after ./dev test runs that one alone."
}

# The demo, benchmarks and the program itself: built, then started with what was given.
run_demo() {
    build_targets programs
    NIGHTDESK_BUILD_DIR=$build exec "$house/tests/demo/demo" "$@"
}

run_program() {
    build_targets programs
    NIGHTDESK_BUILD_DIR=$build exec "$build/bin/nightdesk" "$@"
}

run_soak() {
    build_targets programs
    NIGHTDESK_BUILD_DIR=$build exec "$house/tests/soak/soak" "$@"
}

run_torture() {
    build_targets programs
    NIGHTDESK_BUILD_DIR=$build exec "$house/tests/torture/torture" "$@"
}

run_bench() {
    if [ $# = 0 ]; then
        say "Benchmarks, for ./dev bench NAME:"
        find "$house/tests/bench" -maxdepth 1 -type f -perm -u+x -printf '%f\n' 2>/dev/null | sort
        return 0
    fi
    bench=$1
    shift
    case $bench in
    */* | .*) fail 2 "A benchmark has a plain name; ./dev bench lists them." ;;
    esac
    if [ ! -x "$house/tests/bench/$bench" ]; then
        fail 2 "There is no benchmark \"$bench\"; ./dev bench lists them."
    fi
    build_targets programs
    NIGHTDESK_BUILD_DIR=$build exec "$house/tests/bench/$bench" "$@"
}
