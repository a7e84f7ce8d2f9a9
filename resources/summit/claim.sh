# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034,SC2015
# (names set elsewhere; "this and that, or on to the next")
#
# One copy only: functions for the scripts that start a program at the summit. A claim is a small file that names the process
# that holds it, so that no claim outlives its holder. Every account keeps its own in a directory that all may read; no secret
# is in there. What stands in another account's is a stranger's word: read up to a bound, shown as text, never run.
#
# To be set before: one_name (a file's name), one_desk, one_site, one_program, one_share (nobody, account, "group NAME"),
# one_socket (where it may be joined; empty: nowhere), one_tag (what lines for the console begin with).

one_root=/tmp
one_proc=/proc

one_tell() {
	printf '%s %.400s\n' "$one_tag" "$*"
}

one_plain() {
	LC_ALL=C tr -cd '\012\040-\176\200-\377'
}

one_number() {
	case $1 in
	'' | *[!0-9]* | ???????????????????*) return 1 ;;
	esac
}

one_nap() {
	sleep 0.1 2>/dev/null || sleep 1
}

# When process $1 was started, in ticks since the host's start: with its number it is one process's alone.
one_ticks() {
	one_t=$(cat "$one_proc/$1/stat" 2>/dev/null) || return 1
	one_t=${one_t##*) } # the name before it may hold anything
	set -f
	# shellcheck disable=SC2086
	set -- $one_t
	set +f
	[ $# -ge 20 ] || return 1
	case $1 in
	Z | X) return 1 ;;
	esac
	one_t=${20}
	one_number "$one_t"
}

# Whose process $1 is: the real user, for a program may run with another's rights.
one_user() {
	one_u=
	while read -r one_k one_v one_rest; do
		if [ "$one_k" = Uid: ]; then
			one_u=$one_v
			break
		fi
	done 2>/dev/null <"$one_proc/$1/status"
	one_number "$one_u"
}

# The name of who owns file $1.
one_owner() {
	one_l=$(LC_ALL=C ls -ld "$1" 2>/dev/null)
	set -f
	# shellcheck disable=SC2086
	set -- $one_l
	set +f
	one_a=${3:-?}
}

# Whether $1 is of kind $3 (d, -), belongs to user $2, and is nobody else's to write.
one_safe() {
	[ ! -h "$1" ] || return 1
	one_l=$(LC_ALL=C ls -ldn "$1" 2>/dev/null) || return 1
	set -f
	# shellcheck disable=SC2086
	set -- "$2" "$3" $one_l
	set +f
	case $3 in
	"$2"????[!w]??[!w]*) [ "$5" = "$1" ] ;;
	*) return 1 ;;
	esac
}

# Once, before all that follows. 2: refused, and one_why says what for.
one_begin() {
	one_why='' one_blind='' one_asks='' one_shown=''
	one_uid=$(id -u) && one_number "$one_uid" || {
		one_why='account ?'
		return 2
	}
	one_limit=
	if command -v timeout >/dev/null 2>&1; then
		one_limit='timeout 2' # opening what became a pipe would wait for ever
	fi
	one_boot=-
	{ read -r one_boot <"$one_proc/sys/kernel/random/boot_id"; } 2>/dev/null
	one_room=$(LC_ALL=C ls -ld "$one_proc/self/ns/pid" 2>/dev/null) # process numbers mean nothing in another container
	one_room=${one_room##*\[}
	one_room=${one_room%]}
	one_room=${one_room:--}
	one_ticks $$ || one_t=0
	one_began=$one_t
	case $one_share in
	"group "*) one_member "${one_share#group }" || {
		one_why="group ${one_share#group }"
		return 2
	} ;;
	esac
	one_mine=$one_root/nightdesk-$one_uid.one
	(umask 022 && mkdir -m 0755 "$one_mine") 2>/dev/null
	if ! one_safe "$one_mine" "$one_uid" d; then
		one_owner "$one_mine"
		one_why="directory $one_mine $one_a"
		return 2
	fi
	one_file=$one_mine/$one_name.$$.$one_began
}

# Whether this account is a member of group $1.
one_member() {
	case " $(id -Gn) " in
	*" $1 "*) ;;
	*) return 1 ;;
	esac
}

