# shellcheck shell=sh disable=SC2154 # house and cache_dir are ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the Debian 13 root where this system's own Qt is too old: once, with mmdebstrap, in the user's cache directory.
# It is built as root-HASH.partial and renamed when whole, so a root that is there is a good one.

root_suite=trixie
root_format=1 # raise it when the way a root is made changes
root_needs_mb=4000 # a root takes 2.4 GB, and while it is made its packages 0.9 GB more
default_mirror=http://deb.debian.org/debian
debian_keyring=/usr/share/keyrings/debian-archive-keyring.gpg

root_hash() {
    { wanted_packages | sort -u && printf '%s %s\n' "$root_suite" "$root_format"; } | sha256sum | cut -c 1-12
}

root_is_ready() {
    [ -e "$root/etc/nightdesk-root" ]
}

# apt's own reading of its sources, one line each: URI|suite|file. It knows both formats, comments and
# Enabled: no; without release info it names them whether or not their lists were fetched.
apt_sources() {
    # shellcheck disable=SC2016 # apt fills these in
    apt-get indextargets --no-release-info --format '$(REPO_URI)|$(RELEASE)|$(SOURCESENTRY)' 'Identifier: Packages' 2>/dev/null || true
}

# source_for SUITE...: URI and file of the first of this system's sources with one of these suites.
source_for() {
    for suite in "$@"; do
        found=$(printf '%s\n' "$sources" | awk -F '|' -v suite="$suite" '$2 == suite { sub(/\/$/, "", $1); print $1, $3; exit }')
        if [ -n "$found" ]; then
            printf '%s\n' "$found"
            return 0
        fi
    done
}

