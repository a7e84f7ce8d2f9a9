#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Tests ./dev: its words, how it decides where to build, how it makes a root, and one row for each thing that can stand in
# the way. apt, dpkg, sudo, mmdebstrap and the system's files are played by small scripts (apt's reading of its sources
# is the real one), so it needs no network and changes nothing.
# shellcheck disable=SC2016 # the texts of small scripts are meant to stay as they are
# shellcheck disable=SC2030,SC2031 # some rows set house for themselves alone
set -u

house=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
base=$(mktemp -d "${TMPDIR:-/tmp}/nightdesk-devtest.XXXXXX")
trap 'rm -rf "$base"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
rows=0
failures=0

# fake NAME: standard input is a program of that name, found before the real one.
fake() {
    { printf '#!/bin/sh\n'; cat; } >"$fakes/$1"
    chmod +x "$fakes/$1"
}

# fresh NAME: a new row: an ordinary user on an old Debian with all tools, one mirror that answers, and much space.
fresh() {
    row=$1
    rows=$((rows + 1))
    script=$house/dev
    here=$base/$rows
    fakes=$here/bin
    system=$here/a\ system
    mkdir -p "$fakes" "$here/home" "$here/cache dir" "$here/tmp" "$system/etc/apt/sources.list.d" "$system/usr/lib/apt" \
        "$system/var/lib/apt/lists"
    old_debian
    : >"$system/var/lib/apt/lists/mirror_Packages"
    printf 'tester:100000:65536\n' >"$system/etc/subuid"
    cp "$system/etc/subuid" "$system/etc/subgid"
    : >"$here/installed"
    fake id <<'END'
case ${1-} in -un) echo tester ;; *) echo "${FAKE_UID:-1000}" ;; esac
END
    fake dpkg-query <<'END'
format=$2
shift 2
for p; do
    grep -q -x "$p" "$HERE/installed" || [ -e "$HERE/all-installed" ] || continue
    case $format in *Version*) echo "$p 9.9" ;; *) echo "installed $p" ;; esac
done
END
    fake apt-cache <<'END'
shift
for p; do printf '%s:\n  Installed: (none)\n  Candidate: %s\n' "$p" "${FAKE_CANDIDATE:-6.4.2}"; done
END
    fake apt-get <<'END'
case " $* " in
*' indextargets '*) exec /usr/bin/apt-get "$@" ;;
*' update '*) echo update >>"$HERE/calls"; : >"$NIGHTDESK_SYSTEM/var/lib/apt/lists/mirror_Packages" ;;
*' install '*)
    echo "$*" >>"$HERE/calls"
    if [ -e "$HERE/refuse" ]; then cat "$HERE/refuse"; exit 100; fi
    while [ "$1" != --no-install-recommends ]; do shift; done
    shift
    printf '%s\n' "$@" >>"$HERE/installed" ;;
esac
END
    fake sudo <<'END'
echo sudo >>"$HERE/calls"
exec "$@"
END
    fake df <<'END'
printf 'Filesystem 1024-blocks Used Available Capacity Mounted\nx 1 1 %s 1%% /\n' "${FAKE_FREE_KB:-99000000}"
END
    fake unshare <<'END'
case " $* " in
*" ${FAKE_NO_UNSHARE:-nothing} "*) exit 1 ;;
*' -- '*) while [ "$1" != -- ]; do shift; done; shift; exec "$@" ;;
esac
END
    fake mmdebstrap <<'END'
echo "mmdebstrap $*" >>"$HERE/calls"
case $1 in --unshare-helper) shift; exec "$@" ;; esac
cat >"$HERE/sources"
for a; do
    case $a in
    --aptopt=*) cp "${a#*=}" "$HERE/apt.conf" ;;
    --mode=*) mode=${a#*=} ;;
    esac
    last2=${last1-} last1=$a
done
tree=$last2
if [ "$mode" = unshare ]; then tree=$(mktemp -d "$TMPDIR/mmdebstrap.XXXXXX"); fi
mkdir -p "$tree/etc" "$tree/dev"
printf 'root:x:0:0:root:/root:/bin/bash\nsshd:x:100:65534::/run/sshd:/usr/sbin/nologin\n' >"$tree/etc/passwd"
printf 'root:x:0:\n' >"$tree/etc/group"
: >"$tree/dev/null"
if [ -e "$HERE/hang" ]; then
    echo $$ >"$HERE/hanging.new"; mv "$HERE/hanging.new" "$HERE/hanging"
    exec sleep 1000
fi
if [ -e "$HERE/refuse" ]; then cat "$HERE/refuse" >&2; exit 1; fi
if [ "$mode" = unshare ]; then tar -c -C "$tree" .; head -c 100000 /dev/zero; rm -rf "$tree"; fi
END
    printf 'exit 0\n' | fake bwrap
    cat >"$system/usr/lib/apt/apt-helper" <<'END'
#!/bin/sh
for a; do case $a in http*) url=$a ;; esac; done
echo "probe $url" >>"$HERE/calls"
case $url in ${FAKE_ANSWERS:-*}) exit 0 ;; esac
exit 100
END
    chmod +x "$system/usr/lib/apt/apt-helper"
    cat >"$here/apt-config" <<END
