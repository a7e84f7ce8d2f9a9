// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/consoleidentity.h"
#include "sessions/xwindows/programmark.h"

#include <QObject>
#include <QSet>

#include <functional>
#include <memory>
#include <optional>

namespace Nightdesk
{
/// The marks of the programs that this console runs now. Claims the console's identity on a thread of Qt's pool when it is
/// made; until then, and where that fails, programs carry no mark. Owned by LocalX and all that marks or looks for programs. GUI thread.
class ProgramMarks : public QObject
{
    Q_OBJECT
public:
    /// @p directory: the user's state of Nightdesk; empty: XDG_STATE_HOME/nightdesk.
    explicit ProgramMarks(const QString &directory = {}, QObject *parent = nullptr);
    ~ProgramMarks() override;

    bool isReady() const;
    bool isSettled() const; ///< ready, or never will be
    QString desk() const; ///< empty: none yet
    /// @p number runs from now on as @p display; empty: not ready.
    std::optional<ProgramMark> begin(const QString &display, quint32 number);
    void end(quint32 number);
    /// Of those in @p marks, the ones that no living console looks after; asks the other consoles' files on another thread, then
    /// calls @p then here, if @p context is still there.
    void findOrphans(const QList<ProgramMark> &marks, QObject *context, const std::function<void(const QList<ProgramMark> &orphans)> &then);

Q_SIGNALS:
    void ready();

private:
    std::shared_ptr<const ConsoleIdentity> m_identity;
    bool m_isSettled = false;
    QSet<quint32> m_running;
};
}
