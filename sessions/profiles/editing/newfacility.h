// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <expected>

/// A facility directory to begin with: one site, one host, one desktop.
namespace Nightdesk::NewFacility
{
/// As typed.
struct Answers {
    QString name; ///< of the observatory
    QString directory; ///< absolute; it must not exist yet, or be empty
    QString host; ///< a name, an address or an alias of the ssh configuration
    QString user; ///< empty: as ssh has it
    QString display; ///< of a VNC server there, for example ":1"
    QStringList screens; ///< of this workstation, from left to right; at least one
};

/// facility.toml, and the profile.
QByteArray facilityText(const Answers &answers);
QByteArray profileText(const Answers &answers);
/// Writes both, after reading them as Nightdesk does: the file of the profile, or why not (translated); then nothing was changed. Blocks
/// for as long as the file system does: not for the GUI thread.
std::expected<QString, QString> make(const Answers &answers);
}