Dir::Etc::SourceList "$system/etc/apt/sources.list";
Dir::Etc::SourceParts "$system/etc/apt/sources.list.d";
Dir::State::Lists "$system/var/lib/apt/lists";
Dir::Etc::Parts "$here/tmp";
END
    printf 'deb http://mirror.example/debian bookworm main\n' >"$system/etc/apt/sources.list"
}

old_debian() {
    printf 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n' >"$system/etc/os-release"
}

new_debian() {
    printf 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\nVERSION_CODENAME=trixie\n' >"$system/etc/os-release"
}

# become_dev [VARIABLE=VALUE...] COMMAND...: with the row's system and files.
become_dev() {
    exec env -i PATH="$fakes:/usr/sbin:/usr/bin:/sbin:/bin" HOME="$here/home" XDG_CACHE_HOME="$here/cache dir" TMPDIR="$here/tmp" \
        HERE="$here" NIGHTDESK_SYSTEM="$system" APT_CONFIG="$here/apt-config" "$@"
}

# copy_checkout: a checkout of the row's own, for words that would change this one. The words that build and start something
# print how they were called.
copy_checkout() {
    checkout=$here/check\ out
    mkdir -p "$checkout/build" "$checkout/tools/bench"
    cp -R "$house/dev" "$house/tools" "$house/debian" "$checkout/"
    : >"$checkout/build/marker"
    printf 'exit 0\n' >"$checkout/tools/bench/board"
    chmod +x "$checkout/tools/bench/board"
    {
        printf 'build_environment() { :; }\n'
        for function in build_targets run_tests run_demo run_screenshots run_program run_bench run_soak run_torture; do
            printf '%s() { printf "%s:"; printf " <%%s>" "$@"; echo; }\n' $function $function
        done
    } >"$checkout/tools/dev/build.sh"
    script=$checkout/dev
}

# dev [VARIABLE=VALUE...] ARGUMENT...: sets status; what it said is in $here/said.
dev() {
    assignments=0
    for argument in "$@"; do
        case $argument in
        [A-Z]*=*) assignments=$((assignments + 1)) ;;
        *) break ;;
        esac
    done
    count=$#
    position=0
    while [ $position -lt $count ]; do
        [ $position != $assignments ] || set -- "$@" /bin/sh "$script"
        set -- "$@" "$1"
        shift
        position=$((position + 1))
    done
    [ $assignments != $count ] || set -- "$@" /bin/sh "$script"
    status=0
    (become_dev "$@") </dev/null >"$here/said" 2>&1 || status=$?
}

bad() {
    failures=$((failures + 1))
    printf 'FAIL: %s: %s\n' "$row" "$1"
    sed 's/^/    said: /' "$here/said" 2>/dev/null
    cut -c 1-150 "$here/calls" 2>/dev/null | sed 's/^/    call: /'
}

expect_status() {
    [ "$status" = "$1" ] || bad "exit status $status, not $1"
}

expect_said() {
    grep -q -F -e "$1" "$here/said" || bad "did not say: $1"
}

expect_call() {
    grep -q -e "$1" "$here/calls" 2>/dev/null || bad "did not call: $1"
}

expect_no_call() {
    ! grep -q -e "$1" "$here/calls" 2>/dev/null || bad "called: $1"
}

made_root() {
    for made in "$here/cache dir/nightdesk"/root-*/etc/nightdesk-root; do
        [ -e "$made" ] && return 0
    done
    return 1
}

expect_root() {
    made_root || bad "no root was made"
    expect_nothing_left
}

expect_no_root() {
    ! made_root || bad "a root was made"
    expect_nothing_left
}

expect_nothing_left() {
    left=$(find "$here/cache dir" "$here/tmp" \( -name '*.partial' -o -name '*.workdir' -o -name '*.fifo' -o -name 'nightdesk-root.*' \) 2>/dev/null)
    [ -z "$left" ] || bad "left behind: $left"
}

# await FILE: until it is there, at most a minute.
await() {
    tries=0
    until [ -e "$1" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 1200 ]; then
            bad "$1 never came"
            return 1
        fi
        sleep 0.05
    done
}

