# shellcheck shell=sh disable=SC2154 # house, cache_dir, preset and environment_id are ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The commands that configure, build and start something. They run where the packages are: natively or inside the root.

build_environment() {
    export CCACHE_DIR="${CCACHE_DIR:-$cache_dir/ccache}"
    # Precompiled headers need these, at each build and not only when configuring.
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    # A second checkout finds what the first one compiled: files count by what they are, not by where they lie. Not for clang, whose
    # precompiled header names the directory it was made in and cannot be used from another one.
    if [ "$preset" = fuzz ]; then
        unset CCACHE_BASEDIR CCACHE_NOHASHDIR
    else
        export CCACHE_BASEDIR="$house" CCACHE_NOHASHDIR=1
    fi
    # What a source includes is known from the compiler's own list: nothing is preprocessed before it is compiled. All presets
    # of some checkouts fit into the size.
    export CCACHE_DEPEND=1 CCACHE_MAXSIZE=20G
    export LC_ALL=C.UTF-8
}

# configure: sets build. A tree that another compiler or another place made is started again from the beginning (ccache makes that cheap);
# changed presets only configure again.
configure() {
    build=$house/build/$preset
    build_environment
    made_by="$environment_id $house"
    presets=$(cksum <"$house/CMakePresets.json")
    if [ -e "$build/CMakeCache.txt" ] && [ "$(sed -n 1p "$build/.made-by" 2>/dev/null)" != "$made_by" ]; then
        say "build/$preset was made in another environment: building it again from the beginning."
        rm -rf "$build"
    fi
    if [ -e "$build/build.ninja" ] && [ "$(sed -n 2p "$build/.made-by")" = "$presets" ]; then
        return 0
    fi
    if ! mkdir -p "$build" 2>/dev/null || [ ! -w "$build" ]; then
        fail 1 "Cannot write to $build: run ./dev as $(stat -c %U "$house"), or remove that directory."
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

# run_ctest OPTION...: each test has a home and a bus of its own (tests/support/ownhome); they are in one directory that goes.
# What it saw is in Testing/junit.xml of the build tree, for .ci/summary.
run_ctest() {
    homes=$(mktemp -d "${TMPDIR:-/tmp}/nd.XXXXXX")
    trap 'rm -rf "$homes"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    trap 'exit 129' HUP
    mkdir -p "$build/Testing"
    result=0
    env -u QT_QPA_PLATFORM -u QT_SCALE_FACTOR NIGHTDESK_TEST_HOMES="$homes" \
        ctest --test-dir "$build" --output-on-failure --no-tests=error --output-junit "$build/Testing/junit.xml" \
        --test-output-size-passed 100000 "$@" </dev/null || result=$?
    rm -rf "$homes"
    return $result
}

# write_costs: brings into tests/costs.txt what a run left in $costs; other tests keep their lines. A test's places: tenths of a
# core, but at most 8, so that two tests which take a core each run side by side on two cores; 16 for what takes both. A test with
# nine would not fit beside one with eight, and so wait until all others have ended.
write_costs() {
    list=$house/tests/costs.txt
    awk '{ cores = $3 / ($2 > 0 ? $2 : 1); places = int(10 * cores + 0.9)
        print $1, int($2 + 0.5), (places < 1 ? 1 : cores >= 1.5 ? 16 : places > 8 ? 8 : places) }' "$costs"/* >"$costs.new"
    {
        sed -n '/^#/p' "$list"
        { cat "$costs.new"; sed '/^#/d' "$list"; } | awk '!seen[$1]++' | LC_ALL=C sort
    } >"$costs.list"
    cat "$costs.list" >"$list"
    rm -rf "$costs" "$costs.new" "$costs.list"
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
            fail 1 "No test is named \"$name\"; ./dev shell ctest --test-dir build/$preset -N lists the tests."
        fi
        pattern="$pattern${pattern:+|}$name"
    done
    printf '%s\n' "$pattern"
}

# build_for_tests CTEST-OPTION...: the programs of those tests, and what tests may start.
build_for_tests() {
    [ -r "$build/testprograms.txt" ] || fail 1 "$build/testprograms.txt is missing: remove build/$preset, then run the command again."
    # shellcheck disable=SC2046 # names of targets hold no blanks
    build_targets programs $(tests_of "$@" | awk 'NR == FNR { program[$1] = $2; next } $1 in program { print program[$1] }' "$build/testprograms.txt" -)
}

