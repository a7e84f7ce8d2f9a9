// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/remotecommandline.h"

#include <QCryptographicHash>

namespace Nightdesk
{
namespace
{
/// Characters with no special meaning in single quotes in any shell, nor to printf's %b.
bool isSafeInAnyShell(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || QByteArrayView("_-./:,=+@ ").contains(c);
}

/// A single-quoted word for every shell: without quotes, newlines and exclamation marks (csh expands history even inside single quotes), and with a
/// backslash only before a digit (only then csh and fish keep it unchanged). printf %b decodes the word.
QByteArray encodedForShell(const QByteArray &argument)
{
    QByteArray word = "'";
    for (const char c : argument) {
        if (isSafeInAnyShell(c)) {
            word += c;
        } else {
            word += "\\0" + QByteArray::number(static_cast<unsigned char>(c), 8).rightJustified(3, '0');
        }
    }
    return word + '\'';
}

/// A shell script that writes the X resources $1 to a file named $2 and sets XENVIRONMENT to its path. If that is not possible, it prints $3. The
/// file is written under another name and then renamed, so a file of the final name is always complete. The script checks with ls that both
/// directories belong to this account and are not symbolic links, because other users could create them first. The outer directory may allow access to
/// a group (for displays that others may join), the inner one may not.
constexpr auto writeXResourcesScript =
    "d=/tmp/nightdesk-$(id -u); f=$d/xrm/$2; "
    "if (umask 077; mkdir \"$d\"; "
    "case $(ls -ld \"$d\") in (drwx------*|drwx--x---*) [ -O \"$d\" ] || exit 1;; (*) exit 1;; esac; "
    "mkdir \"$d/xrm\"; "
    "case $(ls -ld \"$d/xrm\") in (drwx------*) [ -O \"$d/xrm\" ];; (*) exit 1;; esac && { [ -s \"$f\" ] || { printf %b \"$1\" >\"$f.$$\" && mv -f \"$f.$$\" "
    "\"$f\"; }; }) 2>/dev/null; "
    "then XENVIRONMENT=$f; export XENVIRONMENT; else printf \"%b\\012\" \"$3\" >&2; fi; shift 3; ";
}

QByteArray remoteCommandLine(const QStringList &arguments, const QByteArray &displayMark, const XResourceSettings &resources)
{
    // The login shell, of whatever kind, only passes quoted words to a POSIX sh. The script in this sh decodes each argument, appends it to the
    // argument list and shifts its encoded form away. The x protects newlines at the end of an argument, which $(...) would remove. The script also
    // sets NIGHTDESK_DISPLAY, since csh and fish set variables with another syntax.
    QByteArray line = "exec /bin/sh -c '";
    if (!displayMark.isEmpty()) {
        line += "NIGHTDESK_DISPLAY=$1; export NIGHTDESK_DISPLAY; shift; ";
    }
    const QByteArray text = resources.lines.isEmpty() ? QByteArray() : resources.lines.join(u'\n').toUtf8() + '\n';
    if (!text.isEmpty()) {
        line += writeXResourcesScript;
    }
    line += "n=$#; while [ $n -gt 0 ]; do a=$(printf %b \"$1x\"); set -- \"$@\" \"${a%x}\"; shift; n=$((n - 1)); done; exec \"$@\"' sh";
    if (!displayMark.isEmpty()) {
        line += ' ' + encodedForShell(displayMark);
    }
    if (!text.isEmpty()) {
        const QByteArray hash = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().first(32);
        line += ' ' + encodedForShell(text) + ' ' + encodedForShell(hash) + ' ' + encodedForShell(resources.failureMessage.toUtf8());
    }
    for (const QString &argument : arguments) {
        line += ' ' + encodedForShell(argument.toUtf8());
    }
    return line;
}
}
