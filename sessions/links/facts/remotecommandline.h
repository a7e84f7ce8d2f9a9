// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace Nightdesk
{
/// X resources for a program, as a file of the far end that XENVIRONMENT names: /tmp/nightdesk-UID/xrm/HASH, readable by its
/// account alone. Where that directory is not the account's own, the program runs without them.
struct RemoteResources {
    QStringList lines; ///< "XTerm*background: blue"; empty: none
    QString complaint; ///< what the program's output says if they cannot be given, one line
};

/// A command line that gives @p arguments to the program @p arguments[0] unchanged, whatever login shell reads it first: sh,
/// bash, dash, ksh, zsh, csh, tcsh, fish (quotes, !, $, newlines, any bytes of UTF-8 but NUL). The program replaces the shell.
/// @p mark, if there is one, is found in the program's environment as NIGHTDESK_DISPLAY.
QByteArray remoteCommandLine(const QStringList &arguments, const QByteArray &mark = {}, const RemoteResources &resources = {});
}
