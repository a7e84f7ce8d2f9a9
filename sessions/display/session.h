// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/appoccupancy.h"
#include "sessions/display/displayidentity.h"
#include "sessions/display/sessionstate.h"
#include "sessions/display/sessiontimes.h"
#include "sessions/links/facts/backoff.h"
#include "sessions/links/hop/link.h"

#include <QTimer>

#include <optional>

namespace Nightdesk
{
/// A display and its state machine, which all kinds of displays share. DesktopSession and WindowSession implement how to open one. GUI thread, owned
/// by the Desk; @p link must outlive this.
class Session : public DisplayIdentity
{
    Q_OBJECT
public:
    /// How well the remote end of a Live session responds. Input is sent only in the state Responding.
    enum class AnswerState {
        Responding,
        InputBlocked, ///< no response for max(1.5 s, 5 RTT): the user's input is not sent but discarded
        Stalled, ///< no response for max(3 s, 4 RTT): the image is outdated
        UsingSilentOldConnection, ///< an X program still uses an old connection that does not respond; the program recovers or ends with it
    };

    /// Whether to wait before retrying a display that failed. AtOnce is for failures that the peer did not cause.
    enum class RetryTiming {
        AfterPause,
        AtOnce,
    };

    ~Session() override;

    Link *link() const
    {
        return m_link;
    }
    SessionState state() const
    {
        return m_state;
    }
    /// The steps of the current or last attempt, beginning with those of the link.
    QList<StepTiming> steps() const;
    /// Why the session is Retrying or Failed, or waits for its link again. Kept until the session is live; empty
    /// otherwise.
    std::optional<Failure> failure() const;
    AnswerState answering() const; ///< how well the remote end responds; always Responding while not Live
    /// When the remote end last responded, while it does not respond; empty: it responds, or the session is not Live.
    std::optional<std::chrono::steady_clock::time_point> silentSince() const;
    /// Time from start() or retry() until the session was live; empty: not live yet.
    std::optional<std::chrono::milliseconds> timeTakenUntilLive() const;
    /// When the session became live; empty: it is not live.
    std::optional<std::chrono::steady_clock::time_point> liveSince() const;
    /// Minimized but still running: a desktop is hidden from its viewer window, an X program's windows are iconified.
    bool isIconified() const
    {
        return m_isIconified;
    }
    /// True: the program was asked to close, as by the close button of its window, and has not ended yet.
    bool isClosing() const
    {
        return m_isClosing;
    }
    /// For a program that may run only once: if it has a holder, the session is Failed and waits for showHolderProgram(),
    /// stopAndLeaveProgramToHolder() or retry().
    const AppOccupancy &occupancy() const;
    /// A warning for the user about what could not be checked before the start; empty: none.
    QString startWarning() const;

public Q_SLOTS:
    void start();
    void retry(); ///< starts again at once, from Failed, Ended or Retrying
    void stop();
    /// Closes the display for the user: asks the program to close, if possible (isClosing()). A second call ends it at once.
    void close();
    void cancelClose(); ///< cancels close(); an open question of the program stays open
    void restart(); ///< close(), and start() after the session has ended
    void showHolderProgram(); ///< shows the holder's program, if possible: open() follows
    void stopAndLeaveProgramToHolder(); ///< ends this session, so that the holder keeps the program
    virtual void iconify();
    virtual void deiconify();
    /// Asks the owner to change the display mode: the session is closed as by close(), and a new session with the same
    /// name replaces it. If the session does not end, it keeps its display mode.
    void showAs(Nightdesk::Topology topology);

Q_SIGNALS:
    void topologyRequested(Nightdesk::Topology topology); ///< showAs() was called
    void stateChanged(Nightdesk::SessionState state);
    void stepsChanged();
    void answeringChanged(Nightdesk::Session::AnswerState answering);
    void iconifiedChanged(bool iconified);
    void closingChanged(bool closing);

protected:
    Session(Kind kind, const QString &id, const QString &title, const QString &screenName, Link *link, QObject *parent);

    /// Called while the link is logging in: prepares what is possible without the link, so that open() is faster. Reports nothing; drop() undoes it.
    /// Called again at each attempt of the link.
    virtual void prepare();
    /// Called when the link is live: opens the channel or starts the program, and reports with the functions below. Nothing is open before, except
    /// what prepare() did.
    virtual void open() = 0;
    /// Drops the channel, worker or program at once, and reports nothing. Called before each open() and when the session ends.
    virtual void drop() = 0;
    /// What to do when the link has a new connection (Link::connectionRenewed). True: drop the session and open it over the new connection at once.
    /// False: stay with the old connection, as an X program must.
    virtual bool reopensWhenLinkRenewed() const;

    /// Asks the program to close; false: not possible. The subclass calls reportEnded() if the program does not answer.
    virtual bool requestProgramClose();
    /// True: after close(), the program asks the user something, and both outlive the link: the session opens again with the link, so that the user can
    /// answer.
    virtual bool hasQuestionThatOutlivesLink() const;
    void reportIconified(bool iconified);

    /// The steps that reportOpened() and reportContentAppeared() finish. By default: program and first window for a window, channel and first image
    /// for a desktop.
    virtual StartStep startStepUntilOpened() const;
    virtual StartStep startStepUntilContentAppeared() const;
    void reportStepBeforeOpen(StartStep step); ///< finishes @p step, which comes before the session is open
    void reportOpened(); ///< the channel is open or the program started: finishes startStepUntilOpened()
    void reportStepAfterOpen(StartStep step); ///< finishes @p step, which comes after the channel was opened or the program was started
    void reportContentAppeared();
    /// A Transient failure is retried automatically; after any other one the session is Failed.
    void reportFailure(const Failure &failure, RetryTiming retryTiming = RetryTiming::AfterPause);
    void reportOccupied(const AppHolder &holder); ///< fails because @p holder already runs the program
    void reportStartWarning(const QString &startWarning); ///< call before the session is live
    void reportEnded(); ///< ends the session because its program has exited or must exit now; after restart(), starts it again
    /// Sets answering(); ignored unless the session is Live. @p lastResponseAt: when the remote end last responded.
    void reportAnswering(AnswerState answering, std::chrono::steady_clock::time_point lastResponseAt);

private:
    void recordStep(StartStep step);
    void handle(SessionEvent event);
    void enterState(SessionState state);
    void setClosing(bool closing);
    void handleLinkState(LinkState state);
    void handleLinkClosed();
    void handleLinkRenewed();

    Link *const m_link;
    SessionState m_state = SessionState::Idle;
    SessionTimes m_sessionTimes;
    std::optional<Failure> m_failure;
    AppOccupancy m_occupancy;
    QString m_startWarning;
    bool m_isConnectionPrepared = false;
    bool m_isIconified = false;
    bool m_isClosing = false;
    bool m_restartsWhenEnded = false; ///< start again as soon as the session has ended
    AnswerState m_answerState = AnswerState::Responding;
    std::optional<std::chrono::steady_clock::time_point> m_silentSince;
    Backoff m_backoff;
    QTimer m_retryTimer;
    RetryTiming m_retryTiming = RetryTiming::AfterPause;
};
}
