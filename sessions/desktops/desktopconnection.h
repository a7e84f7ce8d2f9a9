// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopinputgate.h"
#include "sessions/desktops/desktopliveness.h"
#include "sessions/desktops/desktoplogin.h"
#include "sessions/desktops/reportedfacts.h"
#include "sessions/desktops/workerconnection.h"
#include "sessions/display/finder.h"
#include "sessions/display/session.h"

#include <QTimer>

#include <memory>
#include <optional>

namespace Nightdesk
{
/// The connection of a desktop's session to its server: finds the server, starts one run after the other, logs in, watches whether the
/// server answers, and closes the gate of the input while it does not. Reports by signals; what a worker says of the desktop's content
/// is passed on. Owned by DesktopSession, GUI thread.
class DesktopConnection : public QObject
{
    Q_OBJECT
public:
    /// Whether the session waits before it tries again. AtOnce is for what is not the server's fault.
    enum class Retry {
        AfterPause,
        AtOnce,
    };

    /// @p finder finds the server each time that the link is live; null: @p spec has its address. @p session: its state and link count;
    /// outlives this.
    DesktopConnection(const DesktopSpec &spec, std::unique_ptr<Finder<DesktopAddress>> finder, const Session *session);
    ~DesktopConnection() override;

    /// See Session's functions of these names.
    void prepare();
    void open();
    void drop();

    std::optional<DesktopAddress> address() const; ///< empty: not found yet
    const ReportedFacts &reported() const; ///< in this connection
    bool isShown() const; ///< its first image has come
    /// What the worker may do; also the next one.
    const RfbWire::Policy &policy() const;
    void setPolicy(const RfbWire::Policy &policy);
    void setHidden(bool isHidden); ///< the server is asked for little then
    void send(const RfbWire::ToWorker &message);
    void release(); ///< the damage that is out, if any

    DesktopLogin &login();
    /// Empty: cancelled. Without effect if no question is open.
    void answerSecret(const std::optional<Secret> &secret);

    DesktopInputGate &input();
    /// What is typed now reaches the server soon or not at all.
    bool takesInput();
    /// See DesktopSession. For all, from their next login on.
    static void setRequiresSandbox(bool on);

Q_SIGNALS:
    void connecting(); ///< a worker was started, which knows nothing of what is wanted
    void opened(); ///< its channel
    void loggedIn();
    /// An image came. @p isFirst: of this connection.
    void appeared(bool isFirst);
    void pictureMade(const Nightdesk::DesktopPicture &picture);
    void factReceived(const Nightdesk::WorkerFact &fact); ///< of the desktop's content
    void failed(const Nightdesk::Failure &failure, Nightdesk::DesktopConnection::Retry retry);
    void notFound(const Nightdesk::Failure &failure);
    /// How it answers while the session is live. @p heard: when it did last.
    void answeringJudged(Nightdesk::Session::Answering answering, std::chrono::steady_clock::time_point heard);
    void heardOf(Nightdesk::BootClock::time_point upTo); ///< what was asked by then has been answered, also that nothing is new
    void answered(Nightdesk::BootClock::time_point upTo); ///< as heardOf(), while it takes input
    void caveat(const QString &text); ///< translated
    void factsChanged();
    void statsChanged();
    void secretNeeded(int attempt);
    void secretWithdrawn();

private:
    void connectTo(const DesktopAddress &place);
    void ended(const ConnectionEnd &end);
    void checkLiveness();
    void giveUp(const ConnectionEnd &end);
    AnswerDetector::Verdict review();
    void payReleases();
    void reportMissingSandbox();

    // What the worker says of the connection, one function for each fact. take() of ReportedFacts is the rest of it.
    void handle(const RfbWire::Hello &hello);
    void handle(const RfbWire::Progress &progress);
    void handle(const DamagedFact &damage);
    void handle(const RfbWire::Challenge &asked);
    void handle(const RfbWire::Stats &now);
    void handle(const RfbWire::FenceTime &time);
    void handle(const RfbWire::Heard &heard);
    template<class Fact>
    void handle(const Fact &fact)
    {
        if constexpr (requires { m_reported.setFacts(fact); }) {
            m_reported.setFacts(fact);
            Q_EMIT factsChanged();
        } else {
            Q_EMIT factReceived(fact); // WantPicture, Log and Failed are WorkerConnection's, and not among them
        }
    }

    static inline bool s_requiresSandbox = false;

    const DesktopSpec m_spec;
    const std::unique_ptr<Finder<DesktopAddress>> m_finder;
    const Session *const m_session;
    Link *const m_link;
    std::optional<DesktopAddress> m_address;
    bool m_hasServer = false; ///< m_login is of this address
    RfbWire::Policy m_policy;
    PictureStore m_pictures;
    WorkerWatchdog m_watchdog;
    DesktopLogin m_login;
    std::unique_ptr<WorkerConnection> m_run;
    /// An image that was made and is not shown yet.
    struct MadeImage {
        quint32 generation = 0;
        QSize size;
    };
    std::optional<MadeImage> m_made;
    ReportedFacts m_reported;
    DesktopInputGate m_input;
    DesktopLiveness m_liveness;
    QTimer m_tick;
};
}
