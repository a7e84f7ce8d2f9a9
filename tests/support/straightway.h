// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokertransport.h"
#include "sessions/profiles/profile.h"

#include <memory>
#include <variant>
#include <vector>

namespace Nightdesk::Test
{
/// A way to a broker of this machine without ssh between; it can be cut without a word, as a link can. One thread, one pump.
class DirectTransport : public BrokerTransport
{
    Q_OBJECT
public:
    /// @p address: a loopback port, or a Unix socket; of a TcpAddress the host's name is not looked at.
    explicit DirectTransport(const std::variant<TcpAddress, UnixSocket> &address, QObject *parent = nullptr);
    ~DirectTransport() override;

    bool isOpenable() const override;
    void open(UniqueFd end) override;
    void close() override;

    /// From now on nothing passes, in either direction, and neither side is told, not even when the stream is closed here; new streams
    /// are mute too.
    void cut();
    /// It can be opened again, and what was waiting passes.
    void mend();
    bool isCut() const;
    void setOpenable(bool openable); ///< as a link comes and goes; a stream that is open stays
    void hangUp(); ///< both sides are told

private:
    class Pump;
    void connected();
    void pass();
    void retire();
    void silence();

    const std::variant<TcpAddress, UnixSocket> m_address;
    std::unique_ptr<Pump> m_pump;
    std::vector<UniqueFd> m_silent; ///< of streams that ended here while it was cut: the broker has them still
    bool m_isCut = false;
    bool m_isOpenable = true;
};
}