one_write() {
	one_new=$one_mine/.new.$$
	(
		umask 022
		rm -f "$one_new"
		set -C
		{
			printf 'nightdesk-claim 1\n'
			printf 'since %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
			printf 'process %s %s %s %s\n' $$ "$one_began" "$one_boot" "$one_room"
			printf 'desk %s\n' "$one_desk"
			printf 'site %s\n' "$one_site"
			printf 'program %s\n' "$one_program"
			printf 'share %s\n' "$one_share"
			[ -z "$one_socket" ] || printf 'socket %s\n' "$one_socket"
		} >"$one_new"
	) 2>/dev/null && mv -f "$one_new" "$one_file" 2>/dev/null && one_asks=yes
}

# Takes it back, or gives it up in the end. The one that others see goes first.
one_withdraw() {
	[ -z "$one_shown" ] || rm -f "$one_mine/$one_name"
	[ -z "$one_asks" ] || rm -f "$one_file"
	one_shown='' one_asks=''
}

# What claim $1 says, in one_c_*; 1: it is none.
one_read() {
	one_c_kind='' one_c_since='' one_c_process='' one_c_began='' one_c_boot='' one_c_room=''
	one_c_desk='' one_c_site='' one_c_program='' one_c_share='' one_c_socket='' one_c_held=''
	[ -f "$1" ] && [ ! -h "$1" ] || return 1
	one_text=$($one_limit dd if="$1" bs=4096 count=1 2>/dev/null | one_plain)
	while read -r one_k one_v; do
		case $one_k in
		nightdesk-claim) one_c_kind=$one_v ;;
		since) one_c_since=$one_v ;;
		process)
			read -r one_c_process one_c_began one_c_boot one_c_room <<-END
				$one_v
			END
			;;
		desk) one_c_desk=$one_v ;;
		site) one_c_site=$one_v ;;
		program) one_c_program=$one_v ;;
		share) one_c_share=$one_v ;;
		socket) one_c_socket=$one_v ;;
		held) one_c_held=yes ;;
		esac
	done <<-END
		$one_text
	END
	[ "$one_c_kind" = 1 ] && one_number "$one_c_process" && one_number "$one_c_began"
}

# Whether the holder of the claim that was read lives, as user $1 says; 2: that cannot be told.
one_lives() {
	[ "$one_c_boot" = "$one_boot" ] || return 1
	[ "$one_c_room" = "$one_room" ] || return 2
	if one_ticks "$one_c_process"; then
		[ "$one_t" = "$one_c_began" ] && one_user "$one_c_process" && [ "$one_u" = "$1" ]
		return
	fi
	if [ "$1" = "$one_uid" ]; then
		[ ! -r "$one_proc/self/stat" ] && kill -0 "$one_c_process" 2>/dev/null
		return
	fi
	[ -r "$one_proc/1/stat" ] || return 2
	return 1
}

# What the claim that was read, user $1's, means to this one. 0: nothing. 1: it is held. 3: it is asked for by who comes first,
# 4: by who comes after.
one_weigh() {
	one_unsure=
	one_lives "$1"
	case $? in
	1) return 0 ;;
	2) one_unsure=yes ;;
	esac
	one_c_user=$1
	[ -z "$one_c_held" ] || return 1
	if [ "$1" != "$one_uid" ]; then
		[ "$1" -gt "$one_uid" ] || return 3
	elif [ "$one_c_began" != "$one_began" ]; then
		[ "$one_c_began" -gt "$one_began" ] || return 3
	else
		[ "$one_c_process" -gt $$ ] || return 3
	fi
	return 4
}

# The claims of this account. As one_weigh; what decided it is in one_c_*.
one_here() {
	one_found=0
	for one_f in "$one_mine/$one_name".[0-9]*.[0-9]*; do
		[ "$one_f" != "$one_file" ] && one_read "$one_f" || continue
		one_weigh "$one_uid"
		one_found=$?
		case $one_found in
		0) rm -f "$one_f" ;; # nobody else's file will ever have this name
		*) return "$one_found" ;;
		esac
	done
	return "$one_found"
}