words() {
    fresh 'no word: the usage, and an error'
    dev
    expect_status 2
    expect_said 'usage: ./dev'
    fresh '--help is no error'
    dev --help
    expect_status 0
    expect_said 'usage: ./dev'
    fresh 'an unknown word'
    dev frobnicate
    expect_status 2
    expect_said 'Unknown command "frobnicate"'
    fresh 'an unknown option'
    dev --frobnicate build
    expect_status 2
    expect_said 'Unknown option --frobnicate'
    fresh 'an unknown preset, after the word'
    dev test --preset quick
    expect_status 2
    expect_said 'Unknown preset "quick"'
    fresh 'a preset without a name'
    dev test --preset
    expect_status 2
    expect_said '--preset needs a name'
    fresh 'an option of test that it does not know'
    dev test --fast
    expect_status 2
    expect_said 'accepts names of tests, or --plain, --costs or both'
    fresh '--plain behind a name'
    dev test linkmodeltest --plain
    expect_status 2
    expect_said 'accepts names of tests, or --plain, --costs or both'
    fresh '--plain is every plain test'
    dev test --plain linkmodeltest
    expect_status 2
    expect_said 'accepts names of tests, or --plain, --costs or both'
    fresh 'fuzz has its own preset'
    dev --preset asan fuzz
    expect_status 2
    expect_said 'always uses the preset fuzz'
    fresh 'a word that takes no arguments'
    dev setup now
    expect_status 2
    expect_said 'Unexpected argument "now": ./dev setup takes no arguments'
    fresh 'a cache that cannot be written'
    : >"$here/file"
    dev XDG_CACHE_HOME="$here/file" setup
    expect_status 3
    expect_said 'Cannot write to the cache directory'
}

