// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"
#include "sessions/xwindows/localx_p.h"
#include "sessions/xwindows/outputlog.h"
#include "sessions/xwindows/programclaim.h"
#include "sessions/xwindows/windowrunstate.h"

#include <QDateTime>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace Nightdesk
{
/// What runs for a WindowSession: its program at the other host, from the X server's permission to its end, with its output, its
/// connections, and whether what is typed reaches it. Each start has one number; what still comes from the start before is not heard.
/// Reports by signals. Owned by WindowSession, GUI thread.
class WindowRun : public QObject
{
    Q_OBJECT
public:
    /// @p x knows a local X server. @p session: its state, link and names count. @p takesExit: see WindowSession. All outlive this.
    WindowRun(const WindowSpec &spec, LocalX::Private *x, const Session *session, std::function<bool(const ProgramExit &)> takesExit);
    ~WindowRun() override;

    /// Starts @p command; false: no random numbers. From a clear state.
    bool begin(const QStringList &command);
    /// Ends it at once. Returns whether it had X connections; reports nothing.
    bool clear();

    WindowRunState state() const;
    quint32 program() const; ///< its number; 0: none runs
    const std::optional<ProgramMark> &mark() const;
    const std::optional<ProgramExit> &exit() const;
    OutputLog &output();
    int connections() const;
    const RelayCounters &counters() const;
    std::int64_t withheld() const; ///< keys and buttons, since it does not answer
    std::optional<QDateTime> keptUntil() const; ///< while it waits in an old connection
    /// They see what its X connections carry, from its next start on; null: nobody does.
    void setObservers(const std::shared_ptr<XStreamObservers> &witnesses);
    /// WindowSession says what these are.
    void setVeil(const VeilPainter &paint);
    void keepOff(const QList<QRect> &lines);
    /// Looks whether what is typed reaches it.
    void followAnswers();

Q_SIGNALS:
    void numbered(); ///< program() is known, and no window of it is there yet: where they go is to be said now
    void begins(); ///< its program is about to be started
    void opened();
    void appeared(); ///< a window; also again when it is opened after that
    void occupied(const Nightdesk::AppHolder &holder);
    void caveat(const QString &text); ///< translated
    void failed(const Nightdesk::Failure &failure);
    void ended();
    void lost(); ///< its channel broke: what its profile wants happens
    void outputAdded(const QStringList &lines); ///< never empty
    void connectionsChanged();
    void heldChanged(bool held); ///< no key or button goes to it
    void answeringJudged(Nightdesk::Session::Answering answering, std::chrono::steady_clock::time_point heard);

private:
    void watchServer();
    void admit(const XAccess &access);
    void start();
    void finished(const ProgramExit &exit);
    void judgeEnd(); ///< nothing more was heard of the link or the X server
    void setConnections(int count);
    void keepOutput(const QByteArray &bytes, OutputKind kind);
    void waitingChanged(bool waiting);
    bool handle(WindowRunEvent event);
    void reportFailure(const Failure &failure);

    const WindowSpec m_spec;
    LocalX::Private *const m_x;
    const Session *const m_session;
    const std::function<bool(const ProgramExit &)> m_takesExit;
    WindowRunState m_state = WindowRunState::Off;
    QStringList m_command;
    quint32 m_program = 0;
    QTimer m_limit; ///< of the state it is in
    std::optional<ProgramMark> m_mark;
    std::chrono::steady_clock::time_point m_begun;
    XCookie m_cookie{};
    std::shared_ptr<RelayCounters> m_counters = std::make_shared<RelayCounters>();
    std::shared_ptr<XStreamObservers> m_observers;
    std::unique_ptr<RemoteProgram> m_remote;
    ProgramClaim m_claim;
    OutputLog m_output;
    std::optional<ProgramExit> m_exit;
    ProgramExit m_signal; ///< while Signaled
    QString m_refusal; ///< the X server's words when it did not let the program in
    QList<QRect> m_keptFree;
    int m_connections = 0;
    bool m_hasAppeared = false;
    bool m_held = false; ///< no key or button goes to it
    std::int64_t m_withheldBefore = 0;
    std::optional<std::chrono::steady_clock::time_point> m_silentSince; ///< its connection
    std::optional<QDateTime> m_keptUntil;
};
}
