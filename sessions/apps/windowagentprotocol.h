// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/settleclock.h"
#include "sessions/apps/windowcloser.h"
#include "sessions/apps/windowmanagerfallback.h"
#include "sessions/apps/windowreadings.h"
#include "sessions/common/repeatedquestion.h"

#include <optional>
#include <set>

namespace Nightdesk
{
/// The X protocol of AppWindowAgent without I/O: bytes from the display's server and the time go in, bytes to the
/// server and reports come out. Belongs to one thread; does not block.
class WindowAgentProtocol
{
public:
    using Clock = std::chrono::steady_clock;

    /// What the agent reports; called from receive(), due(), fill(), close() and lose().
    struct News {
        std::function<void(const QString &title)> title;
        std::function<void(const QList<QImage> &pictures)> icon;
        std::function<void(int count)> windowCount;
        std::function<void()> settled;
        std::function<void()> cannotBeClosed;
        std::function<void()> askedBack;
    };
    /// @p hasManager: a window manager runs or will be started. @p isJoined: the program was already running, with windows arranged by a user.
    WindowAgentProtocol(std::string_view cookie, bool hasManager, bool isJoined, const News &news);
    WindowAgentProtocol(const WindowAgentProtocol &) = delete;
    WindowAgentProtocol &operator=(const WindowAgentProtocol &) = delete;

    void receive(std::span<const std::uint8_t> bytes, Clock::time_point now);
    std::optional<Clock::time_point> dueAt() const;
    void due(Clock::time_point now);
    const XClientProtocol &connection() const;
    void sent(std::size_t size); ///< @p size bytes of connection().output() were written

    void fill(Clock::time_point now);
    void close(Clock::time_point now);
    void lose(); ///< the connection is lost; a later close() reports that the program cannot be closed

private:
    /// How the program's windows are recognized.
    enum class Order {
        Unknown,
        Alone, ///< without a window manager: the children of the root window
        Listed, ///< the windows in the window manager's list
        Unlisted, ///< windows with WM_STATE, in the frames of a window manager that has no list
    };

    static constexpr auto iconPause = 4 * WindowReadings::readPause; ///< minimum time between two readings of the icon

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
    WindowManagerFallback m_fallback;
    SettleClock m_settleClock;
    Clock::time_point m_now;
    QSize m_display;
    Order m_order = Order::Unknown;
    XId m_check = 0; ///< the window by which a window manager shows that it supports EWMH
    bool m_isLost = false;
    RepeatedQuestion m_survey; ///< query that determines how windows are recognized, and which windows exist
    RepeatedQuestion m_list; ///< query for the window manager's list of windows
    bool m_hasRead = false; ///< the windows that existed at the beginning have been read
    std::set<XId> m_met; ///< windows that were reported as ordinary to the detector of the start's end

    XId m_main = 0;
    QString m_title;
    int m_count = 0;
    bool m_hasIcon = false; ///< whether an icon was reported last
    RepeatedQuestion m_icon;
    Clock::time_point m_iconAt;
};
}