# expect_help WORD: help of that word, and nothing else happened.
expect_help() {
    expect_status 0
    sed -n 1p "$here/said" | grep -q -e "^usage: ./dev .*$1" || bad 'the first line is not the usage'
    sed -n '/^$/,$p' "$here/said" | sed -n 2p | grep -q -e '^[a-z].*[^.]$' || bad 'no summary in lower case without a full stop'
    expect_said '-h, --help '
    expect_no_call .
    ! grep -q -e 'not found' -e '^run_' -e '^build_' "$here/said" || bad 'tried something else'
    [ -z "$(find "$here/cache dir" "$here/home" "$here/tmp" -mindepth 1)" ] || bad 'wrote to the cache, the home or the temporary directory'
    [ "$(find "$checkout/build")" = "$checkout/build
$checkout/build/marker" ] || bad 'changed the build trees'
}

# options_of PROGRAM: the options that a program's parser names.
options_of() {
    grep -o -e "add_argument('--[a-z-]*'" "$house/$1" | sed "s/.*'\\(--[a-z-]*\\)'/\\1/" | sort
}

helps() {
    for word in setup build test demo screenshots run bench shell format lint translations package clean soak torture fuzz; do
        fresh "./dev $word --help, with nothing installed"
        copy_checkout
        mkdir "$here/few"
        for tool in cat dirname; do
            ln -s "$(command -v $tool)" "$here/few/$tool"
        done
        dev PATH="$here/few" $word --help
        expect_help $word
        cp "$here/said" "$here/first"
        for way in "$word -h" "--preset asan $word --help" "--yes $word --help" "$word --help --frobnicate"; do
            # shellcheck disable=SC2086 # words and options hold no blanks
            dev PATH="$here/few" $way
            expect_help $word
            cmp -s "$here/said" "$here/first" || bad "./dev $way prints something else"
        done
        dev --help
        grep -q -e "^  $word " "$here/said" || bad "./dev --help does not list $word"
    done
    for word in setup build test format lint translations package clean fuzz; do
        fresh "./dev $word: help after another option or name"
        copy_checkout
        dev $word --root --help
        expect_help $word
    done
    for program in demo/demo demo/screenshots soak/soak torture/torture; do
        word=${program#*/}
        fresh "./dev $word --help lists the options of the $word, and no other"
        dev "$word" --rtt 100ms --help
        expect_status 0
        grep -o -e '^  --[a-z-]*' "$here/said" | tr -d ' ' | sort >"$here/listed"
        options_of tools/$program | diff - "$here/listed" >"$here/said" || bad 'lists others'
    done
    for program in "$house"/tools/bench/*; do
        if [ ! -f "$program" ] || [ ! -x "$program" ]; then
            continue
        fi
        name=${program##*/}
        fresh "./dev bench $name --help lists the options of that benchmark, and no other"
        dev bench --help
        grep -q -e "^  $name " "$here/said" || bad './dev bench --help does not list it'
        dev bench "$name" --help
        expect_status 0
        expect_said "bench $name"
        grep -o -e '^  --[a-z-]*' "$here/said" | tr -d ' ' | sort >"$here/listed"
        options_of "tools/bench/$name" | diff - "$here/listed" >"$here/said" || bad 'lists others'
    done
    fresh 'help of a benchmark that is not there'
    dev bench nonsense --help
    expect_status 2
    expect_said 'There is no benchmark "nonsense"'
    fresh 'help of an unknown word'
    dev frobnicate --help
    expect_status 2
    expect_said 'Unknown command "frobnicate"'
}

# expect_passed ARGUMENTS WAY...: what ./dev WAY... passes to the program.
expect_passed() {
    passed=$1
    shift
    dev NIGHTDESK_INSIDE=root-test "$@"
    expect_status 0
    grep -q -x -F -e "$passed" "$here/said" || bad "$* did not pass on: $passed"
}

passing() {
    fresh 'a leading -- is dropped, and what follows goes to the program'
    copy_checkout
    expect_passed 'run_program: <--help>' run -- --help
    expect_passed 'run_program: <connect> <--help>' run connect --help
    expect_passed 'run_program: <--> <--help>' run -- -- --help
    expect_passed 'run_program: <check> <--> <-h>' run check -- -h
    expect_passed 'run_demo: <--help>' demo -- --help
    expect_passed 'run_screenshots: <--help>' screenshots -- --help
    expect_passed 'run_soak: <-h>' soak -- -h
    expect_passed 'run_torture: <--help>' torture -- --help
    expect_passed 'run_bench: <board> <--help>' bench board -- --help
    expect_passed 'run_bench: <board> <--help>' bench -- board --help
    expect_passed 'run_bench: <a b> <c d>' bench 'a b' 'c d'
    expect_passed '--help' shell -- printf '%s\n' --help
    expect_passed '--help' shell printf '%s\n' --help
    fresh 'and inside the root it does so as well'
    dev FAKE_UID=0 setup
    expect_status 0
    printf 'echo "unshare $*" >>"$HERE/calls"\n' | fake unshare
    dev FAKE_UID=0 run -- --help
    expect_call ' --preset release run -- --help$'
    dev FAKE_UID=0 bench board -- --help
    expect_call ' --preset release bench -- board --help$'
    dev FAKE_UID=0 shell
    expect_call ' --preset dev shell --$'
    dev FAKE_UID=0 build --preset asan x
    expect_call ' --preset asan build x$'
}

caches() {
    fresh 'NIGHTDESK_CACHE is the cache directory itself, for clean as well'
    copy_checkout
    dev NIGHTDESK_CACHE="$here/other cache" FAKE_UID=0 setup
    expect_status 0
    expect_no_root
    [ -n "$(find "$here/other cache" -path '*/root-*/etc/nightdesk-root')" ] || bad 'no root in NIGHTDESK_CACHE'
    dev NIGHTDESK_CACHE="$here/other cache" clean --root
    expect_status 0
    [ -z "$(find "$here/other cache" -name 'root-*' -type d)" ] || bad 'the root is still there'
    [ ! -e "$checkout/build" ] || bad 'the build trees are still there'
}

native() {
    fresh 'a new Debian with everything builds natively, without asking apt'
    new_debian
    : >"$here/all-installed"
    dev setup
    expect_status 0
    expect_said 'building natively'
    expect_no_call .
    fresh 'a new Debian with packages missing asks before sudo, and without a terminal refuses'
    new_debian
    dev FAKE_CANDIDATE=7.0 setup
    expect_status 3
    expect_said 'These Debian packages are missing: g++ cmake'
    expect_said 'run the command again with --yes'
    expect_no_call install
    fresh '--yes installs them with sudo, without recommended ones'
    new_debian
    printf 'g++\n' >"$here/installed"
    dev FAKE_CANDIDATE=7.0 setup --yes
    expect_status 0
    expect_call sudo
    expect_call 'install --no-install-recommends cmake ninja-build'
    expect_said 'building natively'
    fresh 'an sshd for tests does not become one for everybody'
    new_debian
    mkdir -p "$system/run/systemd/system"
    printf 'echo "systemctl $*" >>"$HERE/calls"\n' | fake systemctl
    dev FAKE_UID=0 FAKE_CANDIDATE=7.0 setup
    expect_status 0
    expect_said 'its service stays off'
    [ "$(grep -n -o -e 'mask --runtime ssh' -e '^-q.*install' -e 'disable ssh' "$here/calls" | cut -d : -f 2 | cut -c 1-4 | paste -s -d ' ')" = 'mask -q - disa mask' ] || bad 'in another order'
    fresh 'an sshd that is there already is left alone'
    new_debian
    mkdir -p "$system/run/systemd/system"
    printf 'openssh-server\n' >"$here/installed"
    printf 'echo "systemctl $*" >>"$HERE/calls"\n' | fake systemctl
    dev FAKE_UID=0 FAKE_CANDIDATE=7.0 setup
    expect_status 0
    expect_no_call systemctl
    fresh 'root needs neither sudo nor --yes'
    new_debian
    dev FAKE_UID=0 FAKE_CANDIDATE=7.0 setup
    expect_status 0
    expect_call 'install --no-install-recommends g++'
    expect_no_call sudo
    fresh 'empty lists of apt are fetched first'
    new_debian
    rm "$system/var/lib/apt/lists/mirror_Packages"
    dev FAKE_UID=0 FAKE_CANDIDATE=7.0 setup
    expect_status 0
    expect_call '^update'
    fresh 'without a network apt-get says so in a screenful, ./dev in a sentence'
    new_debian
    printf 'Err:1 http://mirror.example Could not resolve host\n' >"$here/refuse"
    dev FAKE_UID=0 FAKE_CANDIDATE=7.0 setup
    expect_status 3
    expect_said 'could not be reached while installing packages'
    fresh 'no sudo'
    new_debian
    mkdir "$here/few"
    for tool in sh env sed awk grep head tail cat cut sort tr paste wc mkdir chmod dirname readlink sha256sum dpkg rm ls; do
        ln -s "$(command -v $tool)" "$here/few/$tool"
    done
    rm "$fakes/sudo"
    dev PATH="$fakes:$here/few" FAKE_CANDIDATE=7.0 setup --yes
    expect_status 3
    expect_said 'there is no sudo here'
    fresh 'no apt at all'
    mkdir "$here/few"
    for tool in sh env sed awk grep mkdir chmod dirname cut sort sha256sum rm; do
        ln -s "$(command -v $tool)" "$here/few/$tool"
    done
    printf 'PRETTY_NAME="Other Linux 9"\nID=other\n' >"$system/etc/os-release"
    rm "$fakes/apt-get"
    dev PATH="$fakes:$here/few" setup
    expect_status 3
    expect_said 'needs Debian or a derivative (apt-get and dpkg); this is Other Linux 9'
    fresh 'a new name with an old Qt gets a root'
    new_debian
    dev FAKE_CANDIDATE=6.4 --yes setup
    expect_status 0
    expect_root
}

roots() {
    fresh 'an old Debian gets a root, as root'
    dev FAKE_UID=0 setup
    expect_status 0
    expect_root
    expect_call 'mmdebstrap --mode=root .*--include=g++,cmake'
    fresh 'and as an ordinary user, from a tar with padding after its end'
    dev --yes setup
    expect_status 0
    expect_root
    expect_call 'mmdebstrap --mode=unshare'
    expect_call 'install .*uidmap bubblewrap'
    [ -z "$(find "$here/cache dir" -path '*/dev/null')" ] || bad "a device was unpacked"
    fresh 'the second call makes nothing'
    dev FAKE_UID=0 setup
    rm "$here/calls"
    dev FAKE_UID=0 setup
    expect_status 0
    expect_no_call .
    fresh 'a first demo gets a smaller root, what needs more the whole, and then there is one for both'
    copy_checkout
    printf 'enter() { echo "entered $root"; exit 0; }\n' >"$checkout/tools/dev/enter.sh"
    dev FAKE_UID=0 demo
    expect_status 0
    expect_root
    expect_call 'mmdebstrap --mode=root .*--include=.*,saods9,'
    expect_no_call '[=,]clang-19,'
    first=$(sed -n 's/^entered //p' "$here/said")
    dev FAKE_UID=0 run
    [ "$(sed -n 's/^entered //p' "$here/said")" = "$first" ] || bad 'a second root was made for the next demo'
    dev FAKE_UID=0 build
    expect_status 0
    expect_call 'mmdebstrap --mode=root .*,clang-19,'
    dev FAKE_UID=0 demo
    whole=$(sed -n 's/^entered //p' "$here/said")
    case $whole in
    '' | "$first") bad "demo entered $whole after $first" ;;
    esac
    dev FAKE_UID=0 clean --root
    expect_no_root
    fresh 'mirror, key and proxy come from one-line sources'
    printf '# deb http://no.example/debian bookworm main\ndeb https://deb.example/mirror/debian/ bookworm main contrib\ndeb http://sec.example/debian-security bookworm-security main\n' >"$system/etc/apt/sources.list"
    printf 'Acquire::http::Proxy "http://proxy.example:3142";\nAcquire::Check-Valid-Until "false";\n' >>"$here/apt-config"
    dev FAKE_UID=0 setup
    expect_status 0
    grep -q -x 'deb \[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg\] https://deb.example/mirror/debian trixie main' "$here/sources" || bad "$(cat "$here/sources")"
    grep -q 'http://sec.example/debian-security trixie-security main' "$here/sources" || bad "no security updates"
    grep -q 'Proxy "http://proxy.example:3142"' "$here/apt.conf" || bad "no proxy"
    grep -q 'Check-Valid-Until "false"' "$here/apt.conf" || bad "no Check-Valid-Until"
    fresh 'and from deb822 sources'
    : >"$system/etc/apt/sources.list"
    : >"$here/home/key.gpg"
    printf 'Types: deb\nURIs: http://off.example/debian\nSuites: bookworm\nComponents: main\nEnabled: no\n\nTypes: deb deb-src\nURIs: http://deb822.example/debian/\nSuites: bookworm bookworm-updates\nComponents: main\nSigned-By: %s\n' "$here/home/key.gpg" >"$system/etc/apt/sources.list.d/debian.sources"
    dev FAKE_UID=0 setup
    expect_status 0
    grep -q -F "$here/home/key.gpg] http://deb822.example/debian trixie main" "$here/sources" || bad "$(cat "$here/sources")"
    grep -q 'http://deb822.example/debian trixie-updates main' "$here/sources" || bad "no updates"
    fresh 'a mirror without Debian 13 is passed over, and said'
    dev FAKE_UID=0 FAKE_ANSWERS='http://deb.debian.org/*' setup
    expect_status 0
    expect_said 'mirror http://mirror.example/debian has no Debian 13: using http://deb.debian.org/debian'
    fresh 'suites that do not answer are left out'
    dev FAKE_UID=0 FAKE_ANSWERS='*/dists/trixie/*' setup
    expect_status 0
    [ "$(wc -l <"$here/sources")" = 1 ] || bad "$(cat "$here/sources")"
}

