# shellcheck shell=sh disable=SC2154 # house, cache_dir, word and assume_yes are ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What this system is and has: its release, its apt, its packages.

system=${NIGHTDESK_SYSTEM:-} # where the tests keep another system's files
os_release=$system/etc/os-release
apt_lists=$system/var/lib/apt/lists

sshd_masked=''

# The oldest versions Nightdesk builds with. libssh: the fixes of 2026 (the build and the program check it as well).
minimum_versions='qt6-base-dev 6.8
libkf6coreaddons-dev 6.13
libssh-dev 0.11.5'

# os_field NAME: a field of os-release, empty when it is not there.
os_field() {
    sed -n "s/^$1=//p" "$os_release" 2>/dev/null | sed 's/^"\(.*\)"$/\1/; q'
}

# One word for this release, for example debian-13.
os_id() {
    printf '%s-%s\n' "$(os_field ID)" "$(os_field VERSION_ID)"
}

# first_use: set where somebody waits for a first look; what only tests, lint and benchmarks use is left for later then.
first_use=''

wanted_packages() {
    if [ "$word" = package ]; then
        packaging_packages
        return 0
    fi
    sed "${first_use:+/^# Not for the demo/,\$d; }s/#.*//; s/[[:space:]]//g; /^\$/d" "$house/tools/dev/packages"
}

# missing_packages NAME...: those of them that are not installed.
missing_packages() {
    # shellcheck disable=SC2016 # dpkg-query fills these in, not the shell
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p') || true
    for package in "$@"; do
        case "
$installed
" in
        *"
$package
"*) ;;
        *) printf '%s\n' "$package" ;;
        esac
    done
}

apt_lists_empty() {
    for list in "$apt_lists"/*Packages*; do
        if [ -e "$list" ]; then
            return 1
        fi
    done
    return 0
}

# True for releases known to carry an older Qt, so that apt need not be asked.
too_old_by_name() {
    major=$(os_field VERSION_ID | sed 's/\..*//')
    case $(os_field ID):$major in
    debian:[0-9] | debian:1[0-2] | ubuntu:1? | ubuntu:2[0-4]) return 0 ;;
    *) return 1 ;;
    esac
}

# versions_suffice: reads "package version" lines and says whether each minimum is met.
versions_suffice() {
    offered=$(cat)
    while read -r package minimum; do
        version=$(printf '%s\n' "$offered" | sed -n "s/^$package //p" | head -n 1)
        if [ -z "$version" ] || [ "$version" = '(none)' ] || ! dpkg --compare-versions "$version" ge "$minimum"; then
            return 1
        fi
    done <<END
$minimum_versions
END
}

# True when everything is installed already, new enough: the quick way, without asking apt (apt-cache takes 0.8 s).
native_ready() {
    # shellcheck disable=SC2046 # package names hold no blanks
    if [ -n "$(missing_packages $(wanted_packages))" ]; then
        return 1
    fi
    # shellcheck disable=SC2016,SC2046
    dpkg-query -W -f='${Package} ${Version}\n' $(printf '%s\n' "$minimum_versions" | sed 's/ .*//') | versions_suffice
}

# True when this system's apt offers every package, new enough. A release is judged by what it has, not by its name.
native_possible() {
    # shellcheck disable=SC2046
    offers=$(LC_ALL=C apt-cache policy $(wanted_packages) 2>/dev/null |
        awk '/^[^ ].*:$/ { name = substr($0, 1, length($0) - 1) } /^  Candidate:/ { print name, $2 }')
    for package in $(wanted_packages); do
        case "
$offers" in
        *"
$package (none)"*) return 1 ;;
        *"
$package "*) ;;
        *) return 1 ;;
        esac
    done
    printf '%s\n' "$offers" | versions_suffice
}

# as_root COMMAND...: runs it as root. Whoever calls has asked already.
as_root() {
    # Without descriptor 9: a service that a package starts would keep the lock of the root's making.
    if [ "$(id -u)" = 0 ]; then
        "$@" 9>&-
    else
        sudo "$@" 9>&-
    fi
}

# allow_root WHAT: asks before sudo; as root there is nothing to ask.
allow_root() {
    if [ "$(id -u)" = 0 ]; then
        return 0
    fi
    if ! have sudo; then
        fail 3 "Nightdesk needs $1, and there is no sudo here: ask an administrator to install them, then run the command again."
    fi
    confirm "Nightdesk needs $1. Install with sudo apt-get?" ||
        fail 3 "Nothing was installed, and ./dev needs $1."
}

apt_update() {
    say "Fetching apt's package lists (apt-get update)."
    if ! as_root apt-get -q -o DPkg::Lock::Timeout=300 update </dev/null >"$cache_dir/setup.log" 2>&1 || apt_lists_empty; then
        explain_failure "$cache_dir/setup.log" "fetching apt's package lists"
    fi
}

# install_packages NAME...: says what is missing, asks before sudo, installs. Does nothing when all are there.
install_packages() {
    # shellcheck disable=SC2046
    set -- $(missing_packages "$@")
    if [ $# = 0 ]; then
        return 0
    fi
    say "These Debian packages are missing: $*"
    allow_root "these packages"
    if apt_lists_empty; then
        apt_update
    fi
    case " $* " in
    *' openssh-server '*) keep_sshd_off ;;
    esac
    say "Installing them (log: $cache_dir/setup.log)."
    if ! apt_install "$@"; then
        # Old lists name versions that the mirror no longer has; fresh ones fix that.
        apt_update
        apt_install "$@" || explain_failure "$cache_dir/setup.log" "installing packages"
    fi
    if [ -n "$sshd_masked" ]; then
        as_root systemctl disable ssh.service ssh.socket >>"$cache_dir/setup.log" 2>&1 || true
        as_root systemctl unmask --runtime ssh.service ssh.socket >>"$cache_dir/setup.log" 2>&1 || true
        sshd_masked=''
    fi
}

# The tests start an sshd of their own on loopback. Debian would also start one for everybody: nobody asked for that.
keep_sshd_off() {
    if [ -d "$system/run/systemd/system" ] && have systemctl; then
        say "openssh-server is only for the tests: its service stays off (systemctl enable --now ssh turns it on)."
        as_root systemctl mask --runtime ssh.service ssh.socket >"$cache_dir/setup.log" 2>&1 || true
        sshd_masked=1
    fi
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@" \
        </dev/null >"$cache_dir/setup.log" 2>&1
}

# choose_environment: sets environment to "native" or "root". NIGHTDESK_ENVIRONMENT forces one of them.
choose_environment() {
    environment=${NIGHTDESK_ENVIRONMENT:-}
    case $environment in
    native | root) return 0 ;;
    '') ;;
    *) fail 2 "NIGHTDESK_ENVIRONMENT is \"$environment\": expected \"native\" or \"root\"." ;;
    esac
    if ! have apt-get || ! have dpkg-query; then
        fail 3 "Nightdesk's ./dev needs Debian or a derivative (apt-get and dpkg); this is $(os_field PRETTY_NAME)."
    fi
    if native_ready; then
        environment=native
    elif root_is_ready; then
        environment=root
    elif too_old_by_name; then
        environment=root
    else
        if apt_lists_empty; then
            allow_root "apt's package lists, which are empty here"
            apt_update
        fi
        if native_possible; then
            environment=native
        else
            environment=root
        fi
    fi
}
