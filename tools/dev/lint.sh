# shellcheck shell=sh disable=SC2154 # house is ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# ./dev lint: what a reader should not have to look for. It reports everything it finds, then fails once.

# existing: of the names that come in, each ended by a zero byte, those that are files (git also lists removed ones).
existing() {
    # shellcheck disable=SC2016 # for the inner shell
    (cd "$house" && xargs -0 -r sh -c 'for f; do [ ! -f "$f" ] || printf "%s\0" "$f"; done' sh)
}

# tracked PATTERN...: names of the files that git knows.
tracked() {
    git -c safe.directory='*' -C "$house" ls-files -z -- "$@" | existing
}

# with_shebang ERE: the tracked files whose first line matches.
with_shebang() {
    # shellcheck disable=SC2016 # for awk
    tracked | (cd "$house" && xargs -0 -r awk 'FNR == 1 { if ($0 ~ ere) printf "%s%c", FILENAME, 0; nextfile }' ere="$1")
}

lint_check() {
    title=$1
    shift
    if ! (cd "$house" && "$@"); then
        printf 'lint: %s: failed\n' "$title"
        lint_failed=1
    fi
}

check_layout() {
    tracked '*.cpp' '*.h' '*.c' | xargs -0 -r clang-format-19 --dry-run -Werror
}

# Sourced parts are followed from the script that sources them.
check_shell() {
    { with_shebang '^#!.*[/ ](sh|bash|dash)( |$)'; tracked 'tools/dev/*.sh'; } | xargs -0 -r shellcheck -x
}

check_licences() {
    { tracked '*.cpp' '*.h' '*.c' '*.py' '*.sh' '*.cmake' '*CMakeLists.txt'; with_shebang '^#!'; } |
        xargs -0 -r grep -L -Z -e 'SPDX-License-Identifier:' | report_files 'has no SPDX-License-Identifier'
}

# report_files WHAT: prints each named file with WHAT; true when there was none.
report_files() {
    found=$(tr '\0' '\n' | sort -u)
    [ -n "$found" ] || return 0
    printf '%s\n' "$found" | sed "s/\$/: $1/"
    return 1
}

check_desktop_files() {
    tracked '*.desktop' | xargs -0 -r desktop-file-validate
}

# Nightdesk has no home page yet.
check_appstream() {
    tracked '*.metainfo.xml' '*.appdata.xml' | xargs -0 -r appstreamcli validate --no-net --override=url-homepage-missing=info
}

# Compiled in memory: nothing is written beside the sources.
check_python() {
    { tracked '*.py'; with_shebang '^#!.*python3'; } | xargs -0 -r python3 -c '
import sys
failed = False
for name in sys.argv[1:]:
    try:
        compile(open(name, "rb").read(), name, "exec")
    except SyntaxError as error:
        print(f"{name}:{error.lineno}: {error.msg}")
        failed = True
sys.exit(failed)'
}

# A path of somebody's machine works on that machine only. Tests and examples have homes of people who do not exist.
check_paths() {
    tracked | xargs -0 -r grep -n -I -E -e '(^|[^[:alnum:]_./~$}-])/(root|work|home/[[:alnum:]_-]+)/[[:alnum:]_.]' |
        grep -v -E -e '/home/(observer|user|USER|name|you)/' -e '^tests/[^:]*:.*/home/' | sed 's/$/   <- a path of one machine/' | grep . && return 1
    if [ "${HOME:-/}" != / ]; then
        tracked | xargs -0 -r grep -n -I -F -e "$HOME/" | grep . && return 1
    fi
    return 0
}

# Texts that no translator sees, that tell him too little, or that are put together from parts.
check_texts() {
    tracked 'app/*.cpp' 'app/*.h' 'widgets/*.cpp' 'widgets/*.h' 'monitors/*.cpp' 'sessions/*.cpp' | xargs -0 -r python3 "$house/tools/dev/checktexts.py"
}

# A test that leaves something out under the sanitizers is run without them too.
check_labels() {
    tracked 'tests/*.cpp' | xargs -0 -r grep -l -Z -e NIGHTDESK_SANITIZED | tr '\0' '\n' | while IFS= read -r file; do
        name=${file##*/}
        tracked 'tests/*CMakeLists.txt' | xargs -0 -r grep -q -E -e "nightdesk_test\(${name%.cpp} .*LABELS[^)]*(plain|timed)" ||
            printf '%s: leaves something out under the sanitizers, and its test is neither plain nor timed\n' "$file"
    done | grep . && return 1
    return 0
}

lint() {
    if ! git -c safe.directory='*' -C "$house" rev-parse --git-dir >/dev/null 2>&1; then
        fail 1 "./dev lint asks git which files there are, and $house is no git checkout."
    fi
    lint_failed=''
    lint_check 'layout (./dev format mends it)' check_layout
    lint_check 'shell scripts' check_shell
    lint_check 'licences' check_licences
    lint_check 'desktop files' check_desktop_files
    lint_check 'AppStream' check_appstream
    lint_check 'Python' check_python
    lint_check 'paths' check_paths
    lint_check 'texts' check_texts
    lint_check 'labels of tests' check_labels
    lint_check 'translations' check_translations
    if [ -n "$lint_failed" ]; then
        fail 1 "Lint found faults."
    fi
    printf 'lint: no fault found\n'
}

# Also files that git does not know yet, unless it ignores them.
format() {
    git -c safe.directory='*' -C "$house" ls-files -z -c -o --exclude-standard -- '*.cpp' '*.h' '*.c' |
        existing | (cd "$house" && xargs -0 -r clang-format-19 -i)
}
