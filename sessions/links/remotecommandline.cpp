// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/remotecommandline.h"

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
}

QByteArray remoteCommandLine(const QStringList &arguments, const QByteArray &mark)
{
    // Whatever the login shell is, it only has to pass quoted words to a POSIX sh, which decodes them in place: each argument
    // is appended decoded and its encoded form shifted away. The x keeps newlines at an argument's end, which $(...) strips.
    // The mark goes in there too, since csh and fish set variables in other ways.
    QByteArray line = "exec /bin/sh -c '";
    if (!mark.isEmpty()) {
        line += "NIGHTDESK_DISPLAY=$1; export NIGHTDESK_DISPLAY; shift; ";
    }
    line += "n=$#; while [ $n -gt 0 ]; do a=$(printf %b \"$1x\"); set -- \"$@\" \"${a%x}\"; shift; n=$((n - 1)); done; exec \"$@\"' sh";
    if (!mark.isEmpty()) {
        line += ' ' + encoded(mark);
    }
    for (const QString &argument : arguments) {
        line += ' ' + encoded(argument.toUtf8());
    }
    return line;
}
}
