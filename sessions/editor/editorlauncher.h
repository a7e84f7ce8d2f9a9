// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QObject>
#include <QPointer>

#include <expected>
#include <functional>

namespace Nightdesk
{
/// Opens the user's editor at a position in a file. Finding and starting programs happens on a thread of the pool, because a directory of $PATH may
/// be on a network share that does not respond. The editor keeps running when Nightdesk exits. GUI thread. Owned by
/// ConfigurationProblems.
class EditorLauncher : public QObject
{
    Q_OBJECT
public:
    explicit EditorLauncher(QObject *parent = nullptr);

    /// The command from the settings; empty: choose automatically.
    void setCommand(const QString &command);
    /// Opens the file at @p place. Either opened() or launchFailed() follows.
    void open(const SourcePlace &place);

Q_SIGNALS:
    void opened(const QStringList &command);
    void launchFailed(const QString &why); ///< translated; says what to do

private:
    void openPreferredEditor(const SourcePlace &place);
    using StartResult = std::expected<QStringList, QString>; ///< the command, or why it did not start
    void reportStart(const StartResult &started);

    QString m_editorCommand;
};
}
