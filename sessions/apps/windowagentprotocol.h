// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/repeatedquestion.h"
#include "sessions/apps/settleclock.h"
#include "sessions/apps/standin.h"
#include "sessions/apps/windowcloser.h"
#include "sessions/apps/windowreadings.h"

#include <optional>
#include <set>

namespace Nightdesk
{
/// What AppWindowAgent says to its display's server, and makes of what that says: bytes and time go in, bytes and news come out.
/// Belongs to one thread, waits for nothing.
class WindowAgentProtocol
{
public:
    using Clock = std::chrono::steady_clock;

    /// Called in receive(), due(), fill(), close() and lose().
    struct News {
        std::function<void(const QString &title)> title;
        std::function<void(const QList<QImage> &pictures)> icon;
        std::function<void(int count)> windowCount;
        std::function<void()> settled;
        std::function<void()> cannotBeClosed;
        std::function<void()> askedBack;
    };
    /// @p hasManager: one runs, or is about to. @p isJoined: the program ran already, and somebody has arranged its windows.
    WindowAgentProtocol(std::string_view cookie, bool hasManager, bool isJoined, const News &news);
    WindowAgentProtocol(const WindowAgentProtocol &) = delete;
    WindowAgentProtocol &operator=(const WindowAgentProtocol &) = delete;

    void receive(std::span<const std::uint8_t> bytes, Clock::time_point now);
    std::optional<Clock::time_point> dueAt() const;
    void due(Clock::time_point now);
    const XClientProtocol &connection() const;
    void sent(std::size_t size); ///< so much of connection().output() is gone

    void fill(Clock::time_point now);
    void close(Clock::time_point now);
    void lose(); ///< nothing is to come any more; close() says that it cannot

private:
    /// Who the program's windows are.
    enum class Order {
        Unknown,
        Alone, ///< no manager: the children of the root
        Listed, ///< those in the manager's list
        Unlisted, ///< what carries WM_STATE, in the frames of a manager that keeps no list
    };

    static constexpr auto iconPause = 4 * WindowReadings::readPause; ///< between two readings of the icon

    void opened();
    void survey();
    void takeOrder(Order order, const std::vector<XId> &windows);
    void askList();
    void takeList(const XPropertyValue &value);
    void descend(const std::vector<XId> &frames);
    void event(std::span<const std::uint8_t> bytes);
    void rootChanged(const xcb_property_notify_event_t &event);
    void propertyChanged(const xcb_property_notify_event_t &event);
    void configured(const xcb_configure_notify_event_t &event);
    void mapped(const xcb_map_notify_event_t &event);
    void unmapped(XId window);
    void destroyed(XId window);
    void reparented(const xcb_reparent_notify_event_t &event);
    void meet(XId window);
    void forget(XId window);
    void conclude();
    void report();
    void reportIcon(XId main);
    void maximize(const AppWindow &window);

    const News m_news;
    const bool m_isJoined;
    bool m_expectsManager;
    WindowAgentAtoms m_atoms;
    AppWindows m_windows;
    XClientProtocol m_protocol;
    WindowReader m_reader;
    WindowReadings m_readings;
    WindowCloser m_closer;
    StandIn m_standIn;
    SettleClock m_settleClock;
    Clock::time_point m_now;
    QSize m_display;
    Order m_order = Order::Unknown;
    XId m_check = 0; ///< the manager's own window
    bool m_isLost = false;
    RepeatedQuestion m_survey; ///< who the program's windows are
    RepeatedQuestion m_list; ///< the manager's
    bool m_hasRead = false; ///< all that was there when we came
    std::set<XId> m_met; ///< those that the settle clock knows as ordinary

    XId m_main = 0;
    QString m_title;
    int m_count = 0;
    bool m_hasIcon = false; ///< as last told
    RepeatedQuestion m_icon;
    Clock::time_point m_iconAt;
};
}