# refused UID SENTENCE [VARIABLE=VALUE...]: a root cannot be made; one sentence and nothing left.
refused() {
    uid=$1
    sentence=$2
    shift 2
    dev FAKE_UID="$uid" "$@" --yes setup
    expect_status 3
    expect_said "$sentence"
    expect_no_root
}

obstacles() {
    fresh 'no network'
    refused 0 'No answer from the Debian mirror http://mirror.example/debian' FAKE_ANSWERS=none
    fresh 'no space before'
    refused 0 'MB free: free space, or set XDG_CACHE_HOME to a directory with more space' FAKE_FREE_KB=2000000
    fresh 'no space in the middle'
    for tool in mmdebstrap debian-archive-keyring; do echo $tool; done >"$here/installed"
    printf 'dpkg: error: cannot write: No space left on device\n' >"$here/refuse"
    refused 0 'No space left while making the Debian 13 root'
    fresh 'no space in the middle, as an ordinary user'
    for tool in mmdebstrap debian-archive-keyring uidmap bubblewrap; do echo $tool; done >"$here/installed"
    printf 'dpkg: error: cannot write: No space left on device\n' >"$here/refuse"
    refused 1000 'No space left while making the Debian 13 root'
    fresh 'the network goes in the middle'
    for tool in mmdebstrap debian-archive-keyring; do echo $tool; done >"$here/installed"
    printf 'E: Failed to fetch http://mirror.example/x Connection timed out\n' >"$here/refuse"
    refused 0 'could not be reached while making the Debian 13 root'
    fresh 'an old keyring'
    for tool in mmdebstrap debian-archive-keyring; do echo $tool; done >"$here/installed"
    printf 'W: GPG error: NO_PUBKEY 6ED0E7B82643E131\n' >"$here/refuse"
    refused 0 'upgrade the package debian-archive-keyring'
    fresh 'an unknown failure shows the end of the log'
    for tool in mmdebstrap debian-archive-keyring; do echo $tool; done >"$here/installed"
    printf 'E: the sky fell\n' >"$here/refuse"
    refused 0 'E: the sky fell'
    fresh 'no user namespaces'
    refused 1000 'does not allow ordinary users to make user namespaces' FAKE_NO_UNSHARE=--user
    fresh 'no range of sub-uids'
    : >"$system/etc/subuid"
    refused 1000 'tester has no range of ids in /etc/subuid'
    fresh 'a container that keeps mount namespaces from root'
    refused 0 'does not allow root to make mount namespaces' FAKE_NO_UNSHARE=--mount
}

