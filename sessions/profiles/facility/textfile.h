// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <expected>

namespace Nightdesk
{
/// Reads a file that a person named, whatever it turns out to be: a directory, a device or a pipe is refused without
/// waiting, and so is what is longer than any profile. The error is translated. Blocks for as long as the file system does:
/// not for the GUI thread.
std::expected<QByteArray, QString> readTextFile(const QString &file);
}
