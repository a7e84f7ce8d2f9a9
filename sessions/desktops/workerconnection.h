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
    enum class ChannelOpening {
        AtOnce,
        /// when the worker's Hello has arrived. If a slot of factReceived() rejects the worker and stops the attempt, the channel stays closed, so
        /// that the worker gets no data from the server.
        AfterHello,
    };
    /// Sets a function that inserts a relay between stream and worker; to be called before start(). @p insertRelay gets the local end of the stream,
    /// and returns the end that the stream uses instead.
    void setStreamRelay(std::function<UniqueFd(UniqueFd localEnd)> insertRelay);
    /// Starts worker and channel. Emits no signal before it returns.
    void start(const RfbWire::Start &settings, ChannelOpening channelOpening = ChannelOpening::AtOnce);
    /// Ends channel and worker at once. No further signals are emitted.
    void stop();

    void send(const RfbWire::ToWorker &message);
    /// Reports to the worker that the last reported damage is painted, so that it may draw again; does nothing if no damage was reported since.
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
    void finishLater(const ConnectionEnd &end); ///< start() emits no signal before it returns

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
    QTimer m_finalMessageWaitTimer;
    WorkerConnectionState m_state = WorkerConnectionState::Opening;
    /// the end to report in the states StreamEndedWhileOpening and ChannelOpenedAfterStreamEnd if the channel gives no reason
    ConnectionEnd m_connectionEnd;
};
}
