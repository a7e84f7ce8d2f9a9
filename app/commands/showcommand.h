// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

#include <expected>

namespace Nightdesk
{
/// What is set at this desk; empty: nothing is.
struct DeskSettings {
    QString facility; ///< directory
    QString site;
};

/// `nightdesk show PROFILE`: the profile as it is in force at a site, with where each value comes from, to @p out; its
/// errors as `nightdesk check` shows them to @p err. Returns the exit status: 0 good, 1 it has errors, 2 there is no such
/// profile or site, or it cannot be read. Blocks while it reads.
int runShowCommand(const ShowCommand &command, const DeskSettings &desk, QTextStream &out, QTextStream &err);
/// The file that `nightdesk edit` opens: a file as it was named, the profile of an id, without either facility.toml. The error is what
/// to print. Blocks while it reads.
std::expected<QString, QString> fileToEdit(const EditCommand &command, const DeskSettings &desk);
}