# The claims of the others: one file of a name that is known, so that a directory full of them costs nothing.
one_there() {
	one_later=
	one_count=0
	for one_d in "$one_root"/nightdesk-*.one; do
		[ "$one_d" != "$one_mine" ] && [ -f "$one_d/$one_name" ] || continue
		one_v=${one_d#"$one_root"/nightdesk-}
		one_v=${one_v%.one}
		one_n=$one_v
		one_number "$one_n" && one_safe "$one_d" "$one_n" d || continue
		one_count=$((one_count + 1)) # of accounts, of which nobody has many: directories are anybody's to make
		if [ "$one_count" -gt 64 ]; then
			one_owner "$one_d"
			one_why="crowd $one_root/nightdesk-*.one $one_a"
			return 2
		fi
		one_read "$one_d/$one_name" || continue
		one_weigh "$one_n"
		one_found=$?
		case $one_found in
		0) ;;
		4) one_later=yes ;;
		*) return "$one_found" ;;
		esac
	done
	[ -z "$one_later" ] || return 4
	return 0
}

# one_claim, but this desk's own that was just asked to end takes a moment to go.
one_obtain() {
	one_again=0
	while :; do
		one_claim
		one_answer=$?
		if [ $one_answer != 1 ] || [ $one_again -ge "${one_patience:-40}" ] || ! one_owned; then
			return $one_answer
		fi
		one_again=$((one_again + 1))
		one_nap
	done
}

# Looks, and claims nothing. 0: nobody has it. 1: somebody has, or is about to.
one_look() {
	one_here && one_there
	case $? in
	0) return 0 ;;
	2) return 2 ;;
	*) return 1 ;;
	esac
}

# Claims it for this process, $$. 0: it is ours, and the program may be started. 1: somebody has it (one_report). 2: refused
# (one_refuse). Each asks first and looks then, so that of two that ask at once one at least sees the other; who comes after
# takes its claim back, and who comes first waits for that.
one_claim() {
	one_round=0
	while [ $one_round -lt 100 ]; do
		one_here
		one_answer=$?
		if [ $one_answer = 0 ]; then
			if [ -n "$one_asks" ] && [ -z "$one_shown" ]; then
				rm -f "$one_mine/$one_name"
				ln "$one_file" "$one_mine/$one_name" 2>/dev/null || {
					one_withdraw
					one_why="directory $one_mine ?"
					return 2
				}
				one_shown=yes
			fi
			one_there
			one_answer=$?
		fi
		case $one_answer in
		0)
			if [ -z "$one_asks" ]; then
				one_write || {
					one_why="directory $one_mine ?"
					return 2
				}
				continue
			fi
			if one_outside; then
				one_withdraw
				return 1
			fi
			echo held >>"$one_file"
			return 0
			;;
		1 | 2)
			one_withdraw
			return $one_answer
			;;
		3) one_withdraw ;;
		esac
		one_round=$((one_round + 1))
		one_nap
	done
	one_withdraw # one that asks for so long stands in the way
	return 1
}

# Of a program's arguments, a line each: what it is called. An interpreter is called by what it runs.
one_word() {
	one_first=
	while IFS= read -r one_v; do
		if [ -z "$one_first" ]; then
			one_first=${one_v##*/}
			one_first=${one_first#-}
			case $one_first in
			sh | bash | dash | ash | ksh* | mksh | zsh | csh | tcsh | fish | env | nohup | setsid | java | node | nodejs) continue ;;
			python | python[0-9]* | perl | perl[0-9]* | ruby | ruby[0-9]* | tclsh* | wish* | expect*) continue ;;
			esac
			break
		fi
		case $one_v in
		-* | [A-Za-z_]*=* | '') ;;
		*)
			one_first=${one_v##*/}
			break
			;;
		esac
	done
	printf '%s\n' "$one_first"
}

# Whether a process that holds no claim is called as ours is: then it is in one_c_*. What cannot be seen is in one_blind.
one_outside() {
	one_blind=
	if [ ! -r "$one_proc/self/cmdline" ] || ! command -v grep >/dev/null 2>&1; then
		one_blind=all
		return 1
	fi
	[ -r "$one_proc/1/cmdline" ] || one_blind=others
	[ -n "$one_program" ] || return 1
	# One grep reads them all; few are left to look at.
	# shellcheck disable=SC2013
	for one_f in $(cd "$one_proc" && grep -lsF -e "$one_program" [0-9]*/cmdline 2>/dev/null | head -n 300); do
		one_p=${one_f%/cmdline}
		[ "$one_p" != $$ ] || continue
		one_w=$(tr '\000\012' '\012\040' 2>/dev/null <"$one_proc/$one_p/cmdline" | head -n 12 | one_plain | one_word)
		[ "$one_w" = "$one_program" ] && one_ticks "$one_p" || continue
		one_c_kind=outside one_c_process=$one_p one_c_began=$one_t
		return 0
	done
	return 1
}