interruptions() {
    for uid in 0 1000; do
        fresh "ended by a signal, uid $uid: nothing half-made stays, and nothing runs on"
        : >"$here/hang"
        (become_dev FAKE_UID=$uid /bin/sh "$house/dev" --yes setup) </dev/null >"$here/said" 2>&1 &
        making=$!
        if await "$here/hanging"; then
            kill -TERM $making
            status=0
            wait $making || status=$?
            expect_status 143
            expect_no_root
            ! kill -0 "$(cat "$here/hanging")" 2>/dev/null || bad 'mmdebstrap still runs'
        fi

        fresh "killed, uid $uid: the next call clears up and makes it"
        : >"$here/hang"
        (become_dev FAKE_UID=$uid /bin/sh "$house/dev" --yes setup) </dev/null >"$here/said" 2>&1 &
        making=$!
        if await "$here/hanging"; then
            kill -KILL $making
            wait $making 2>/dev/null
            kill -KILL "$(cat "$here/hanging")"
            ! made_root || bad 'a root was made'
            rm "$here/hang"
            dev FAKE_UID=$uid --yes setup
            expect_status 0
            expect_root
        fi
    done

    fresh 'two at once make one root'
    : >"$here/hang"
    (become_dev FAKE_UID=0 /bin/sh "$house/dev" setup) </dev/null >"$here/said" 2>&1 &
    first=$!
    if await "$here/hanging"; then
        rm "$here/hang"
        (become_dev FAKE_UID=0 /bin/sh "$house/dev" setup) </dev/null >"$here/said2" 2>&1 &
        second=$!
        until grep -q "waiting for it" "$here/said2" 2>/dev/null || ! kill -0 $second 2>/dev/null; do sleep 0.05; done
        kill "$(cat "$here/hanging")"
        wait $first && bad 'the first did not notice'
        wait $second || bad 'the second did not make it'
        cat "$here/said2" >>"$here/said"
        expect_said 'waiting for it'
        expect_root
    fi
}

