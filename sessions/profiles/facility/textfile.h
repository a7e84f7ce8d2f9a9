// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <expected>

namespace Nightdesk
{
/// Reads a file that a user named, whatever it is: a directory, a device or a pipe is refused without waiting, and so is a file longer than any
/// profile. The error is translated. Blocks as long as the file system does: do not call it in the GUI thread.
std::expected<QByteArray, QString> readTextFile(const QString &file);
}
