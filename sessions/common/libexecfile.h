// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// The path of @p name, a file of Nightdesk that users do not start directly: next to the running program (a build tree), else in the
/// libexec directory that belongs to it, else in that of the installation. Empty: not found. Any thread.
QString libexecFile(const QString &name);
}
