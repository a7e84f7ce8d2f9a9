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
/// Carries all X connections of all programs between their channels and the local X server, on one thread of its own. A connection belongs to the
/// program whose fake cookie it presents, and must come over that program's link; all others are refused. No link has more than its share of
/// connections. The object lives on the GUI thread; its functions may be called from any and return at once. The destructor ends within a second.
class XRelay : public QObject
{
    Q_OBJECT
public:
    /// Called on the relay's thread when a connection of a program opens or closes. They show which X resource numbers belong to which program.
    /// connectionOpened: called before the program can create a window. connectionClosed: called before the server gives the numbers to another client.
    struct ConnectionCallbacks {
        std::function<void(std::uint32_t program, std::uint32_t base, std::uint32_t mask)> connectionOpened;
        std::function<void(std::uint32_t base)> connectionClosed;
    };

    explicit XRelay(const ConnectionCallbacks &callbacks, QObject *parent = nullptr);
    ~XRelay() override;

    /// Authorizes @p program: from now on, connections that present @p cookie and come over @p link may connect to the server of @p display, with
    /// @p access. @p observers observe the bytes of these connections; null: nobody does. @p link is a number that the caller chooses for the link; a
    /// caller with only one link may use 0.
    void addProgram(std::uint32_t program,
                    const XCookie &cookie,
                    const XServerAccess &access,
                    const LocalDisplay &display,
                    const std::shared_ptr<RelayCounters> &counters,
                    const std::shared_ptr<XStreamObservers> &observers = {},
                    std::uint32_t link = 0);
    /// Ends the program's connections and invalidates its cookie. @p then: called on the relay's thread once the X server can receive nothing more
    /// from them.
    void removeProgram(std::uint32_t program, const std::function<void()> &then = {});
    /// While held, no key or button press reaches the program (see RelayedConnection::setPressesWithheld()).
    void setPressesWithheld(std::uint32_t program, bool arePressesWithheld);
    void adoptX11Channel(const SharedFd &channel, std::uint32_t link = 0);

Q_SIGNALS:
    void connectionCountChanged(quint32 program, int count);
    void connectionRefused();
    /// The X server refused a connection of @p program. @p reason: the server's text, display-safe.
    void serverRefused(quint32 program, const QString &reason);

private:
    class Loop;
    std::unique_ptr<Loop> m_loop;
};
}
