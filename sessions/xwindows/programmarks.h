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
/// The marks of the programs that this console runs now. Claims the console's identity on a thread of Qt's pool after construction; until that is
/// done, or if it fails, programs have no mark. Shared by LocalX and all that create marks or search for them. GUI thread.
class ProgramMarks : public QObject
{
    Q_OBJECT
public:
    /// @p directory: the user's state of Nightdesk; empty: XDG_STATE_HOME/nightdesk.
    explicit ProgramMarks(const QString &directory = {}, QObject *parent = nullptr);
    ~ProgramMarks() override;

    bool areMarksReady() const; ///< the console's identity is known, so programs can be marked
    bool isConsoleIdentityClaimFinished() const; ///< the identity is ready, or claiming it failed
    QString deskName() const; ///< the desk's name; empty: not ready
    /// Registers a start of @p display, with its @p number. Returns the program's mark; empty: not ready.
    std::optional<ProgramMark> registerStart(const QString &display, quint32 number);
    void unregisterStart(quint32 number);
    /// Finds those of @p marks whose console does not run any more: checks the consoles' files on another thread, then calls @p then on this
    /// thread, unless @p context was deleted.
    void findOrphans(const QList<ProgramMark> &marks, QObject *context, const std::function<void(const QList<ProgramMark> &orphans)> &then);

Q_SIGNALS:
    void marksReady();

private:
    std::shared_ptr<const ConsoleIdentity> m_consoleIdentity;
    bool m_isConsoleIdentityClaimFinished = false;
    QSet<quint32> m_runningStartNumbers;
};
}
