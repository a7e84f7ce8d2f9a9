// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/settleclock.h"
#include "sessions/apps/standin.h"
#include "sessions/apps/windowreader.h"

#include <optional>
#include <set>

namespace Nightdesk
{
/// What AppSteward says to its display's server, and makes of what that says: bytes and time go in, bytes and news come out.
/// Belongs to one thread, waits for nothing.
class StewardTalk
{
public:
    using Clock = std::chrono::steady_clock;
    /// Titles and other properties are read again so often at most, of each window.
    static constexpr std::chrono::milliseconds readPause{250};
    /// Who changes its properties more often than this between two readings is not listened to until the next.
    static constexpr int mostNotices = 20;

    /// So many windows at most are read at a time; others wait their turn.
    static constexpr int mostReadings = 64;
    /// close() asks the windows that are known after so long, whatever is still to be read.
    static constexpr std::chrono::seconds closePause{3};

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
    StewardTalk(std::string_view cookie, bool hasManager, bool isJoined, const News &news);
    StewardTalk(const StewardTalk &) = delete;
    StewardTalk &operator=(const StewardTalk &) = delete;

    void receive(std::span<const std::uint8_t> bytes, Clock::time_point now);
    std::optional<Clock::time_point> dueAt() const;
    void due(Clock::time_point now);
    const XTalk &connection() const;
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
    struct Watch {
        bool isReading = false;
        bool wantsFacts = false;
        bool wantsTitle = false;
        bool isDeaf = false;
        int notices = 0; ///< since the last reading
        Clock::time_point readAt; ///< the last time
    };

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
    void read(XId window);
    int readings() const;
    std::uint32_t eventMask() const;
    void readAgain();
    void conclude();
    void report();
    void reportIcon(XId main);
    void closeNow();
    void maximize(const AppWindow &window);

    const News m_news;
    const bool m_isJoined;
    bool m_expectsManager;
    StewardAtoms m_atoms;
    AppWindows m_windows;
    XTalk m_talk;
    WindowReader m_reader;
    StandIn m_standIn;
    SettleClock m_settle;
    Clock::time_point m_now;
    QSize m_display;
    Order m_order = Order::Unknown;
    XId m_check = 0; ///< the manager's own window
    bool m_isLost = false;
    bool m_wantsSurvey = false;
    bool m_isSurveying = false;
    bool m_wantsList = false;
    bool m_asksList = false;
    bool m_hasRead = false; ///< all that was there when we came
    std::map<XId, Watch> m_watches;
    std::set<XId> m_met; ///< those that the settle clock knows as ordinary

    XId m_main = 0;
    QString m_title;
    int m_count = 0;
    bool m_hasIcon = false; ///< as last told
    bool m_wantsIcon = false;
    bool m_asksIcon = false;
    Clock::time_point m_iconAt;
    std::optional<Clock::time_point> m_closeBy; ///< empty: nobody wants that
    std::map<XId, std::uint64_t> m_closing; ///< those that were up when they were asked to go
    bool m_isClosing = false;
};
}
