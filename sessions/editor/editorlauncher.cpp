// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/editorlauncher.h"

#include "app/editorchoice.h"
#include "sessions/common/logging.h"

#include <KApplicationTrader>
#include <KLocalizedString>

#include <QDir>
#include <QMimeDatabase>
#include <QProcess>
#include <QStandardPaths>
#include <QThreadPool>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QList<EditorChoice::Service> servicesOfTheDesktop()
{
    QList<EditorChoice::Service> result;
    for (const QString &type : {u"text/x-toml"_s, u"application/toml"_s, u"text/plain"_s}) {
        if (!QMimeDatabase().mimeTypeForName(type).isValid()) {
            continue; // KService would warn of it
        }
        if (const KService::Ptr service = KApplicationTrader::preferredService(type)) {
            result.append({service->exec(), service->terminal()});
        }
    }
    return result;
}

EditorChoice::Surroundings surroundings(const QString &setting, const QList<EditorChoice::Service> &services)
{
    return {setting,
            qEnvironmentVariable("VISUAL"),
            qEnvironmentVariable("EDITOR"),
            qEnvironmentVariable("TERMINAL"),
            [](const QString &program) {
                return !QStandardPaths::findExecutable(program).isEmpty();
            },
            services};
}

EditorChoice::Command start(const EditorChoice::Command &command, const SourcePlace &place)
{
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
                                     "The editor “%1” did not start: %2. Choose another in Settings ▸ Editor. The mistake is at %3.",
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
    // Absolute, so that no name can be taken for an option.
    const SourcePlace whole{QDir::current().absoluteFilePath(place.file), place.line, place.column};
    inBackground([around = surroundings(m_command, {}), whole](const QPointer<EditorLauncher> &self) {
        if (const auto wished = EditorChoice::wished(around, whole)) {
            return tell(self, start(*wished, whole));
        }
        QMetaObject::invokeMethod(
            qApp,
            [self, whole] {
                if (self) {
                    self->openByService(whole);
                }
            },
            Qt::QueuedConnection);
    });
}

void EditorLauncher::openByService(const SourcePlace &place)
{
    // KService watches its database from the thread that asks first, so that has to be this one: a look into memory that
    // is mapped already, but for the first time after programs were installed.
    inBackground([around = surroundings(m_command, servicesOfTheDesktop()), place](const QPointer<EditorLauncher> &self) {
        tell(self, start(EditorChoice::choose(around, place), place));
    });
}

void EditorLauncher::inBackground(std::function<void(const QPointer<EditorLauncher> &self)> work)
{
    QThreadPool::globalInstance()->start([self = QPointer(this), work = std::move(work)] {
        work(self);
    });
}

void EditorLauncher::tell(const QPointer<EditorLauncher> &self, const std::expected<QStringList, QString> &result)
{
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
}
}
