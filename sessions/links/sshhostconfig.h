// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace Nightdesk
{
/// One option of an ssh_config(5) in force for a host.
struct SshOption {
    QString keyword; ///< lower case
    QString value; ///< arguments, quotes removed, joined by single spaces
    QStringList words; ///< the arguments one by one
    QString file;
    int line = 0; ///< from 1
};

/// The options of ssh_config files that apply to one host: Host and Match blocks decided, Include followed, the first value
/// of each keyword first. We read the files ourselves: libssh runs "Match exec" commands and so may hang, lets a config
/// override what was set before it, gives back only one IdentityFile, and does not tell which options it skipped.
class SshHostConfig
{
public:
    /// What a file or an Include glob holds: name and contents, in order. Empty when there is none.
    using Files = std::function<QList<QPair<QString, QByteArray>>(const QString &pattern)>;

    /// @p host: as the person named it. @p user: empty: not given. @p roots: user's file first, then the system's.
    static SshHostConfig read(const QString &host, const QString &user, const QString &localUser, const QStringList &roots, const Files &files);

    /// The first value in force, or empty.
    std::optional<SshOption> option(QStringView keyword) const;
    /// All values, for keywords that add up (IdentityFile).
    QList<SshOption> all(QStringView keyword) const;
    const QList<SshOption> &options() const;
    /// "file:line" of Match blocks whose condition we do not evaluate (exec and the like); their options were left out.
    const QStringList &skippedMatches() const;

    /// The real reader: ~ and relative Include patterns are those of @p home.
    static Files filesOf(const QString &home);

private:
    struct Reading;

    QList<SshOption> m_options;
    QStringList m_skipped;
};
}
