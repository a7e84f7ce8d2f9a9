// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <expected>

/// Profiles as starting points: short, with comments, and without errors.
namespace Nightdesk::ProfileTemplates
{
struct Template {
    QString title; ///< title in the user's language
    QString description; ///< description in the user's language
    QByteArray text; ///< with the id "instrument" and the name "Instrument"
};

const QList<Template> &allTemplates();
/// Writes @p source as the instrument @p name into the facility in @p directory; never overwrites a file. Returns the new file, or why not
/// (translated). Blocks as long as the file system does: do not call it in the GUI thread.
std::expected<QString, QString> createProfile(const Template &source, const QString &directory, const QString &name);
}
