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
/// The connection of a desktop's session to its server: finds the server, starts one worker run after another, logs in, monitors whether
/// the server answers, and closes the input gate while it does not. Reports by signals; forwards the worker's facts about the desktop's
/// content. Owned by DesktopSession, GUI thread.
class DesktopConnection : public QObject
{
    Q_OBJECT
public:
    /// @p finder finds the server each time that the link is live; null: @p spec has its address. @p session: for its state and link count;
    /// outlives this object.
    DesktopConnection(const DesktopSpec &spec, std::unique_ptr<AddressOrCommandFinder<DesktopAddress>> finder, const Session *session);
    ~DesktopConnection() override;

    /// prepare(), open() and dropConnection() do what Session documents for its functions prepare(), open() and drop().
    void prepare();
    void open();
    void dropConnection();

    std::optional<DesktopAddress> address() const; ///< address of the server; empty: not found yet
    const WorkerReportedFacts &reportedFacts() const; ///< what the worker reported in this connection
    bool hasFirstImage() const; ///< the first image has arrived
    /// What the worker may do; also applies to the next worker.
    const RfbWire::Policy &policy() const;
    void setPolicy(const RfbWire::Policy &policy);
    void setHidden(bool isHidden); ///< a hidden desktop gets few update requests
    void send(const RfbWire::ToWorker &message);
    void reportDamagePainted(); ///< releases the reported damage, if any

    DesktopLogin &login();
    /// @p secret empty: cancelled. No effect if no question is open.
    void answerSecret(const std::optional<Secret> &secret);

    DesktopInputGate &input();
    /// Whether input is accepted now. Accepted input reaches the server soon or is dropped.
    bool takesInput();
    /// See DesktopSession::setRequiresSandbox(). Applies to all desktops from their next login on.
    static void setRequiresSandbox(bool on);

Q_SIGNALS:
    void connecting(); ///< a new worker was started, which needs visibility, size and share of the link
    void opened(); ///< the channel to the server is open
    void loggedIn();
    /// The desktop is shown. @p isFirst: this connection's first image has arrived.
    void imageAppeared(bool isFirst);
    void framebufferCreated(const Nightdesk::DesktopPicture &picture);
    void factReceived(const Nightdesk::WorkerFact &fact); ///< @p fact is about what the desktop shows, or about its clipboard
    void connectionFailed(const Nightdesk::Failure &failure, Nightdesk::Session::RetryTiming retryTiming);
    void serverNotFound(const Nightdesk::Failure &failure);
    /// Emitted at each check of a live session. @p answering: whether the server answers; @p lastResponseAt: when it last sent data.
    void answeringUpdated(Nightdesk::Session::AnswerState answering, std::chrono::steady_clock::time_point lastResponseAt);
    /// The server has answered all requests that were sent up to @p upTo, even if nothing had changed.
    void requestsAnswered(Nightdesk::BootClock::time_point upTo);
    /// Like requestsAnswered(), but emitted only while the desktop accepts input.
    void inputReceivedByServer(Nightdesk::BootClock::time_point upTo);
    void warningReported(const QString &text); ///< @p text: a translated warning for the user
    void factsChanged();
    void statsChanged();
    void secretNeeded(int attempt);
    void secretRequestWithdrawn();

private:
    void connectTo(const DesktopAddress &place);
    void handleConnectionEnded(const ConnectionEnd &end);
    void checkServerLiveness();
    void giveUpConnection(const ConnectionEnd &end);
    ServerAnswerDetector::Verdict updateAnswering();
    void sendPendingReleases();
    void reportMissingSandbox();

    // Facts from the worker about the connection, one function for each. WorkerReportedFacts::setFacts() handles the others.
    void handle(const RfbWire::Hello &hello);
    void handle(const RfbWire::Progress &progress);
    void handle(const ImageDamageFact &damage);
    void handle(const RfbWire::Challenge &asked);
    void handle(const RfbWire::Stats &now);
    void handle(const RfbWire::FenceRoundTrip &time);
    void handle(const RfbWire::ServerResponded &heard);
    template<class Fact>
    void handle(const Fact &fact)
    {
        if constexpr (requires { m_reportedFacts.setFacts(fact); }) {
            m_reportedFacts.setFacts(fact);
            Q_EMIT factsChanged();
        } else {
            // RequestSharedFramebuffer, LogFact and Failed are handled by WorkerConnection and do not arrive here.
            Q_EMIT factReceived(fact);
        }
    }

    static inline bool s_requiresSandbox = false;

    const DesktopSpec m_desktopSpec;
    const std::unique_ptr<AddressOrCommandFinder<DesktopAddress>> m_addressFinder;
    const Session *const m_session;
    Link *const m_link;
    std::optional<DesktopAddress> m_desktopAddress;
    bool m_isLoginServerSet = false; ///< m_desktopLogin knows the server at m_desktopAddress
    RfbWire::Policy m_workerPolicy;
    FramebufferStore m_framebufferStore;
    WorkerWatchdog m_workerWatchdog;
    DesktopLogin m_desktopLogin;
    std::unique_ptr<WorkerConnection> m_workerConnection;
    /// An image that was created but not shown yet.
    struct UnshownImage {
        quint32 generation = 0;
        QSize size;
    };
    std::optional<UnshownImage> m_unshownImage;
    WorkerReportedFacts m_reportedFacts;
    DesktopInputGate m_inputGate;
    DesktopLiveness m_desktopLiveness;
    QTimer m_livenessTimer;
};
}
