// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace Nightdesk
{
/// One option of an ssh_config(5) in force for a host. A value: held by SshHostConfig.
struct SshOption {
    QString keyword; ///< lower case
    QString value; ///< arguments, quotes removed, joined by single spaces
    QStringList words; ///< the arguments one by one
    QString file;
    int line = 0; ///< from 1
    QString place() const; ///< "file:line"
};

/// The options of ssh_config files that apply to one host: Host and Match blocks decided, Include followed, the first value
/// of each keyword first. We read the files ourselves: libssh waits for "Match exec" commands without limit, lets a config
/// override what was set before it, gives back only one IdentityFile, and does not tell which options it skipped. LinkWorker reads it for
/// each connection.
class SshHostConfig
{
public:
    struct File {
        QString name;
        QByteArray contents;
        bool isOthers = false; ///< somebody else owns it or may write it
    };
    /// What a file or an Include glob holds, in order. Empty when there is none.
    using Files = std::function<QList<File>(const QString &pattern)>;

    /// Runs the command of a "Match exec": whether it ended with success; empty: nobody knows.
    using Exec = std::function<std::optional<bool>(const QString &command)>;

    /// Whom the configuration is read for.
    struct Target {
        QString host; ///< as the person named it
        QString user = {}; ///< empty: not given
        std::optional<quint16> port = {}; ///< empty: not given
        QString localUser = {};
    };
    /// @p roots: user's file first, then the system's. @p exec: empty: none is run.
    static SshHostConfig read(const Target &target, const QStringList &roots, const Files &files, const Exec &exec = {});

    /// The first value in force, or empty.
    std::optional<SshOption> option(QStringView keyword) const;
    /// All values, for keywords that add up (IdentityFile).
    QList<SshOption> all(QStringView keyword) const;
    const QList<SshOption> &options() const;
    /// "file:line" of Match blocks whose condition we do not evaluate; their options were left out.
    const QStringList &skippedMatches() const;
    /// "file:line" of those whose command was run, and of those whose command came to nothing: left out as well.
    const QStringList &ranMatches() const;
    const QStringList &failedMatches() const;
    /// Files that were left out, since others may have written them.
    const QStringList &othersFiles() const;
    /// "file:line" of the first Include that was not followed, since it goes too deep or there are too many files. What it leads
    /// to may restrict: no connection should be made. Empty: all were followed.
    const QString &endlessInclude() const;
    /// A name that would be more than a word in a "Match exec": its command was not run, and no connection should be made.
    struct UnsafeName {
        QString name;
        QString place; ///< "file:line"
    };
    const std::optional<UnsafeName> &unsafeName() const;

    static constexpr QStringView systemFile = u"/etc/ssh/ssh_config";
    /// The real reader: ~ and relative Include patterns are those of @p home; those of systemFile come here absolute. As ssh it
    /// minds who may write a file, but for systemFile itself.
    static Files filesOf(const QString &home);

private:
    struct Reading;

    QList<SshOption> m_options;
    QHash<QString, qsizetype> m_first; ///< where each keyword stands in them for the first time: each "Match host" looks one up
    QStringList m_skipped;
    QStringList m_ran;
    QStringList m_failed;
    QStringList m_others;
    QString m_endlessInclude;
    std::optional<UnsafeName> m_unsafe;
};
}