# signing_keys FILE: the key files that an apt source file names (signed-by of both formats), as far as they exist.
signing_keys() {
    [ -r "$1" ] || return 0
    sed -n 's/^ *[Ss]igned-[Bb]y: *//p; s/.*[[ ]signed-by=\([^] ]*\).*/\1/p' "$1" | tr -s '[:blank:],' '\n' | sort -u | while read -r key; do
        case $key in
        /*) [ ! -r "$key" ] || printf '%s\n' "$key" ;;
        esac
    done
}

# answers URI SUITE: whether the mirror has that suite. Asked through apt, so through its proxy.
answers() {
    "$system/usr/lib/apt/apt-helper" -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 -o Acquire::Retries=1 \
        download-file "$1/dists/$2/InRelease" "$root.InRelease" </dev/null >"$cache_dir/setup.log" 2>&1
    answered=$?
    rm -f "$root.InRelease"
    return $answered
}

# find_mirror: sets root_sources, the lines for apt in the new root: this system's mirror where it has Debian 13.
find_mirror() {
    sources=$(apt_sources)
    codename=$(os_field VERSION_CODENAME)
    main='' security='' updates=''
    if [ "$(os_field ID)" = debian ]; then
        main=$(source_for "$codename" stable oldstable testing)
        security=$(source_for "$codename-security" stable-security oldstable-security "$codename/updates")
        updates=$(source_for "$codename-updates" stable-updates oldstable-updates)
    fi
    if [ -z "$main" ]; then
        main=$(printf '%s\n' "$sources" | awk -F '|' '$1 ~ /\/debian\/?$/ { sub(/\/$/, "", $1); print $1, $3; exit }')
    fi
    mirror=${main%% *}
    if [ -z "$mirror" ] || ! answers "$mirror" "$root_suite"; then
        if ! answers "$default_mirror" "$root_suite"; then
            fail 3 "No answer from the Debian mirror ${mirror:-$default_mirror} for Debian 13: check the network (or the proxy of apt), then run the command again."
        fi
        if [ -n "$mirror" ]; then
            say "This system's mirror $mirror has no Debian 13: using $default_mirror."
        fi
        mirror=$default_mirror
    fi
    keys=$(signing_keys "$(printf '%s\n' "${main#* }" | sed 's/:[0-9]*$//')")
    case "
$keys
" in
    *"
$debian_keyring
"*) ;;
    *) keys="$debian_keyring $keys" ;;
    esac
    # shellcheck disable=SC2086 # one word for each key
    signed_by=$(printf '%s\n' $keys | paste -s -d ,)
    root_sources="deb [signed-by=$signed_by] $mirror $root_suite main"
    for extra in "${updates%% *} $root_suite-updates" "${security%% *} $root_suite-security"; do
        # shellcheck disable=SC2086 # URI and suite
        set -- $extra
        if [ $# = 2 ] && answers "$1" "$2"; then
            root_sources="$root_sources
deb [signed-by=$signed_by] $1 $2 main"
        fi
    done
}

# The settings of this system's apt that say how to reach and judge a mirror: proxy, certificates, checks of dates.
apt_settings() {
    apt-config dump | grep -E '^Acquire::(http|https|Check-Valid-Until|Check-Date|Max-ValidTime|Retries|ForceIPv[46])\b' |
        grep -v '::User-Agent ' | grep -v ' "";$' || true
    printf 'Acquire::Languages "none";\n'
}

free_mb() {
    df -P -k "$1" | awk 'NR == 2 { print int($4 / 1024) }'
}

require_space() {
    free=$(free_mb "$1")
    if [ "$free" -lt "$root_needs_mb" ]; then
        fail 3 "A Debian 13 root needs $root_needs_mb MB and $1 has $free MB free: free space, or set $2 to a directory with more space."
    fi
}

require_namespaces() {
    if [ "$(id -u)" = 0 ]; then
        if ! unshare --mount true 2>/dev/null; then
            fail 3 "This container does not allow root to make mount namespaces (unshare --mount): start it with CAP_SYS_ADMIN, or use Debian 13."
        fi
        return 0
    fi
    if ! unshare --user --map-root-user true 2>/dev/null; then
        fail 3 "This system does not allow ordinary users to make user namespaces (see user.max_user_namespaces, kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns in sysctl): allow them, or run ./dev as root."
    fi
    user=$(id -un 2>/dev/null) || user=$(id -u)
    for map in subuid subgid; do
        if ! grep -q -e "^$user:" -e "^$(id -u):" "$system/etc/$map" 2>/dev/null; then
            fail 3 "$user has no range of ids in /etc/$map, which mmdebstrap needs: as root, run usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $user."
        fi
    done
}

# remove_tree DIR: removes a root. Never reaches through a mount: nothing may be mounted there, and it checks.
remove_tree() {
    [ -e "$1" ] || return 0
    if cut -d ' ' -f 5 /proc/self/mountinfo | grep -q -F -e "$(printf '%s' "$1" | sed 's/ /\\040/g')/"; then
        fail 1 "Something is mounted below $1: unmount it, then run the command again."
    fi
    # Unpacked as an ordinary user, some directories lack the write permission that removing needs.
    if [ "$(id -u)" != 0 ]; then
        chmod -R u+rwX "$1" 2>/dev/null || true
    fi
    rm -rf --one-file-system "$1"
}

# What an interrupted making left behind: the half-made root, and mmdebstrap's own directory, whose files belong to
# sub-uids (so only mmdebstrap's helper may remove them).
remove_leftovers() {
    remove_tree "$root.partial"
    if [ -s "$root.workdir" ]; then
        workdir=$(cat "$root.workdir")
        case $workdir in
        */nightdesk-root.*)
            if [ -d "$workdir" ]; then
                for left in "$workdir"/mmdebstrap.*; do
                    [ ! -e "$left" ] || mmdebstrap --unshare-helper rm -rf --one-file-system "$left" 2>/dev/null || true
                done
                rm -rf --one-file-system "$workdir"
            fi
            ;;
        esac
    fi
    rm -f "$root.workdir" "$root.fifo" "$root.tar-log" "$root.InRelease"
}

# mmdebstrap hears SIGTERM only when its packages are installed, minutes later: so its whole group, after a second by
# SIGKILL. Its processes are in a pid namespace whose first process is in the group, so none is left.
making_ended() {
    status=$?
    trap - EXIT INT TERM HUP
    if [ -n "${maker:-}" ] && kill -s TERM -- "-$maker" 2>/dev/null; then
        sleep 1
        kill -s KILL -- "-$maker" 2>/dev/null || true
        wait "$maker" 2>/dev/null || true
    fi
    if [ -n "${unpacker:-}" ]; then
        kill "$unpacker" 2>/dev/null || true
        wait "$unpacker" 2>/dev/null || true
    fi
    remove_leftovers
    exit "$status"
}

