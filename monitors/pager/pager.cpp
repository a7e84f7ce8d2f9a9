// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/pager/pager.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr qsizetype mostOutput = 4096; ///< maximum number of bytes of a command's output that are logged

constexpr const char *leaderProperty = "leader"; ///< the process group id, which QProcess forgets when the process has finished

/// Kills the process group: the command and its children.
void killProcessGroup(const QProcess &process)
{
    if (const qint64 leader = process.property(leaderProperty).toLongLong(); leader > 0) {
        (void)::kill(static_cast<pid_t>(-leader), SIGKILL);
    }
}
}

Pager::Pager(const QStringList &command, QObject *parent, std::chrono::milliseconds timeLimit)
    : QObject(parent)
    , m_command(command)
    , m_commandTimeLimit(timeLimit)
{
    m_nextCommandRunTimer.setSingleShot(true);
    connect(&m_nextCommandRunTimer, &QTimer::timeout, this, &Pager::runDueCommand);
}

Pager::~Pager()
{
    for (const QPointer<QProcess> &process : std::as_const(m_commandProcesses)) {
        if (process) {
            process->disconnect(this);
            killProcessGroup(*process);
            process->waitForFinished(1000);
            delete process;
        }
    }
}

void Pager::receiveCall(const DeskName &desk, const BoardWire::Call &call)
{
    m_pagerPolicy.addOrUpdateCall(desk, call, std::chrono::steady_clock::now());
    runDueCommand();
}

void Pager::runDueCommand()
{
    const auto now = std::chrono::steady_clock::now();
    if (const auto due = m_pagerPolicy.takeDueCall(now)) {
        runCommand(*due);
    }
    if (const auto nextDueTime = m_pagerPolicy.nextDueTime()) {
        const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(*nextDueTime - now) + std::chrono::milliseconds(1);
        m_nextCommandRunTimer.start(std::max(wait, std::chrono::milliseconds(1)));
    } else {
        m_nextCommandRunTimer.stop();
    }
}

void Pager::runCommand(const PagerPolicy::DueCall &due)
{
    auto *process = new QProcess(this);
    m_commandProcesses.append(process);
    QProcessEnvironment environment;
    environment.insert(u"PATH"_s, u"/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"_s);
    environment.insert(u"HOME"_s, qEnvironmentVariable("HOME"));
    environment.insert(u"LANG"_s, qEnvironmentVariable("LANG", u"C.UTF-8"_s));
    process->setProcessEnvironment(environment);
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->setWorkingDirectory(u"/"_s);
    process->setChildProcessModifier([] {
        (void)::setpgid(0, 0);
        (void)std::signal(SIGPIPE, SIG_DFL);
        (void)std::signal(SIGHUP, SIG_DFL);
    });
    const QString desk = due.desk.text();
    // Text from a desk may begin with a dash, and must not be taken for an option of the command.
    const auto word = [](const QString &text) {
        const QString shown = displayText(text).trimmed();
        return shown.isEmpty() || shown.startsWith(u'-') ? u'_' + shown : shown;
    };
    connect(process, &QProcess::started, this, [this, process, desk] {
        process->setProperty(leaderProperty, process->processId());
        QTimer::singleShot(m_commandTimeLimit, process, [this, process, desk] { // from now on, because only now there is something to end
            Q_EMIT logLineReady(i18nc("@info:shell %1: a workstation", "The pager for workstation %1 is taking too long", desk));
            killProcessGroup(*process);
        });
    });
    connect(process, &QProcess::readyRead, this, [this, process, desk] {
        readCommandOutput(process, desk);
    });
    const auto finished = [this, process, desk](const QString &how) {
        if (!m_commandProcesses.contains(process)) {
            return; // the end of this process was already reported
        }
        readCommandOutput(process, desk);
        killProcessGroup(*process);
        m_commandProcesses.removeOne(process);
        Q_EMIT logLineReady(how);
        process->deleteLater();
    };
    connect(process, &QProcess::finished, this, [process, desk, finished](int code, QProcess::ExitStatus status) {
        finished(
            status == QProcess::CrashExit ? i18nc("@info:shell %1: a workstation", "The pager for workstation %1 was stopped", desk)
                : code == 0
                ? i18nc("@info:shell %1: a workstation", "The pager for workstation %1 has finished", desk)
                : i18nc("@info:shell %1: a workstation, %2: a number", "The pager for workstation %1 ended with exit code %2", desk, QString::number(code)));
    });
    connect(process, &QProcess::errorOccurred, this, [process, finished](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            finished(i18nc("@info:shell %1: a program, %2: the system's reason", "The pager %1 cannot be run: %2", process->program(), process->errorString()));
        }
    });
    Q_EMIT logLineReady(
        i18nc("@info:shell %1: a workstation, %2: a person", "Workstation %1 calls (%2): running the pager", desk, displayText(due.call.caller)));
    process->start(m_command.value(0), m_command.mid(1) + QStringList{desk, word(due.call.caller), word(due.call.id)});
    process->write(due.call.text.toUtf8() + '\n');
    process->closeWriteChannel();
}

void Pager::readCommandOutput(QProcess *process, const QString &desk)
{
    const qsizetype before = process->property("told").toLongLong();
    const QByteArray bytes = process->readAll();
    process->setProperty("told", before + bytes.size());
    const QByteArray shown = bytes.first(std::clamp<qsizetype>(mostOutput - before, 0, bytes.size()));
    for (const QByteArray &line : shown.split('\n')) {
        if (!line.trimmed().isEmpty()) {
            Q_EMIT logLineReady(i18nc("@info:shell %1: a workstation, %2: what a program printed", "Pager for workstation %1: %2", desk, displayText(line)));
        }
    }
}
}
