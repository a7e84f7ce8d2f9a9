// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/linkemu/testlink.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QJsonDocument>

#include <grp.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono;

namespace Nightdesk::Test
{
namespace
{
constexpr auto startLimit = 30s;
constexpr auto stopLimit = 20s;

QString sideName(TestLink::Side side)
{
    return side == TestLink::Side::Near ? u"near"_s : u"far"_s;
}

QStringList argumentsFor(const TestLink::Options &options, const QString &control)
{
    QStringList arguments{u"--control"_s, control, u"--seed"_s, QString::number(options.seed), u"--backend"_s, options.backend};
    const auto add = [&arguments](const QString &name, const QString &value) {
        if (!value.isEmpty()) {
            arguments << name << value;
        }
    };
    add(u"--rtt"_s, options.rtt);
    add(u"--jitter"_s, options.jitter);
    add(u"--rate"_s, options.rate);
    add(u"--queue"_s, options.queue);
    add(u"--loss"_s, options.loss);
    return arguments + options.more;
}
}

TestLink::TestLink()
    : m_program(qEnvironmentVariable("NIGHTDESK_LINKEMU", QStringLiteral(LINKEMU_PROGRAM)))
{
}

TestLink::~TestLink()
{
    if (const auto stopped = stop(); !stopped) {
        qWarning("%ls", qUtf16Printable(stopped.error()));
    }
}

std::expected<void, QString> TestLink::ownDirectoryTo(uint user)
{
    // Another user may not be able to reach the build directory.
    const QString copy = m_directory.filePath(u"linkemu"_s);
    if (!QFile::exists(copy) && !QFile::copy(m_program, copy)) {
        return std::unexpected(u"cannot copy %1 to %2"_s.arg(m_program, copy));
    }
    QFile::setPermissions(copy, QFile::permissions(copy) | QFile::ReadOther | QFile::ExeOther);
    if (::chown(QFile::encodeName(m_directory.path()).constData(), user, user) < 0) {
        return std::unexpected(u"cannot give %1 to user %2; expected to run as root"_s.arg(m_directory.path()).arg(user));
    }
    m_program = copy;
    m_user = user;
    return {};
}

void TestLink::prepareUser(QProcess &process) const
{
    if (m_user) {
        process.setWorkingDirectory(u"/"_s);
        process.setChildProcessModifier([user = *m_user, &process] {
            if (::setgroups(0, nullptr) < 0 || ::setgid(user) < 0 || ::setuid(user) < 0) {
                process.failChildProcessModifier("setuid", errno);
            }
        });
    }
}

std::expected<void, QString> TestLink::start(const Options &options)
{
    if (!m_directory.isValid()) {
        return std::unexpected(m_directory.errorString());
    }
    if (options.user) {
        if (const auto owned = ownDirectoryTo(*options.user); !owned) {
            return owned;
        }
    }
    prepareUser(m_process);
    m_process.setProcessChannelMode(QProcess::SeparateChannels);
    m_process.start(m_program, argumentsFor(options, control()));
    const QDeadlineTimer deadline(startLimit);
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(static_cast<int>(deadline.remainingTime()))) {
            const QString errors = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
            return std::unexpected(errors.isEmpty() ? m_process.errorString() : errors);
        }
    }
    m_ready = QJsonDocument::fromJson(m_process.readLine()).object();
    if (m_ready.isEmpty()) {
        return std::unexpected(u"linkemu did not say that it is ready"_s);
    }
    return {};
}

std::expected<void, QString> TestLink::stop()
{
    if (m_process.state() == QProcess::NotRunning) {
        return {};
    }
    m_process.terminate();
    if (!m_process.waitForFinished(static_cast<int>(milliseconds(stopLimit).count()))) {
        m_process.kill();
        m_process.waitForFinished();
        return std::unexpected(u"linkemu did not end by itself"_s);
    }
    if (m_process.exitStatus() != QProcess::NormalExit || m_process.exitCode() != 0) {
        return std::unexpected(u"linkemu failed: %1"_s.arg(QString::fromUtf8(m_process.readAllStandardError()).trimmed()));
    }
    return {};
}

std::expected<TestLink::Output, QString> TestLink::runProgram(const QStringList &words, milliseconds limit) const
{
    QProcess process;
    prepareUser(process);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(m_program, words);
    if (!process.waitForFinished(static_cast<int>(limit.count()))) {
        const QString error = process.errorString();
        process.kill();
        process.waitForFinished();
        return std::unexpected(words.join(u' ') + u": " + error);
    }
    if (process.exitStatus() != QProcess::NormalExit) {
        return std::unexpected(words.join(u' ') + u": killed by a signal");
    }
    return Output{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

std::expected<QJsonObject, QString> TestLink::ask(const QStringList &words) const
{
    const auto output = runProgram(words, startLimit);
    if (!output) {
        return std::unexpected(output.error());
    }
    if (output->exitCode != 0) {
        return std::unexpected(QString::fromUtf8(output->errors).trimmed());
    }
    return QJsonDocument::fromJson(output->out).object();
}

std::expected<void, QString> TestLink::set(const QStringList &changes)
{
    return ask(QStringList{u"set"_s, control()} + changes).transform([](const QJsonObject &) { });
}

std::expected<QJsonObject, QString> TestLink::stats()
{
    return ask({u"stats"_s, control()});
}

QStringList TestLink::commandAt(Side side, const QStringList &command) const
{
    return QStringList{m_program, u"exec"_s, u"--"_s + sideName(side), control()} + command;
}

void TestLink::prepare(QProcess &process, Side side, const QStringList &command) const
{
    const QStringList words = commandAt(side, command);
    process.setProgram(words.first());
    process.setArguments(words.sliced(1));
    prepareUser(process);
}

std::expected<TestLink::Output, QString> TestLink::run(Side side, const QStringList &command, milliseconds limit) const
{
    return runProgram(commandAt(side, command).sliced(1), limit);
}

QString TestLink::address(Side side) const
{
    return m_ready[sideName(side)][u"address"].toString();
}

qint64 TestLink::holder(Side side) const
{
    return m_ready[sideName(side)][u"pid"].toInteger();
}

qint64 TestLink::processId() const
{
    return m_process.processId();
}

QString TestLink::control() const
{
    return m_directory.filePath(u"control"_s);
}

QString TestLink::program() const
{
    return m_program;
}

QJsonObject TestLink::ready() const
{
    return m_ready;
}
}