# bootstrap TARGET OUTPUT COMMAND...: mmdebstrap in the background, so that a signal is heard at once; maker is its pid.
bootstrap() {
    target=$1
    output=$2
    shift 2
    # In a session of its own: when something fails mmdebstrap sends SIGHUP to its whole process group.
    # Manual pages are of no use there, and a root that a crash spoils is made again: no sync after each package. Who gives libraries
    # of it away (./dev package --bundle) says under which licenses.
    setsid "$@" --variant=apt --aptopt="$work/apt.conf" --dpkgopt=force-unsafe-io \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-include=/usr/share/doc/*/copyright' --include="$(wanted_packages | paste -s -d ,)" "$root_suite" "$target" - \
        <"$work/sources.list" >"$output" 2>"$cache_dir/setup.log" &
    maker=$!
}

bootstrap_as_root() {
    # Namespaces of its own: whatever it mounts in the new root and whatever it runs is gone with it, however it ends.
    bootstrap "$root.partial" /dev/null unshare --mount --propagation private --pid --fork --kill-child --mount-proc -- \
        mmdebstrap --mode=root
    wait "$maker"
}

# tar stops at the archive's end mark; what pads the archive after it must be read too, or mmdebstrap calls it a failure.
unpack_root() {
    tar -x -f - -C "$root.partial" --no-same-owner --exclude='./dev/*' 2>"$root.tar-log"
    unpacked=$?
    cat >/dev/null
    return $unpacked
}

# As an ordinary user mmdebstrap works with sub-uids, to whom bubblewrap could not bind: its tar is unpacked as the
# user's own files, while it is written. It makes the tree in TMPDIR, which sub-uids must reach: not in a private home.
bootstrap_as_user() {
    mkfifo "$root.fifo"
    mkdir "$root.partial"
    unpack_root <"$root.fifo" 9>&- &
    unpacker=$!
    bootstrap - "$root.fifo" env TMPDIR="$work" mmdebstrap --mode=unshare
    made=0
    wait "$maker" || made=$?
    unpacked=0
    wait "$unpacker" || unpacked=$?
    if [ $unpacked != 0 ] && [ $made = 0 ]; then
        cat "$root.tar-log" >>"$cache_dir/setup.log"
    fi
    chmod -R u+rwX "$root.partial"
    [ $made = 0 ] && [ $unpacked = 0 ]
}

# What the running root gets from this system is bound or written at each start; here its own state is made ready.
finish_root() {
    etc=$root.partial/etc
    cp "$etc/passwd" "$etc/passwd.debian"
    cp "$etc/group" "$etc/group.debian"
    rm -f "$etc/resolv.conf" "$etc/hosts" "$etc/machine-id"
    : >"$etc/resolv.conf"
    : >"$etc/hosts"
    : >"$etc/machine-id"
    mkdir -p "$root.partial/run/sshd" "$root.partial/mnt" "$root.partial/usr/local/share/fonts/host"
    printf 'Debian %s root of Nightdesk, made on %s\n' "$root_suite" "$(os_id)" >"$etc/nightdesk-root"
}

# Roots of older package lists that nothing has used for a month.
remove_old_roots() {
    for old in "$cache_dir"/root-*/etc/nightdesk-root; do
        old=${old%/etc/nightdesk-root}
        if [ "$old" != "$root" ] && [ -n "$(find "$old/etc/nightdesk-root" -mtime +30 2>/dev/null)" ]; then
            say "Removing ${old##*/}, not used for a month."
            remove_tree "$old"
        fi
    done
}

# Two that start at once make one root: the second waits.
make_root() {
    exec 9>"$root.lock"
    if ! flock -n 9; then
        say "Another ./dev is making the Debian 13 root: waiting for it."
        flock 9
    fi
    root_is_ready || make_root_locked
    exec 9>&-
}

make_root_locked() {
    require_namespaces
    if [ "$(id -u)" = 0 ]; then
        install_packages mmdebstrap debian-archive-keyring
    else
        install_packages mmdebstrap debian-archive-keyring uidmap bubblewrap
    fi
    remove_leftovers
    require_space "$cache_dir" XDG_CACHE_HOME
    trap making_ended EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    trap 'exit 129' HUP
    find_mirror
    work=$(mktemp -d "${TMPDIR:-/var/tmp}/nightdesk-root.XXXXXX")
    printf '%s\n' "$work" >"$root.workdir"
    chmod 711 "$work"
    apt_settings >"$work/apt.conf"
    printf '%s\n' "$root_sources" >"$work/sources.list"
    say "Making a Debian 13 root with $(wanted_packages | wc -l) packages from $mirror, once; it takes some minutes (log: $cache_dir/setup.log)."
    if [ "$(id -u)" = 0 ]; then
        bootstrap_as_root || bootstrap_failed
    else
        require_space "$work" TMPDIR
        bootstrap_as_user || bootstrap_failed
    fi
    maker=''
    unpacker=''
    finish_root
    mv "$root.partial" "$root"
    trap - EXIT INT TERM HUP
    remove_leftovers
    remove_old_roots
}

bootstrap_failed() {
    explain_failure "$cache_dir/setup.log" "making the Debian 13 root"
}
