// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

#include <expected>

namespace Nightdesk
{
/// The settings of this desk; empty members: not set.
struct DeskSettings {
    QString facilityDirectory;
    QString site;
};

/// `nightdesk show PROFILE`: prints the profile's effective values at a site to @p out, with the origin of each value, and its errors to @p err, in
/// the format of `nightdesk check`. Returns the exit status: 0 no errors, 1 errors, 2 no such profile or site, or it cannot be read. Blocks while
/// reading.
int runShowCommand(const ShowCommand &command, const DeskSettings &desk, QTextStream &out, QTextStream &err);
/// The file that `nightdesk edit` opens: the named file, or the file of the profile with the given id; with no argument, facility.toml. The error is
/// the text to print. Blocks while reading.
std::expected<QString, QString> fileToEdit(const EditCommand &command, const DeskSettings &desk);
}
