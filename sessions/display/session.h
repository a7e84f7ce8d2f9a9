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
/// A display while it is being shown: the states that all displays share. DesktopSession and WindowSession fill in what
/// opening means. Lives on the GUI thread, owned by the Desk; @p link must outlive it.
class Session : public DisplayIdentity
{
    Q_OBJECT
public:
    /// How its far end answers while it is Live. Input goes there only with Yes.
    enum class Answering {
        Yes,
        InputHeld, ///< nothing came back for max(1.5 s, 5 RTT): what is typed now is never sent
        Stalled, ///< for max(3 s, 4 RTT): the picture is old
        Waiting, ///< a window in an old connection that does not answer: it comes back with that or ends with it
    };

    ~Session() override;

    Link *link() const;
    SessionState state() const;
    /// The steps of the current or last attempt, those of the link first.
    QList<StepTiming> steps() const;
    /// Why it is Retrying or Failed, or waits for its link again; kept until it is live. Empty otherwise.
    std::optional<Failure> failure() const;
    Answering answering() const; ///< Yes unless Live
    /// When it was last heard of, while it does not answer; empty: it answers, or is not Live.
    std::optional<std::chrono::steady_clock::time_point> silentSince() const;
    /// How long from start() or retry() until it was live; empty: not live yet.
    std::optional<std::chrono::milliseconds> timeToLive() const;
    /// Since when it is live; empty: it is not.
    std::optional<std::chrono::steady_clock::time_point> liveSince() const;
    /// Put aside, though it goes on: a desktop left its stage, an X program's windows are icons.
    bool isIconified() const;
    /// It was asked to end by itself, as an X program is by its window's close button, and has not yet.
    bool isClosing() const;
    /// Where its program may run only once: with a holder it is Failed, and waits for watch(), leaveToHolder() or retry().
    const AppOccupancy &occupancy() const;
    /// What could not be found out before it was started, and a person should know; empty: nothing.
    QString caveat() const;
    /// It cannot be shown, whatever its link does: start() and retry() end in @p failure at once. Before the first start().
    void forbidStart(const Failure &failure);

public Q_SLOTS:
    void start();
    void retry(); ///< from Failed, Ended or Retrying; at once
    void stop();
    /// As a person ends it: what can be asked to end by itself is asked first (isClosing()). While it is, ends it at once.
    void close();
    void keepOpen(); ///< it is not to end after all; what it was asked is its own matter
    void restart(); ///< close(), and start() when it has ended
    void watch(); ///< shows the holder's program, if that can be: open() follows
    void leaveToHolder(); ///< the holder keeps the program: ends it
    virtual void iconify();
    virtual void restore();
    /// Asks its owner to show it in another way: as a person ends it, it is asked to end first, and another session of the same
    /// name takes its place. It stays if it does not end.
    void showAs(Nightdesk::Topology topology);

Q_SIGNALS:
    void needsTopology(Nightdesk::Topology topology); ///< showAs() was called
    void stateChanged(Nightdesk::SessionState state);
    void stepsChanged();
    void answeringChanged(Nightdesk::Session::Answering answering);
    void iconifiedChanged(bool iconified);
    void closingChanged(bool closing);

protected:
    Session(Kind kind, const QString &id, const QString &title, const QString &screenName, Link *link, QObject *parent);

    /// Its link is logging in: what can be made ready without it is, so that open() has little left to do. Reports nothing;
    /// drop() undoes it. Again with each attempt of the link.
    virtual void prepare();
    /// The link is live: open the channel or start the program; report with the functions below. From a clean state, but for what prepare() did.
    virtual void open() = 0;
    /// Drop channel, worker or program at once; report nothing. Called before each open() and when it ends.
    virtual void drop() = 0;
    /// When the link is live by way of a new connection (Link::renewed): true, it is dropped and opened again there at once;
    /// false, it stays in the old one, as an X program must.
    virtual bool movesWithLink() const;

    /// Asks it to end by itself; false: there is nobody to ask. Once it has no answer, reportEnded() ends it.
    virtual bool askToEnd();
    void reportIconified(bool iconified);

    /// What reportOpened() and reportAppeared() end; by the kind: a window's program and first window, a desktop's channel and picture.
    virtual Step openedStep() const;
    virtual Step appearedStep() const;
    void reportProgress(Step step); ///< done on the way to being open; nothing is open yet
    void reportOpened(); ///< ends openedStep()
    void reportStep(Step step); ///< what took since the step before; its channel or program is open then
    void reportAppeared();
    /// Whether a display that failed waits before it is tried again. AtOnce is for what is not the peer's doing.
    enum class Again {
        AfterPause,
        AtOnce,
    };
    void reportFailure(const Failure &failure, Again again = Again::AfterPause); ///< Transient: tries again by itself; else Failed
    void reportOccupied(const AppHolder &holder); ///< a failure, with a holder
    void reportCaveat(const QString &caveat); ///< before it is live
    void reportEnded(); ///< its program exited, or ends now; what restart() waits for starts then, unlike after stop()
    /// Ignored unless Live. @p heard: when its far end last said something.
    void reportAnswering(Answering answering, std::chrono::steady_clock::time_point heard);

private:
    void noteStep(Step step);
    void handle(SessionEvent event);
    void refuseForbidden();
    void enter(SessionState state);
    void setClosing(bool closing);
    void linkChanged(LinkState state);
    void linkClosed();
    void linkRenewed();

    Link *const m_link;
    SessionState m_state = SessionState::Idle;
    SessionTimes m_times;
    std::optional<Failure> m_failure;
    std::optional<Failure> m_forbidden;
    AppOccupancy m_occupancy;
    QString m_caveat;
    bool m_isPrepared = false;
    bool m_iconified = false;
    bool m_closing = false;
    bool m_startsAnew = false; ///< as soon as it has ended
    Answering m_answering = Answering::Yes;
    std::optional<std::chrono::steady_clock::time_point> m_silentSince;
    Backoff m_backoff;
    QTimer m_pause;
    Again m_again = Again::AfterPause;
};
}
