# shellcheck shell=sh disable=SC2154 # house is ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# ./dev translations: the texts that a person may see, as translators want them; docs/developer/translating.md tells how.

# Who says that his language is complete keeps it so: ./dev lint fails for these.
complete_languages=es

# extract_texts FOLDER: writes FOLDER/nightdesk.pot.
extract_texts() {
    # The texts of .rc files (menus, tool bars) as calls that xgettext knows; each stands on one line with its tag.
    sed -n \
        -e 's/&quot;/\\"/g' -e 's/&lt;/</g' -e 's/&gt;/>/g' -e 's/&amp;/\&/g' \
        -e 's/.*<text context="\([^"]*\)">\(.*\)<\/text>.*/i18nc("\1", "\2");/p' \
        -e 's/.*<text>\(.*\)<\/text>.*/i18n("\1");/p' \
        "$house"/resources/*.rc >"$1/rc.cpp"
    (cd "$house" && find app widgets monitors sessions -name '*.cpp' -o -name '*.h') | LC_ALL=C sort >"$1/files"
    # The line of a text is of use to nobody, and would change with each commit.
    xgettext --copyright-holder='The Nightdesk developers' --package-name=nightdesk --from-code=UTF-8 -C --kde \
        --add-location=file --add-comments=i18n -ci18n \
        -ki18n:1 -ki18nc:1c,2 -ki18np:1,2 -ki18ncp:1c,2,3 \
        -kki18n:1 -kki18nc:1c,2 -kki18np:1,2 -kki18ncp:1c,2,3 \
        -kkli18n:1 -kkli18nc:1c,2 -kkli18np:1,2 -kkli18ncp:1c,2,3 \
        -kxi18n:1 -kxi18nc:1c,2 -kxi18np:1,2 -kxi18ncp:1c,2,3 \
        --flag=kli18n:1:kde-format --flag=kli18nc:2:kde-format --flag=kli18np:1:kde-format --flag=kli18np:2:kde-format \
        --flag=kli18ncp:2:kde-format --flag=kli18ncp:3:kde-format \
        --directory="$house" --directory="$1" --files-from="$1/files" --output="$1/nightdesk.pot" rc.cpp || return 1
    # What the keys of profiles mean is told in English: by docs/facility/profile-reference.md and the schema, never by the program.
    msggrep --invert-match --msgctxt --regexp='^@info:whatsthis \(key\|variable\) of a profile' --add-location=file \
        --output-file="$1/nightdesk.pot" "$1/nightdesk.pot" || return 1
    sed -i -e '/^"POT-Creation-Date:/d' "$1/nightdesk.pot"
    rm -f "$1/rc.cpp" "$1/files"
}

# count_texts FILE OPTION...: how many texts of a .po file these options of msgattrib leave.
count_texts() {
    counted=$1
    shift
    msgattrib --no-obsolete "$@" "$counted" 2>/dev/null | awk '/^msgid /{ n++ } END { print (n > 0 ? n - 1 : 0) }'
}

# tell_language LANGUAGE FILE: FILE is merged with the template. True: nothing is missing.
tell_language() {
    missing=$(count_texts "$2" --untranslated)
    unsure=$(count_texts "$2" --translated --only-fuzzy)
    [ "$unsure" != 0 ] || unsure=$(count_texts "$2" --only-fuzzy)
    printf '%s: %s texts, %s missing, %s to be reviewed\n' "$1" "$(count_texts "$2")" "$missing" "$unsure"
    [ "$missing$unsure" = 00 ]
}

# check_translations: nothing is written but below a folder that goes again.
check_translations() {
    ls "$house"/translations/*/nightdesk.po >/dev/null 2>&1 || return 0
    export LC_ALL=C.UTF-8 # else gettext's tools complain of “ and …
    checked=$(mktemp -d)
    failed=''
    extract_texts "$checked" || failed=1
    for po in "$house"/translations/*/nightdesk.po; do
        language=$(basename "$(dirname "$po")")
        # msgfmt also compares the arguments of kde-format texts.
        msgfmt -c -o /dev/null "$po" || failed=1
        msgmerge --quiet --no-fuzzy-matching --output-file="$checked/$language.po" "$po" "$checked/nightdesk.pot" || failed=1
        case " $complete_languages " in
        *" $language "*)
            if ! tell_language "$language" "$checked/$language.po"; then
                msgattrib --untranslated --no-obsolete --no-wrap "$checked/$language.po" | sed -n -e 's/^#: /in /p' -e '/^msgid "[^"]/p'
                msgattrib --only-fuzzy --no-obsolete --no-wrap "$checked/$language.po" | sed -n -e 's/^#: /in /p' -e '/^msgid "[^"]/p'
                printf '%s is not complete: ./dev translations brings the texts into translations/%s/nightdesk.po.\n' "$language" "$language"
                failed=1
            fi
            ;;
        *) tell_language "$language" "$checked/$language.po" || true ;;
        esac
    done
    rm -rf "$checked"
    [ -z "$failed" ]
}

# update_translations: the template, and each language merged with it.
update_translations() {
    export LC_ALL=C.UTF-8
    mkdir -p "$house/build/translations"
    extract_texts "$house/build/translations" || fail 1 "The texts could not be collected."
    printf 'build/translations/nightdesk.pot: %s texts\n' "$(count_texts "$house/build/translations/nightdesk.pot")"
    for po in "$house"/translations/*/nightdesk.po; do
        msgmerge --quiet --update --backup=none --add-location=file "$po" "$house/build/translations/nightdesk.pot" ||
            fail 1 "$po cannot be read."
        tell_language "$(basename "$(dirname "$po")")" "$po" || true
    done
}

run_translations() {
    case "$# ${1-}" in
    '0 ') update_translations ;;
    '1 --check') check_translations || fail 1 "The translations have faults." ;;
    *)
        help_for translations >&2
        exit 2
        ;;
    esac
}
