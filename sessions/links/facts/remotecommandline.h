// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace Nightdesk
{
/// X resources for a program, as a file on the remote host that XENVIRONMENT names: /tmp/nightdesk-UID/xrm/HASH, readable only by the program's
/// account. If another account owns that directory, the program runs without the resources.
struct XResourceSettings {
    QStringList lines; ///< lines such as "XTerm*background: blue"; empty: no resources are set
    QString failureMessage; ///< one line that is printed to the program's output if the resources cannot be set
};

/// A command line that passes @p arguments unchanged to the program @p arguments[0], whatever login shell reads it first: sh, bash, dash, ksh, zsh,
/// csh, tcsh, fish (quotes, !, $, newlines, any bytes of UTF-8 except NUL). The program replaces the shell.
/// @p displayMark, if not empty, becomes NIGHTDESK_DISPLAY in the program's environment.
QByteArray remoteCommandLine(const QStringList &arguments, const QByteArray &displayMark = {}, const XResourceSettings &resources = {});
}
