// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/editor/editorlauncher.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/common/logging.h"
#include "sessions/editor/editorchoice.h"

#include <KApplicationTrader>
#include <KLocalizedString>

#include <QDir>
#include <QMimeDatabase>
#include <QProcess>
#include <QStandardPaths>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QList<EditorChoice::EditorDesktopFile> desktopFilesOfPreferredEditors()
{
    QList<EditorChoice::EditorDesktopFile> result;
    for (const QString &type : {u"text/x-toml"_s, u"application/toml"_s, u"text/plain"_s}) {
        if (!QMimeDatabase().mimeTypeForName(type).isValid()) {
            continue; // KService would print a warning about an unknown type
        }
        if (const KService::Ptr service = KApplicationTrader::preferredService(type)) {
            result.append({service->exec(), service->terminal()});
        }
    }
    return result;
}

EditorChoice::EditorEnvironment editorEnvironment(const QString &setting, const QList<EditorChoice::EditorDesktopFile> &services)
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

EditorChoice::Command startEditor(const EditorChoice::Command &command, const SourcePlace &place)
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
                                     "The editor “%1” did not start: %2. Choose another editor in Settings ▸ Editor. The error is at %3.",
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
    m_editorCommand = command;
}

void EditorLauncher::open(const SourcePlace &place)
{
    // An absolute path, so that no file name can be read as an option.
    const SourcePlace whole{QDir::current().absoluteFilePath(place.file), place.line, place.column};
    BackgroundJobs::shared().run(
        [around = editorEnvironment(m_editorCommand, {}), whole]() -> std::optional<StartResult> {
            const auto preferredCommand = EditorChoice::preferredCommand(around, whole);
            return preferredCommand ? std::optional(startEditor(*preferredCommand, whole)) : std::nullopt;
        },
        this,
        [this, whole](const std::optional<StartResult> &started) {
            if (started) {
                reportStart(*started);
            } else {
                openPreferredEditor(whole);
            }
        });
}

void EditorLauncher::openPreferredEditor(const SourcePlace &place)
{
    // KService watches its database from the thread that uses it first, so this call must be made in the GUI thread. It only reads mapped memory,
    // except for the first call after programs were installed.
    BackgroundJobs::shared().run(
        [around = editorEnvironment(m_editorCommand, desktopFilesOfPreferredEditors()), place] {
            return startEditor(EditorChoice::choose(around, place), place);
        },
        this,
        [this](const StartResult &started) {
            reportStart(started);
        });
}

void EditorLauncher::reportStart(const StartResult &started)
{
    if (started) {
        qCInfo(LogUi) << "opened" << *started;
        Q_EMIT opened(*started);
    } else {
        Q_EMIT launchFailed(started.error());
    }
}
}