# What ./dev's parts decide, without running it.
parts() {
    fresh 'minutes become seconds'
    # shellcheck source=tools/dev/fuzz.sh
    . "$house/tools/dev/fuzz.sh"
    for pair in 1:60 0.5:30 10:600 0.001:1; do
        [ "$(minutes_to_seconds "${pair%:*}")" = "${pair#*:}" ] || bad "$pair"
    done
    for wrong in 0 -1 x 1m '' 1e3; do
        ! minutes_to_seconds "$wrong" >/dev/null || bad "accepted \"$wrong\""
    done

    fresh 'a whole name means that test alone, another is a pattern, an unknown one an error'
    # shellcheck source=tools/dev/common.sh
    . "$house/tools/dev/common.sh"
    # shellcheck source=tools/dev/build.sh
    . "$house/tools/dev/build.sh"
    ctest() { printf '  Test  #1: link\n  Test  #2: link.judge\n  Test #13: linkage\n'; }
    build=$here
    [ "$(test_pattern link)" = '^link$' ] || bad "$(test_pattern link)"
    [ "$(test_pattern link.judge 'lin.a')" = '^link\.judge$|lin.a' ] || bad "$(test_pattern link.judge lin.a)"
    (preset=dev; export preset; test_pattern vnc) >"$here/said" 2>&1 && bad 'accepted an unknown name'
    expect_said 'No test is named "vnc"'
    unset -f ctest

    fresh 'the parts of a test run each of its functions once'
    fake dbus-run-session <<'END'
shift
exec "$@"
END
    fake test <<'END'
case $* in
*-functions) printf 'one()\ntwo()\nthree()\nfour()\nfive()\n' ;;
*) printf '%s\n' "$*" ;;
esac
END
    for part in 1/2 2/2; do
        PATH="$fakes:$PATH" NIGHTDESK_TEST_HOMES=$here NIGHTDESK_TEST_PART=$part "$house/tests/support/ownhome" test-$part "$fakes/test" entry
    done >"$here/said" 2>&1
    printf 'entry one three five\nentry two four\n' | cmp -s - "$here/said" || bad 'wrong functions'
    PATH="$fakes:$PATH" NIGHTDESK_TEST_HOMES=$here NIGHTDESK_TEST_PART=6/6 "$house/tests/support/ownhome" sixth "$fakes/test" entry >"$here/said" 2>&1 &&
        bad 'accepted a part without functions'
    expect_said 'sixth: there is no part 6/6'
    PATH="$fakes:$PATH" NIGHTDESK_TEST_HOMES=$here "$house/tests/support/ownhome" whole "$fakes/test" entry >"$here/said" 2>&1
    printf 'entry\n' | cmp -s - "$here/said" || bad 'not the whole test'

    fresh 'accounts: own system users, people from here, and a shell that is there'
    # shellcheck source=tools/dev/enter.sh
    . "$house/tools/dev/enter.sh"
    root=$here/root
    mkdir -p "$root/etc" "$root/bin"
    : >"$root/bin/bash"
    printf 'root:x:0:0:root:/root:/bin/bash\nsshd:x:100:65534::/run/sshd:/usr/sbin/nologin\nnobody:x:65534:65534::/:/usr/sbin/nologin\n' >"$root/etc/passwd.debian"
    printf 'root:x:0:\nshadow:x:42:\n' >"$root/etc/group.debian"
    getent() {
        case $* in
        passwd) printf 'root:x:0:0:me:/root:/bin/odd\ndaemon:x:1:1::/:/bin/sh\nanna:x:1000:1000::/home/observer:/bin/bash\nnobody:x:65534:65534::/:/bin/sh\n' ;;
        'passwd '*) printf 'ldapuser:x:%s:5000::/home/user:/opt/zsh\n' "$2" ;;
        group*) printf 'people:x:5000:\nadm:x:4:\n' ;;
        esac
    }
    id() { echo 70000; }
    write_accounts
    unset -f getent id
    printf 'ldapuser:x:70000:5000::/home/user:/bin/bash\nroot:x:0:0:me:/root:/bin/bash\nanna:x:1000:1000::/home/observer:/bin/bash\nsshd:x:100:65534::/run/sshd:/usr/sbin/nologin\nnobody:x:65534:65534::/:/usr/sbin/nologin\n' | cmp -s - "$root/etc/passwd" || bad "$(cat "$root/etc/passwd")"
    printf 'people:x:5000:\nroot:x:0:\nshadow:x:42:\n' | cmp -s - "$root/etc/group" || bad "$(cat "$root/etc/group")"

    fresh 'what is bound: a checkout elsewhere, nothing twice, no part of the system'
    mkdir -p "$here/home/in" "$here/out side"
    (
        # collect_binds reads these
        HOME=$here/home
        house="$here/out side"
        cache_dir=$here/home/in
        XDG_RUNTIME_DIR=/etc
        export HOME house cache_dir XDG_RUNTIME_DIR
        unset TMPDIR XAUTHORITY
        share /
        collect_binds
        printf '%s\n' "$binds" | cut -f 1 | grep -v -e '^/etc/' -e '^$'
    ) >"$here/said" 2>&1
    printf '%s\n' "$here/home" /tmp | cmp -s - "$here/said" || printf '%s\n' "$here/home" /tmp "$here/out side" | cmp -s - "$here/said" || bad 'wrong list'
}

