// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/editorlauncher.h"

#include "app/editorchoice.h"
#include "sessions/common/logging.h"

#include <KApplicationTrader>
#include <KLocalizedString>

#include <QPointer>
#include <QProcess>
#include <QStandardPaths>
#include <QThreadPool>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
EditorChoice::Surroundings surroundings(const QString &setting)
{
    EditorChoice::Surroundings around;
    around.setting = setting;
    around.visual = qEnvironmentVariable("VISUAL");
    around.editor = qEnvironmentVariable("EDITOR");
    around.terminal = qEnvironmentVariable("TERMINAL");
    around.isInstalled = [](const QString &program) {
        return !QStandardPaths::findExecutable(program).isEmpty();
    };
    around.services = [] {
        QList<EditorChoice::Service> result;
        for (const QString &type : {u"text/x-toml"_s, u"application/toml"_s, u"text/plain"_s}) {
            if (const KService::Ptr service = KApplicationTrader::preferredService(type)) {
                result.append({service->exec(), service->terminal()});
            }
        }
        return result;
    };
    return around;
}

std::expected<QStringList, QString> start(const QString &setting, const SourcePlace &place)
{
    const auto command = EditorChoice::choose(surroundings(setting), place);
    if (!command) {
        return command;
    }
    QProcess process;
    process.setProgram(command->first());
    process.setArguments(command->mid(1));
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    if (!process.startDetached()) {
        return std::unexpected(i18nc("@info a program, what the system says, a place in a file",
                                     "The editor “%1” did not start: %2. Choose another in Settings ▸ Editor…. The mistake is at %3.",
                                     command->first(),
                                     process.errorString(),
                                     place.toString()));
    }
    return command;
}
}

EditorLauncher::EditorLauncher(QObject *parent)
    : QObject(parent)
{
}

void EditorLauncher::setCommand(const QString &command)
{
    m_command = command;
}

void EditorLauncher::open(const SourcePlace &place)
{
    QThreadPool::globalInstance()->start([self = QPointer(this), command = m_command, place] {
        const auto result = start(command, place);
        QMetaObject::invokeMethod(
            qApp,
            [self, result] {
                if (!self) {
                    return;
                }
                if (result) {
                    qCInfo(LogUi) << "opened" << *result;
                    Q_EMIT self->opened(*result);
                } else {
                    Q_EMIT self->failed(result.error());
                }
            },
            Qt::QueuedConnection);
    });
}
}
