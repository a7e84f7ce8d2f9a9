// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/protocol/cookietable.h"
#include "sessions/xwindows/relay/relayedconnection.h"

#include <QObject>

#include <functional>
#include <memory>

namespace Nightdesk
{
/// Carries all X connections of all programs between their channels and the local X server, on one thread of its own. A
/// connection belongs to the program whose fake cookie it brings, and has to come by that program's link; any other is refused. No
/// link has more than its share of connections. The object lives on the GUI thread;
/// its functions may be called from any and return at once. The destructor ends within a second.
class XRelay : public QObject
{
    Q_OBJECT
public:
    /// Who wants to know which window numbers are whose. Called on the relay's thread: opened before the program can make a
    /// window, closed before the server can give the numbers to another client.
    struct Watcher {
        std::function<void(std::uint32_t program, std::uint32_t base, std::uint32_t mask)> opened;
        std::function<void(std::uint32_t base)> closed;
    };

    explicit XRelay(const Watcher &watcher, QObject *parent = nullptr);
    ~XRelay() override;

    /// From now on connections that bring @p cookie and come by @p link are authorized, with @p access to the server of @p display.
    /// @p observers see what they carry; null: nobody does. Links have any numbers; where there is one alone, 0 will do.
    void addProgram(std::uint32_t program,
                    const XCookie &cookie,
                    const XAccess &access,
                    const LocalDisplay &display,
                    const std::shared_ptr<RelayCounters> &counters,
                    const std::shared_ptr<XStreamObservers> &witnesses = {},
                    std::uint32_t link = 0);
    /// Ends its connections; its cookie is void. @p then: on the relay's thread, when the X server can get nothing more of them.
    void removeProgram(std::uint32_t program, const std::function<void()> &then = {});
    /// While held no key and no button that is pressed reaches the program (see RelayedConnection::setHeld()).
    void setHeld(std::uint32_t program, bool held);
    void adopt(const SharedFd &channel, std::uint32_t link = 0);

Q_SIGNALS:
    void connectionCountChanged(quint32 program, int count);
    void connectionRefused();
    /// The X server does not let @p program in. @p reason: its words, display-safe.
    void serverRefused(quint32 program, const QString &reason);

private:
    class Loop;
    std::unique_ptr<Loop> m_loop;
};
}
