// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <chrono>
#include <expected>
#include <optional>

namespace Nightdesk::Test
{
/**
 * An emulated link for a test: starts `linkemu`, runs commands at its ends, changes it, and ends it with the object. Every
 * call blocks, with a deadline; use it in the thread that made it.
 */
class TestLink
{
public:
    enum class Side {
        Near,
        Far,
    };

    /// As on the command line of `linkemu`; what is empty keeps its default.
    struct Options {
        QString rtt;
        QString jitter;
        QString rate;
        QString queue;
        QString loss;
        quint64 seed = 1;
        QString backend = QStringLiteral("auto");
        QStringList more;
        std::optional<uint> user; ///< run it and its commands as this uid and gid; root only
    };

    struct Output {
        int exitCode = 0;
        QByteArray out;
        QByteArray errors;
    };

    TestLink();
    ~TestLink();
    TestLink(const TestLink &) = delete;
    TestLink &operator=(const TestLink &) = delete;

    std::expected<void, QString> start(const Options &options);

    /// Ends it and everything that runs at its ends; an error when it had to be killed.
    std::expected<void, QString> stop();

    /// "rtt=500ms", "cut=up", "restore" ...
    std::expected<void, QString> set(const QStringList &changes);
    std::expected<QJsonObject, QString> stats();

    /// The words that run @p command at @p side, for whoever starts processes.
    QStringList commandAt(Side side, const QStringList &command) const;

    /// Makes @p process, not started yet, run @p command at @p side.
    void prepare(QProcess &process, Side side, const QStringList &command) const;

    /// Runs @p command at @p side to its end.
    std::expected<Output, QString> run(Side side, const QStringList &command, std::chrono::milliseconds limit = std::chrono::seconds(60)) const;

    QString address(Side side) const;
    qint64 holder(Side side) const; ///< the pid whose /proc/PID/ns/net is the namespace
    qint64 processId() const; ///< of linkemu
    QString control() const;
    QString program() const;
    QJsonObject ready() const; ///< what linkemu said when it was up

private:
    std::expected<void, QString> ownDirectoryTo(uint user);
    std::expected<QJsonObject, QString> ask(const QStringList &words) const; ///< what linkemu answers; empty where it answers nothing
    std::expected<Output, QString> runProgram(const QStringList &words, std::chrono::milliseconds limit) const;
    void prepareUser(QProcess &process) const;

    QTemporaryDir m_directory;
    QString m_program;
    std::optional<uint> m_user;
    QProcess m_process;
    QJsonObject m_ready;
};
}