run_tests() {
    if [ "$preset" = fuzz ]; then
        fail 2 "The preset fuzz has no tests of its own: use ./dev fuzz."
    fi
    configure
    # Most tests wait. Each has as many places as it takes of the cores (tests/costs.txt), and there are eight for each core: with
    # ten up to three of three hundred tests failed for want of it. Promises of a time are kept within a factor then
    # (tests/support/patience.h). Those that are named run alone.
    side_by_side=$((8 * $(nproc)))
    export NIGHTDESK_TEST_PATIENCE=5
    costs=''
    if [ "${1:-}" = --costs ]; then
        shift
        costs=$(mktemp -d "${TMPDIR:-/tmp}/nd.XXXXXX")
        export NIGHTDESK_TEST_COSTS="$costs"
    fi
    case ${1:-} in
    '')
        build_targets all
        set -- -j "$side_by_side"
        ;;
    --plain)
        build_targets build.ninja # the tests of these sources, and not of those that were configured
        # They are few, and most of them are about time.
        export NIGHTDESK_TEST_PATIENCE=2
        set -- -j "$side_by_side" -L '^(plain|timed)$'
        build_for_tests "$@"
        ;;
    *)
        build_targets build.ninja
        pattern=$(test_pattern "$@") || exit
        set -- -j 1 -R "$pattern"
        export NIGHTDESK_TEST_PATIENCE=1
        build_for_tests "$@"
        ;;
    esac
    tested=0
    run_ctest "$@" || tested=$?
    [ -z "$costs" ] || write_costs
    [ $tested = 0 ] || fail 1 "Tests of preset $preset failed; ./dev test NAME runs one test alone."
}

# as_installed: what an installed Nightdesk finds in the system comes from the build tree: the events of notifications, and a locale
# for the first of the languages in LANGUAGE, which gettext does not read in the C locale (the root has no other).
as_installed() {
    export XDG_DATA_DIRS="$build/share:${XDG_DATA_DIRS:-/usr/local/share:/usr/share}"
    language=${LANGUAGE-}
    language=${language%%:*}
    [ -n "$language" ] || return 0
    for locale in "$language" "${language}_$(printf %s "$language" | tr '[:lower:]' '[:upper:]')"; do
        case $locale in *_*) ;; *) continue ;; esac
        if [ -e "$build/share/locales/$locale.UTF-8" ] ||
            { mkdir -p "$build/share/locales" && localedef --no-archive -i "$locale" -f UTF-8 "$build/share/locales/$locale.UTF-8"; } >/dev/null 2>&1; then
            export LOCPATH="$build/share/locales" LC_ALL="$locale.UTF-8"
            return 0
        fi
    done
    say "There is no locale for LANGUAGE=$language here; Nightdesk speaks English."
}

# Demo, soak and torture build what they start and no more: the first of them is what a newcomer waits for.
run_demo() {
    build_targets demo-programs
    as_installed
    NIGHTDESK_BUILD_DIR=$build exec "$house/tools/demo/demo" "$@"
}

run_screenshots() {
    build_targets demo-programs boarddesks
    NIGHTDESK_BUILD_DIR=$build exec "$house/tools/demo/screenshots" "$@"
}

run_program() {
    build_targets nightdesk
    as_installed
    NIGHTDESK_BUILD_DIR=$build exec "$build/bin/nightdesk" "$@"
}

run_soak() {
    build_targets demo-programs nightdesk-soak-census
    NIGHTDESK_BUILD_DIR=$build exec "$house/tools/soak/soak" "$@"
}

run_torture() {
    build_targets demo-programs nightdesk_faults
    NIGHTDESK_BUILD_DIR=$build exec "$house/tools/torture/torture" "$@"
}

run_bench() {
    if [ $# = 0 ]; then
        say "Benchmarks, for ./dev bench NAME:"
        find "$house/tools/bench" -maxdepth 1 -type f -perm -u+x -printf '%f\n' 2>/dev/null | sort
        return 0
    fi
    bench=$1
    shift
    case $bench in
    */* | .*) fail 2 "A benchmark has a plain name; ./dev bench lists them." ;;
    esac
    if [ ! -x "$house/tools/bench/$bench" ]; then
        fail 2 "There is no benchmark \"$bench\"; ./dev bench lists them."
    fi
    build_targets programs
    NIGHTDESK_BUILD_DIR=$build exec "$house/tools/bench/$bench" "$@"
}
