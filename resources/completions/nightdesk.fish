# fish completion for nightdesk
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The program itself tells what may come next: "nightdesk complete -- WORD...".

function __nightdesk_offer
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    for line in ($before[1] complete -- $before[2..-1] "$typed" 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$typed"
            case ':directories'
                __fish_complete_directories "$typed"
            case ':commands'
                complete -C "$typed"
            case '*'
                printf '%s\n' $line
        end
    end
end

complete -c nightdesk -f -a '(__nightdesk_offer)'