# bad_text TEXT: a source of the program with that text, in a checkout for lint.
bad_text() {
    for room in app widgets monitors sessions; do
        mkdir -p "$checkout/$room"
    done
    mkdir "$checkout/resources"
    : >"$checkout/resources/empty.rc"
    printf '// %s\nQString f()\n{\n    return i18nc("@info", "%s");\n}\n' "$head" "$1" >"$checkout/app/bad.cpp"
}

# lint FAULT: what ./dev lint says about a small checkout with that one fault.
lints() {
    for fault in none layout shell licence python path binary letter generated desktop text long it page; do
        fresh "lint finds: $fault"
        checkout=$here/check\ out
        mkdir -p "$checkout/tools/dev"
        cp "$house/tools/dev/"check*.py "$checkout/tools/dev/"
        head='SPDX-License-Identifier: GPL-3.0-or-later'
        cp "$house/.clang-format" "$checkout/"
        printf '# One\n\n[here](#one), [a file](good.cpp), [elsewhere](https://example.org/)\n\n    [code](nowhere)\n' >"$checkout/good.md"
        printf '// %s\nint main()\n{\n    return 0;\n}\n' "$head" >"$checkout/good.cpp"
        printf '#!/bin/sh\n# %s\necho "$1"\n' "$head" >"$checkout/good script"
        printf '#!/usr/bin/env python3\n# %s\nprint(1)\n' "$head" >"$checkout/good.py"
        case $fault in
        layout) printf '// %s\nint  f( );\n' "$head" >"$checkout/bad.cpp" ;;
        shell) printf '#!/bin/sh\n# %s\necho $1\n' "$head" >"$checkout/bad" ;;
        licence) printf 'int f();\n' >"$checkout/bad.h" ;;
        python) printf '#!/usr/bin/python3\n# %s\nprint(\n' "$head" >"$checkout/bad" ;;
        path) printf 'see /%s/someone/notes\n' home >"$checkout/bad.md" ;;
        binary) printf 'a\000\377(/%s/someone/notes\000' home >"$checkout/bad.png" ;;
        letter) printf 'a\000z0/%s/someone/notes\000' home >"$checkout/bad.png" ;;
        generated) : >"$checkout/bad.pyc" ;;
        text) bad_text 'The desktop “%1” reconnects by itself.' ;;
        long) bad_text "née $(yes go | head -n 40 | paste -s -d ' ')" ;;
        it) bad_text 'It is “%1”.' ;;
        page) printf 'The desktop reconnects by\nitself.\n' >"$checkout/bad.md" ;;
        desktop) printf '[Desktop Entry]\nType=Nonsense\n' >"$checkout/bad.desktop" ;;
        esac
        git -C "$checkout" init -q
        git -C "$checkout" add -f .
        (
            # shellcheck source=tools/dev/lint.sh
            . "$house/tools/dev/lint.sh"
            # shellcheck source=tools/dev/translations.sh
            . "$house/tools/dev/translations.sh"
            house=$checkout
            lint
        ) >"$here/said" 2>&1
        status=$?
        if [ $fault = none ]; then
            expect_status 0
            expect_said 'no fault found'
        else
            expect_status 1
            expect_said 'bad'
            expect_said 'failed'
            case $fault in
            text | page) expect_said '“by itself”: automatically' ;;
            long) expect_said '41 words, at most 40' ;;
            it) expect_said 'name the subject' ;;
            esac
        fi
        [ -z "$(find "$checkout" -name __pycache__)" ] || bad 'left __pycache__'
    done
}

words
helps
passing
caches
native
roots
obstacles
interruptions
parts
lints
printf '%s rows, %s failures\n' "$rows" "$failures"
[ "$failures" = 0 ]
