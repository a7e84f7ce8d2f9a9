# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2034,SC2154
#
# After claim.sh: TAG NAME PROCESS SOCKET. Says "watching" once the display there, which another desk or account started, was
# found as its claim tells, and "ended" when it is no more. In between it says something now and then: who does not listen any
# more ends it by that.
one_tag=$1 one_name=$2 one_desk='' one_site='' one_share=nobody one_socket='' one_program=''
one_begin || {
	one_refuse
	exit 0
}
one_user=${4#"$one_root"/nightdesk-}
one_user=${one_user%%[./]*}
one_d=$one_root/nightdesk-$one_user.one
if one_number "$one_user" && one_safe "$one_d" "$one_user" d && one_read "$one_d/$one_name" && [ "$one_c_process" = "$3" ] &&
	[ "$one_c_socket" = "$4" ] && [ -S "$4" ] && [ -w "$4" ]; then
	one_lives "$one_user"
	one_answer=$?
	if [ $one_answer != 1 ]; then
		one_tell watching
		one_round=0
		while [ -S "$4" ] && { [ $one_answer = 2 ] || { one_ticks "$3" && [ "$one_t" = "$one_c_began" ]; }; }; do
			one_round=$((one_round + 1))
			[ $((one_round % 5)) != 0 ] || one_tell still
			sleep 1
		done
	fi
fi
one_tell ended
