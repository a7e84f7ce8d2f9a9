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
/// One run of a WindowSession's program on the remote host, from the X server's authorization to its end, with its output, its connections, and
/// whether it gets keyboard input. Each start has its own number; late events of an earlier start are ignored. Reports by signals. Owned by
/// WindowSession, GUI thread.
class WindowRun : public QObject
{
    Q_OBJECT
public:
    /// @p localX must have a local X server. @p session is the session whose program this runs. @p handleExit: WindowSession::handleExit(). All must
    /// outlive this object.
    WindowRun(const WindowSpec &spec, LocalX::Private *localX, const Session *session, std::function<bool(const ProgramExit &)> handleExit);
    ~WindowRun() override;

    /// Starts @p command; must be in state Off. False: no random numbers available.
    bool begin(const QStringList &command);
    /// Ends the program at once, without signals. Returns whether it had X connections.
    bool endAtOnce();

    WindowRunState state() const;
    quint32 programNumber() const; ///< number of the present start; 0: none
    const std::optional<ProgramMark> &programMark() const;
    const std::optional<ProgramExit> &programExit() const;
    const OutputLog &outputLog() const;
    void addOutput(const QByteArray &bytes, OutputKind kind); ///< adds output of the program, or of another process that belongs to it
    int connectionCount() const;
    const RelayCounters &relayCounters() const;
    std::int64_t withheldPressCount() const; ///< keys and buttons withheld since the program stopped answering
    /// Until when the old connection, in which the program waits, is kept; empty: the program does not wait.
    std::optional<QDateTime> oldConnectionKeptUntil() const;
    /// Observers of its X connections, from the next start on; null: none.
    void setObservers(const std::shared_ptr<XStreamObservers> &observers);
    /// See WindowSession::setVeil().
    void setVeil(const VeilPainter &paint);
    void setTitleLinesToKeepVisible(const QList<QRect> &lines);
    /// Withholds input from the program while it does not answer, and reports a change.
    void updateInputWithheld();

    /// Connects a signal that begins with the number of a program. @p handler gets the other arguments if the number is that of the present start.
    template<typename Sender, typename... Arguments, typename Handler>
    void connectForPresentStart(const Sender *sender, void (Sender::*signal)(quint32, Arguments...), QObject *receiver, Handler handler)
    {
        connect(sender, signal, receiver, [this, handler](quint32 number, Arguments... arguments) {
            if (number == m_programNumber) {
                handler(arguments...);
            }
        });
    }

Q_SIGNALS:
    void programNumberAssigned(); ///< programNumber() is known, and the program has no window yet; receivers set the place of its windows
    void aboutToStart(); ///< the program is about to be started
    void programStarted(); ///< the host reports that the program was started
    void windowAppeared(); ///< a window appeared; emitted again if the session is opened after that
    void occupied(const Nightdesk::AppHolder &holder);
    void warningReported(const QString &text); ///< something that the user must know; translated
    void failed(const Nightdesk::Failure &failure);
    void runEnded();
    void channelLost(); ///< the program's ssh channel closed without an exit status; the profile decides whether it starts again
    void outputAdded(const QStringList &lines); ///< lines that the program has written; never empty
    void connectionCountChanged();
    void inputWithheldChanged(bool held); ///< true: no key or button reaches the program
    void answeringUpdated(Nightdesk::Session::AnswerState answering, std::chrono::steady_clock::time_point lastHeardAt);

private:
    void watchXServer();
    void handleAuthorization(const XServerAccess &access);
    void start();
    void handleProgramFinished(const ProgramExit &exit);
    void reportEnd(); ///< reports the end, when no further event of the link or the X server came in time
    void setConnectionCount(int count);
    void handleConnectionSilence(bool waiting);
    bool handle(WindowRunEvent event);

    const WindowSpec m_windowSpec;
    LocalX::Private *const m_localX;
    const Session *const m_session;
    const std::function<bool(const ProgramExit &)> m_handleExit;
    WindowRunState m_state = WindowRunState::Off;
    QStringList m_programCommand;
    quint32 m_programNumber = 0;
    QTimer m_stateTimeout; ///< time limit of the present state
    std::optional<ProgramMark> m_programMark;
    std::chrono::steady_clock::time_point m_startBegunAt;
    XCookie m_cookie{};
    std::shared_ptr<RelayCounters> m_relayCounters = std::make_shared<RelayCounters>();
    std::shared_ptr<XStreamObservers> m_streamObservers;
    std::unique_ptr<RemoteProgram> m_remoteProgram;
    ProgramClaim m_programClaim;
    OutputLog m_outputLog;
    std::optional<ProgramExit> m_programExit;
    ProgramExit m_pendingSignalExit; ///< the exit while in state EndedBySignal
    QString m_serverRefusal; ///< the X server's text when it refused the program
    QList<QRect> m_titleLinesToKeepVisible;
    int m_connectionCount = 0;
    bool m_hasWindowAppeared = false;
    bool m_isInputWithheld = false; ///< no key or button reaches the program
    std::int64_t m_earlierWithheldPressCount = 0; ///< number of presses withheld before the present silence
    std::optional<std::chrono::steady_clock::time_point> m_notAnsweringSince; ///< when its connection stopped answering
    std::optional<std::chrono::steady_clock::time_point> m_silenceNoticedAt; ///< see Link::silenceNoticedAt()
    std::optional<QDateTime> m_oldConnectionKeptUntil;
};
}
