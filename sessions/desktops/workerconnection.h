// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopfailure.h"
#include "sessions/desktops/framebufferstore.h"
#include "sessions/desktops/waitmeter.h"
#include "sessions/desktops/workerconnectionstate.h"
#include "sessions/desktops/workerprocess.h"
#include "sessions/desktops/workerprotocol.h"
#include "sessions/desktops/workerwatchdog.h"
#include "sessions/links/hop/link.h"

#include <QTimer>

#include <functional>

namespace Nightdesk
{
/// One connection attempt to a desktop, from opening the channel to its end: the stream through the link, the worker, the protocol with it
/// and its framebuffers. Owned by DesktopConnection or DesktopTrial, GUI thread. Worker and channel are started in parallel, to save the worker's
/// start-up time.
class WorkerConnection : public QObject
{
    Q_OBJECT
public:
    /// @p pictures and @p watchdog outlive this object: generations and crashes are counted across all runs.
    WorkerConnection(Link *link, const StreamTarget &target, FramebufferStore *pictures, WorkerWatchdog *watchdog, QObject *parent);
    ~WorkerConnection() override;

    /// When the channel is opened.
    enum class Opening {
        AtOnce,
        AfterHello, ///< after the worker's Hello, unless factReceived() ended the attempt: a worker that is refused gets no data from the server
    };
    /// To be called before start(): @p middle inserts a relay. It gets the local end of the stream and returns the end for the worker.
    void setStreamRelay(std::function<UniqueFd(UniqueFd localEnd)> middle);
    /// Starts worker and channel. Emits no signal before it returns.
    void start(const RfbWire::Start &settings, Opening opening = Opening::AtOnce);
    /// Ends channel and worker at once. No further signals are emitted.
    void stop();

    void send(const RfbWire::ToWorker &message);
    /// Releases the reported damage, if any.
    void reportDamagePainted();
    qint64 workerPid() const;
    bool isOpen() const; ///< the channel is open, and the attempt is not over
    bool isOver() const;

Q_SIGNALS:
    void workerStarted(); ///< workerPid() is valid from now on
    void opened();
    void framebufferCreated(const Nightdesk::DesktopPicture &picture);
    void factReceived(const Nightdesk::WorkerFact &fact);
    /// The last signal. Worker and channel have ended already.
    void connectionEnded(const Nightdesk::ConnectionEnd &end);

private:
    void openStream(UniqueFd localEnd);
    void receiveRecord(const QByteArray &record, bool hasFd);
    void createFramebuffer(const RfbWire::RequestSharedFramebuffer &wanted);
    void handleWorkerFailure(const RfbWire::Failed &failed);
    void handleWorkerExit(const WorkerExit &exit);
    void checkWorkerSilence();
    void finish(const ConnectionEnd &end);
    bool handleEvent(WorkerConnectionEvent event); ///< false: the event is ignored in this state

    Link *const m_link;
    const StreamTarget m_streamTarget;
    FramebufferStore *const m_framebufferStore;
    WorkerWatchdog *const m_workerWatchdog;
    WorkerProtocol m_workerProtocol;
    WorkerProcess m_workerProcess;
    std::unique_ptr<LinkStream> m_linkStream;
    std::function<UniqueFd(UniqueFd)> m_insertRelay; ///< inserts the relay between stream and worker; empty: no relay
    int m_warmUpRoundTrips = 0; ///< round trips from the request for the channel to the server's first image
    UniqueFd m_localEnd; ///< the local end of a stream that is opened after Hello
    WaitMeter m_silenceMeter; ///< time without a message from the worker
    std::chrono::milliseconds m_workerSilenceLimit; ///< limit for m_silenceMeter; longer during the worker's start
    QTimer m_watchWorkerTimer;
    QTimer m_lastMessageTimer;
    WorkerConnectionState m_state = WorkerConnectionState::Opening;
    ConnectionEnd m_connectionEnd; ///< the end to report in the states EndedWhileOpening and OpenedAfterEnd if the channel gives no reason
};
}
