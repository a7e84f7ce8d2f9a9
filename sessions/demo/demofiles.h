// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

/// The files of the demo observatory, as bytes. Pure.
namespace Nightdesk::DemoFiles
{
/// The values that the demo's ssh and VNC servers and its facility directory share.
struct DemoSettings {
    QString directory; ///< absolute path of the directory that contains all files
    QString user; ///< the user who runs the demo
    quint16 sshPort = 0; ///< port of the demo's sshd on the loopback interface
    QString xauthPath; ///< path of the program xauth
    QString xtermPath; ///< path of the program xterm
    QStringList screens; ///< names of the workstation's monitors, from left to right; at least one

    QString filePath(QStringView name) const
    {
        return directory + u'/' + name;
    }
};

inline constexpr QStringView hostKey = u"host";
inline constexpr QStringView userKey = u"person";
inline constexpr QStringView desktopSocket = u"desktop";
inline constexpr QStringView authority = u"xauthority";
inline constexpr QStringView facility = u"facility"; ///< the directory with facility.toml

/// The contents of sshd_config(5): one account, one key, the loopback interface, no files outside the directory.
QByteArray sshdConfig(const DemoSettings &settings);
/// The contents of known_hosts. @p hostKey: the public key as ssh-keygen wrote it.
QByteArray knownHosts(const DemoSettings &settings, const QByteArray &hostKey);
QByteArray facilityToml(const DemoSettings &settings);
QByteArray profileToml(const DemoSettings &settings);
/// The command of a terminal with a shell.
QStringList shellCommand(const DemoSettings &settings);
/// The command of a terminal that prints a line each second, like an instrument's log.
QStringList logCommand(const DemoSettings &settings);
}
