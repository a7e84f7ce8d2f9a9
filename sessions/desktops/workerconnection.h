// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopfailure.h"
#include "sessions/desktops/picturestore.h"
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
/// One attempt at a desktop, from opening the channel to its end: the stream through the link, the worker, the talk with it
/// and its pictures. Owned by DesktopSession, GUI thread. Worker and channel start side by side, to save the worker's
/// start-up time.
class WorkerConnection : public QObject
{
    Q_OBJECT
public:
    /// @p pictures and @p judge outlive it: generations and deaths are counted over all runs.
    WorkerConnection(Link *link, const StreamTarget &target, PictureStore *pictures, WorkerWatchdog *judge, QObject *parent);
    ~WorkerConnection() override;

    /// When the channel is opened.
    enum class Opening {
        AtOnce,
        AfterHello, ///< when factReceived() of the worker's Hello has not ended this: nothing from the server reaches a worker that is refused
    };
    /// Before start(): gives the stream's end here another place, between which and the old one somebody stands.
    void setMiddle(std::function<UniqueFd(UniqueFd localEnd)> middle);
    /// Emits nothing before it returns.
    void start(const RfbWire::Start &settings, Opening opening = Opening::AtOnce);
    /// Ends channel and worker at once. Nothing is emitted any more.
    void stop();

    void send(const RfbWire::ToWorker &message);
    /// The damage that is out, if any.
    void release();
    qint64 workerPid() const;
    bool isOpen() const; ///< its channel, and it is not over
    bool isOver() const;

Q_SIGNALS:
    void workerStarted(); ///< it has a workerPid() now
    void opened();
    void pictureMade(const Nightdesk::DesktopPicture &picture);
    void factReceived(const Nightdesk::WorkerFact &fact);
    /// The last signal. Worker and channel are gone already.
    void ended(const Nightdesk::ConnectionEnd &end);

private:
    void openStream(UniqueFd localEnd);
    void receiveRecord(const QByteArray &record, bool hasFd);
    void makePicture(const RfbWire::RequestImage &wanted);
    void workerFailed(const RfbWire::Failed &failed);
    void workerEnded(const WorkerExit &exit);
    void watchWorker();
    void finish(const ConnectionEnd &end);
    bool enter(WorkerConnectionEvent event); ///< false: the event means nothing now

    Link *const m_link;
    const StreamTarget m_target;
    PictureStore *const m_pictures;
    WorkerWatchdog *const m_watchdog;
    WorkerProtocol m_protocol;
    WorkerProcess m_worker;
    std::unique_ptr<LinkStream> m_stream;
    std::function<UniqueFd(UniqueFd)> m_middle; ///< empty: nobody stands between
    UniqueFd m_localEnd; ///< of a stream that is opened after Hello
    WaitMeter m_silence; ///< of the worker
    std::chrono::milliseconds m_silenceLimit; ///< longer for its start than later
    QTimer m_watch;
    QTimer m_lastWords;
    WorkerConnectionState m_state = WorkerConnectionState::Opening;
    ConnectionEnd m_end; ///< in Ending and Opened: what is reported if the channel says nothing
};
}
