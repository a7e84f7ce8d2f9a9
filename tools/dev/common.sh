# shellcheck shell=sh disable=SC2154 # cache_dir is ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What every part of ./dev uses: talking, failing, asking. Messages go to standard error, so that what a command prints
# (a path, a table) stays clean.

say() {
    printf 'dev: %s\n' "$*" >&2
}

# fail CODE SENTENCE: one clear sentence, then the end. 1: it went wrong; 2: wrong use; 3: this machine cannot do it yet.
fail() {
    code=$1
    shift
    say "$*"
    exit "$code"
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# confirm QUESTION: true for yes. Without a terminal nobody can answer, so --yes is asked for instead of guessed.
confirm() {
    if [ -n "${assume_yes:-}" ]; then
        return 0
    fi
    if [ ! -t 0 ]; then
        fail 3 "There is no terminal to answer a question: run the command again with --yes."
    fi
    printf 'dev: %s [Y/n] ' "$1" >&2
    read -r answer || answer=n
    case $answer in
    '' | y | Y | yes | Yes) return 0 ;;
    *) return 1 ;;
    esac
}

# explain_failure LOG WHAT: turns the log of apt or mmdebstrap into one sentence where the cause is a known one, else
# shows its end. Does not return.
explain_failure() {
    log=$1
    what=$2
    if grep -q -e 'No space left on device' -e "don't have enough free space" "$log"; then
        fail 3 "No space left while $what: free space on the disks of $cache_dir and ${TMPDIR:-/var/tmp}, then run the command again."
    fi
    if grep -q -e 'Could not resolve' -e 'Temporary failure resolving' -e 'Could not connect' -e 'Unable to connect' \
        -e 'Connection timed out' -e 'connection timed out' -e 'Network is unreachable' -e 'Connection failed' "$log"; then
        fail 3 "The Debian mirror could not be reached while $what: check the network (or the proxy of apt), then run the command again."
    fi
    if grep -q -e NO_PUBKEY -e 'is not signed' -e "couldn't be verified" "$log"; then
        fail 3 "The Debian keyring of this system has no keys of Debian 13: upgrade the package debian-archive-keyring, then run the command again."
    fi
    tail -n 15 "$log" | sed 's/^/    /' >&2
    fail 3 "Something failed while $what; the lines above are the end of $log."
}
