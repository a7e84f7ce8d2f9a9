// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkeventposter.h"

#include <chrono>
#include <list>

namespace Nightdesk
{
/// A link without ssh, for a desktop that is reached straight from here (`nightdesk view HOST:PORT`): the same commands and
/// reports as LinkWorker, but a stream is a connection of its own and programs are refused. Lives on a link's thread, which
/// it may keep busy while it connects; streams that wait meanwhile are few by nature. Made by LinkThread.
class DirectWorker
{
public:
    DirectWorker(std::shared_ptr<LinkControl> control, std::shared_ptr<LinkEventPoster> mailbox);

    /// The thread's body; ends when stopped.
    void run();

private:
    /// One direction of a stream: what was read and could not be written yet.
    struct Pipe {
        QByteArray waiting;
        bool sourceEnded = false;
        bool targetEnded = false; ///< its end was passed on
    };
    struct Stream {
        quint64 id = 0;
        UniqueFd local;
        UniqueFd remote;
        Pipe up;
        Pipe down;
    };

    void executeCommand(LinkCommand command);
    void open(OpenStreamCommand command);
    std::expected<UniqueFd, Failure> reach(const StreamTarget &target);
    void waitAndMove(std::chrono::milliseconds limit);
    /// False: the stream is over.
    bool move(Stream &stream);
    bool transfer(Pipe &pipe, int source, int target, Bytes &counter);
    void sample();

    const std::shared_ptr<LinkControl> m_control;
    const std::shared_ptr<LinkEventPoster> m_mailbox;
    std::list<Stream> m_streams;
    Bytes m_in;
    Bytes m_out;
};
}
