# bash completion for nightdesk                                                       -*- shell-script -*-
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The program itself tells what may come next: "nightdesk complete -- WORD...".

_nightdesk() {
    local cur=${COMP_WORDS[COMP_CWORD]} line name i
    local -a words=()
    # "--site=x" arrives as three words.
    [[ $cur == = ]] && cur=
    for ((i = 1; i < COMP_CWORD; ++i)); do
        [[ ${COMP_WORDS[i]} == = ]] || words+=("${COMP_WORDS[i]}")
    done
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
        :files | :directories)
            compopt -o filenames 2>/dev/null
            while IFS= read -r name; do
                COMPREPLY+=("$name")
            done < <(if [[ $line == :files ]]; then compgen -f -- "$cur"; else compgen -d -- "$cur"; fi)
            ;;
        :commands)
            while IFS= read -r name; do
                COMPREPLY+=("$name")
            done < <(compgen -c -- "$cur" | sort -u)
            ;;
        ?*)
            printf -v name %q "${line%%$'\t'*}"
            COMPREPLY+=("$name")
            ;;
        esac
    done < <("${1/#\~/$HOME}" complete -- "${words[@]}" "$cur" 2>/dev/null)
}

complete -F _nightdesk nightdesk
