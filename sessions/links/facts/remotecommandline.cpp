// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/remotecommandline.h"

#include <QCryptographicHash>

namespace Nightdesk
{
namespace
{
/// What no shell sees anything in between single quotes, printf's %b included.
bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || QByteArrayView("_-./:,=+@ ").contains(c);
}

/// A single-quoted word for every shell: no quote, no newline, no exclamation mark (csh takes it for history even there),
/// and a backslash only before a digit (csh and fish leave just that one alone). printf %b reads it back.
QByteArray encoded(const QByteArray &argument)
{
    QByteArray word = "'";
    for (const char c : argument) {
        if (isPlain(c)) {
            word += c;
        } else {
            word += "\\0" + QByteArray::number(static_cast<unsigned char>(c), 8).rightJustified(3, '0');
        }
    }
    return word + '\'';
}

/// Of $1 a file named $2, and XENVIRONMENT for what comes; $3 is said where that cannot be. A file of that name is whole: it was
/// renamed to it. Others could put a directory, or a link to one, where ours is to be: a link's line begins with l. One that is
/// shared with a group (displays that it may join) is the account's own, too, as the one inside it always is.
constexpr auto keepResources =
    "d=/tmp/nightdesk-$(id -u); f=$d/xrm/$2; "
    "if (umask 077; mkdir \"$d\"; "
    "case $(ls -ld \"$d\") in (drwx------*|drwx--x---*) [ -O \"$d\" ] || exit 1;; (*) exit 1;; esac; "
    "mkdir \"$d/xrm\"; "
    "case $(ls -ld \"$d/xrm\") in (drwx------*) [ -O \"$d/xrm\" ];; (*) exit 1;; esac && { [ -s \"$f\" ] || { printf %b \"$1\" >\"$f.$$\" && mv -f \"$f.$$\" "
    "\"$f\"; }; }) 2>/dev/null; "
    "then XENVIRONMENT=$f; export XENVIRONMENT; else printf \"%b\\012\" \"$3\" >&2; fi; shift 3; ";
}

QByteArray remoteCommandLine(const QStringList &arguments, const QByteArray &mark, const RemoteResources &resources)
{
    // Whatever the login shell is, it only has to pass quoted words to a POSIX sh, which decodes them in place: each argument
    // is appended decoded and its encoded form shifted away. The x keeps newlines at an argument's end, which $(...) strips.
    // The mark goes in there too, since csh and fish set variables in other ways.
    QByteArray line = "exec /bin/sh -c '";
    if (!mark.isEmpty()) {
        line += "NIGHTDESK_DISPLAY=$1; export NIGHTDESK_DISPLAY; shift; ";
    }
    const QByteArray text = resources.lines.isEmpty() ? QByteArray() : resources.lines.join(u'\n').toUtf8() + '\n';
    if (!text.isEmpty()) {
        line += keepResources;
    }
    line += "n=$#; while [ $n -gt 0 ]; do a=$(printf %b \"$1x\"); set -- \"$@\" \"${a%x}\"; shift; n=$((n - 1)); done; exec \"$@\"' sh";
    if (!mark.isEmpty()) {
        line += ' ' + encoded(mark);
    }
    if (!text.isEmpty()) {
        const QByteArray hash = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().first(32);
        line += ' ' + encoded(text) + ' ' + encoded(hash) + ' ' + encoded(resources.complaint.toUtf8());
    }
    for (const QString &argument : arguments) {
        line += ' ' + encoded(argument.toUtf8());
    }
    return line;
}
}
