// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <expected>

/// Creates a first facility directory: one site, one host, one desktop.
namespace Nightdesk::NewFacility
{
/// Values as the user typed them.
struct Answers {
    QString name; ///< name of the observatory
    QString directory; ///< absolute; must not exist yet, or be empty
    QString host; ///< a name, an address or an alias of the ssh configuration
    QString user; ///< user name; empty: ssh's default
    QString vncDisplay; ///< display of a VNC server on the host, for example ":1"
    QStringList screens; ///< screens of this workstation, from left to right; at least one
};

/// Texts of facility.toml and of the profile.
QByteArray facilityText(const Answers &answers);
QByteArray profileText(const Answers &answers);
/// Writes both files, after reading them as Nightdesk does. Returns the path of the profile, or why this failed
/// (translated); nothing is changed then. Blocks as long as the file system does: do not call it in the GUI thread.
std::expected<QString, QString> createFacility(const Answers &answers);
}
