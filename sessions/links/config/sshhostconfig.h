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
/// Replaces the tokens of ssh_config(5) in @p text, "%" and a character, by their @p values, and "%%" by "%"; other tokens stay. @p used: gets the
/// characters of all tokens in the text.
QString replaceSshTokens(const QString &text, const QHash<QChar, QString> &values, QString *used = nullptr);

/// One option of an ssh_config(5) that applies to a host. A value: held by SshHostConfig.
struct SshOption {
    QString keyword; ///< name of the option in lower case
    QString value; ///< arguments without quotes, joined by single spaces
    QStringList arguments; ///< the arguments of the option as a list
    QString file;
    int line = 0; ///< line number in the file, from 1
    QString place() const; ///< "file:line"
};

/// The options of ssh_config files that apply to one host: Host and Match blocks evaluated, Include followed, the first value of each keyword first.
/// Nightdesk reads these files without libssh, since libssh waits for "Match exec" commands without limit, allows a configuration to override what
/// was set before it, returns only one IdentityFile, and does not report which options it skipped. LinkWorker reads it for each connection.
struct SshHostConfig {
    struct File {
        QString name;
        QByteArray contents;
        bool isWritableByOthers = false; ///< another user owns the file or may write to it
    };
    /// The files that match a file name or an Include glob, in order. Empty if there are none.
    using FindFiles = std::function<QList<File>(const QString &pattern)>;

    /// Runs the command of a "Match exec". Returns whether it succeeded; empty: unknown.
    using RunCommand = std::function<std::optional<bool>(const QString &command)>;

    /// The connection that the configuration is read for.
    struct Target {
        QString host; ///< as the user or the profile named it
        QString user = {}; ///< remote user; empty: not given
        std::optional<quint16> port = {}; ///< remote port; empty: not given
        QString localUser = {};
    };
    /// @p roots: user's file first, then the system's. An empty @p runCommand: no command is run.
    static SshHostConfig read(const Target &target, const QStringList &roots, const FindFiles &findFiles, const RunCommand &runCommand = {});

    /// The first value that applies, or empty.
    std::optional<SshOption> option(QStringView keyword) const;
    /// All values, for keywords that accumulate (IdentityFile).
    QList<SshOption> allOptions(QStringView keyword) const;

    QList<SshOption> options;
    /// "file:line" of each Match block whose condition Nightdesk cannot evaluate; the options of such a block are
    /// ignored.
    QStringList skippedMatchPlaces;
    /// "file:line" of each "Match exec" block whose command was run and gave a result.
    QStringList executedMatchExecPlaces;
    /// "file:line" of each "Match exec" block whose command gave no result; the options of such a block are ignored.
    QStringList undecidedMatchExecPlaces;
    /// Files that were ignored, since other users may have written to them.
    QStringList filesWritableByOthers;
    /// "file:line" of the first Include that was not followed, since it is nested too deeply or there are too many files. The file that it names may
    /// contain restrictions: make no connection. Empty: all were followed.
    QString unfollowedIncludePlace;
    /// A host or user name that a shell would not read as one word in a "Match exec" command. The command was not run, and no connection may be made.
    struct UnsafeName {
        QString name;
        QString place; ///< "file:line"
    };
    std::optional<UnsafeName> unsafeName;

    static constexpr QStringView systemConfigFilePath = u"/etc/ssh/ssh_config";
    /// Reads the files on this computer: ~ and relative Include patterns refer to @p home; those of systemConfigFilePath are
    /// absolute already. Like ssh, it checks who may write to a file, except for systemConfigFilePath itself.
    static FindFiles fileSystemFinder(const QString &home);

private:
    struct ConfigReader;

    QHash<QString, qsizetype> m_firstOptionIndex; ///< for each keyword the index of its first value in options; speeds up option()
};
}
