// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/protocol/wakefd.h"

#include <mutex>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace Nightdesk::Rfb
{
/// A SharedFramebuffer record and the descriptor that came with it.
struct FramebufferRecord {
    RfbWire::SharedFramebuffer framebuffer;
    UniqueFd fd;
};
/// A record that the pump thread received from the console. The reader thread handles these records in order.
using Mail = std::variant<RfbWire::Start,
                          RfbWire::ChallengeAnswer,
                          FramebufferRecord,
                          RfbWire::DamagePainted,
                          RfbWire::View,
                          RfbWire::Policy,
                          RfbWire::LinkShare,
                          RfbWire::RequestDesktopSize>;

/// Queue of records from the pump thread to the reader thread. put() from any thread, takeAll() by the reader. Owned by Worker.
class Mailbox
{
public:
    void put(Mail mail)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_records.push_back(std::move(mail));
        }
        m_wakeFd.wake();
    }
    std::vector<Mail> takeAll()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_records, {});
    }
    std::size_t size() const
    {
        const std::lock_guard lock(m_mutex);
        return m_records.size();
    }
    /// A descriptor that is readable when there may be mail.
    WakeFd &wakeFd()
    {
        return m_wakeFd;
    }

private:
    mutable std::mutex m_mutex;
    WakeFd m_wakeFd;
    std::vector<Mail> m_records;
};
}
