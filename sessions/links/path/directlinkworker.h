// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkeventposter.h"

#include <chrono>
#include <list>

namespace Nightdesk
{
/// A link without ssh, for a desktop that is connected directly from this computer (`nightdesk view HOST:PORT`): same commands and events as
/// LinkWorker, but each stream is a separate connection and programs are refused. Runs on a link's thread, which blocks while it connects; few other
/// streams wait meanwhile. Made by LinkThread.
class DirectLinkWorker
{
public:
    DirectLinkWorker(std::shared_ptr<LinkControl> control, std::shared_ptr<LinkEventPoster> eventPoster);

    /// Main function of the thread; returns when stopped.
    void run();

private:
    /// One direction of a stream: data that was read and could not be written yet.
    struct Pipe {
        QByteArray unwrittenBytes;
        bool isSourceAtEnd = false;
        bool wasEofPassedOn = false; ///< the end of the data was passed on to the target
    };
    struct Stream {
        quint64 id = 0;
        UniqueFd localFd;
        UniqueFd remoteFd;
        Pipe pipeToRemote;
        Pipe pipeToLocal;
    };

    void executeCommand(LinkCommand command);
    void openStream(OpenStreamCommand command);
    std::expected<UniqueFd, Failure> connectTo(const StreamTarget &target);
    void waitAndTransfer(std::chrono::milliseconds limit);
    /// Transfers data in both directions. False: the stream has ended.
    bool transferBothWays(Stream &stream);
    bool transfer(Pipe &pipe, int source, int target, Bytes &counter);
    void sendLinkSample();

    const std::shared_ptr<LinkControl> m_linkControl;
    const std::shared_ptr<LinkEventPoster> m_eventPoster;
    std::list<Stream> m_streams;
    Bytes m_bytesReceived;
    Bytes m_bytesSent;
};
}