# Whether the claim that was read is of a display that this account may join.
one_joinable() {
	[ -n "$one_c_socket" ] || return 1
	case $one_c_share in
	account | "group "*) ;;
	*) return 1 ;;
	esac
	[ "$one_c_user" = "$one_uid" ] || [ "$one_c_share" != account ] || return 1
	case $one_c_socket in
	*/../* | */./* | *//*) return 1 ;;
	"$one_root/nightdesk-$one_c_user"/* | "$one_root/nightdesk-$one_c_user".*/*) ;;
	*) return 1 ;;
	esac
	one_round=0 # it may be about to come up
	until [ -S "$one_c_socket" ] && [ -w "$one_c_socket" ]; do
		[ $one_round -lt 30 ] || return 1
		one_round=$((one_round + 1))
		one_nap
	done
	# Its directory is that account's: what is there may lead to anybody's socket. Whose that is it cannot change.
	[ ! -h "$one_c_socket" ] && one_l=$(LC_ALL=C ls -ldn "$one_c_socket" 2>/dev/null) || return 1
	set -f
	# shellcheck disable=SC2086
	set -- $one_l
	set +f
	[ "$3" = "$one_c_user" ]
}

# Tells the console who has it.
one_report() {
	one_tell occupied
	if [ "$one_c_kind" = outside ]; then
		one_owner "$one_proc/$one_c_process"
		one_tell account "$one_a"
		one_tell process "$one_c_process"
		one_tell program "$one_program"
		if read -r one_up one_rest <"$one_proc/uptime"; then
			one_tell age $((${one_up%%.*} - one_c_began / 100)) # ticks a second, on all Linux
		fi 2>/dev/null
	else
		one_tell claimed
		one_owner "$one_root/nightdesk-$one_c_user.one"
		one_tell account "$one_a"
		one_tell process "$one_c_process"
		one_tell since "$one_c_since"
		one_tell site "$one_c_site"
		one_tell program "$one_c_program"
		[ -z "$one_unsure" ] || one_tell unsure "$one_root/nightdesk-$one_c_user.one/$one_name"
		if one_owned; then
			one_tell own
		fi
		if one_joinable; then
			one_tell watch "$one_c_socket"
		fi
	fi
	one_tell end
}

# The claim that was read is this desk's own.
one_owned() {
	[ "$one_c_kind" = 1 ] && [ "$one_c_user" = "$one_uid" ] && [ -n "$one_desk" ] && [ "$one_c_desk" = "$one_desk" ]
}

# Tells the console why nothing can be claimed.
one_refuse() {
	one_tell refused "$one_why"
	one_tell end
}

# For app.sh and apprun.sh, which want no patterns read as such.

# [KEY=VALUE...] [-- N SERVER-ARGUMENT... COMMAND...]
one_keys() {
	one_tag=one one_name='' one_desk='' one_site='' one_share=nobody one_socket='' one_program=''
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		case $1 in
		one=*) one_name=${1#*=} ;;
		desk=*) one_desk=${1#*=} ;;
		site=*) one_site=${1#*=} ;;
		share=*) one_share=${1#*=} ;;
		esac
		shift
	done
	[ $# -ge 2 ] || return 0
	one_program=$(
		shift $((2 + $2))
		printf '%s\n' "$@" | one_plain | one_word
	)
}

# Whether the display may be opened: nobody has it, or it is this desk's own. Else one_say tells.
one_gate() {
	set +f
	one_begin && one_look
	one_gated=$?
	set -f
	[ "$one_gated" = 0 ] || { [ "$one_gated" = 1 ] && one_owned; }
}

one_say() {
	set +f
	if [ "$one_gated" = 1 ]; then
		one_report
	else
		one_refuse
	fi
	set -f
}

# Claims it for the display's keeper, or tells why not.
one_take() {
	set +f
	one_begin && one_obtain
	one_gated=$?
	set -f
	[ "$one_gated" = 0 ] || {
		one_say
		return 1
	}
}
