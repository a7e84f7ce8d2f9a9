# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2034,SC2154
#
# After claim.sh: TAG NAME DESK SITE PROGRAM [ARGUMENT...]. Claims it and becomes that program: the claim is its own then.
one_tag=$1 one_name=$2 one_desk=$3 one_site=$4 one_share=nobody one_socket=''
shift 4
one_program=$(printf '%s\n' "$@" | one_plain | one_word)

one_begin || {
	one_refuse
	exit 0
}
one_obtain
case $? in
0)
	one_tell held "$one_blind"
	exec "$@"
	;;
1) one_report ;;
2) one_refuse ;;
esac
