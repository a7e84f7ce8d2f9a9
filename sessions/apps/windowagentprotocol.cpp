// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowagentprotocol.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
template<typename Message>
Message messageFrom(std::span<const std::uint8_t> bytes)
{
    static_assert(sizeof(Message) <= 32);
    Message message;
    std::memcpy(&message, bytes.data(), sizeof(Message)); // XClientProtocol passes at least 32 bytes
    return message;
}
}

WindowAgentProtocol::WindowAgentProtocol(std::string_view cookie, bool hasManager, bool isJoined, const News &news)
    : m_news(news)
    , m_isJoined(isJoined)
    , m_expectsManager(hasManager)
    , m_protocol(
          cookie,
          [this] {
              opened();
          },
          [this](std::span<const std::uint8_t> bytes) {
              event(bytes);
          })
    , m_reader(m_protocol, m_atoms, m_windows)
    , m_readings(m_reader, m_windows)
    , m_closer(m_protocol, m_atoms, m_windows)
    , m_fallback(m_protocol, m_atoms, m_windows)
{
}

const XClientProtocol &WindowAgentProtocol::connection() const
{
    return m_protocol;
}

void WindowAgentProtocol::sent(std::size_t size)
{
    m_protocol.sent(size);
}

void WindowAgentProtocol::receive(std::span<const std::uint8_t> bytes, Clock::time_point now)
{
    m_now = now;
    m_protocol.receive(bytes);
    conclude();
}

void WindowAgentProtocol::due(Clock::time_point now)
{
    m_now = now;
    conclude();
}

void WindowAgentProtocol::opened()
{
    m_display = QSize(m_protocol.screen().width, m_protocol.screen().height);
    m_atoms.requestAtoms(m_protocol);
    m_reader.selectEvents(m_protocol.screen().root, XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_PROPERTY_CHANGE);
    survey();
}

void WindowAgentProtocol::survey()
{
    m_survey.handle(QuestionEvent::Asked);
    // The atoms are known when this reply arrives, without another round trip.
    const XId root = m_protocol.screen().root;
    const auto isManaged = std::make_shared<bool>(false);
    const xcb_get_window_attributes_request_t attributes{.major_opcode = XCB_GET_WINDOW_ATTRIBUTES, .pad0 = 0, .length = 0, .window = root};
    m_protocol.ask(attributes, {}, [isManaged](std::span<const std::uint8_t> reply) {
        // Only one client can select this event mask: that client is the window manager, whether it supports EWMH or not.
        *isManaged = reply.size() >= sizeof(xcb_get_window_attributes_reply_t)
            && (XBytes::read32(&reply[offsetof(xcb_get_window_attributes_reply_t, all_event_masks)], std::endian::native == std::endian::big)
                & XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT)
                != 0;
    });
    m_reader.readChildren(root, [this, isManaged](const std::vector<XId> &children) {
        if (!*isManaged && !m_expectsManager) {
            m_survey.handle(QuestionEvent::Answered);
            takeOrder(Order::Alone, children);
            return;
        }
        m_protocol.ask(propertyRequest(m_protocol.screen().root, m_atoms.netSupportingWmCheck, 1), {}, [this](std::span<const std::uint8_t> answer) {
            const auto check = XPropertyValue::parse(answer).numbers(XCB_ATOM_WINDOW);
            m_check = check.empty() ? 0 : check.front();
        });
        m_protocol.ask(propertyRequest(m_protocol.screen().root, m_atoms.netClientList, AppWindows::most),
                       {},
                       [this, children](std::span<const std::uint8_t> answer) {
                           m_survey.handle(QuestionEvent::Answered);
                           const auto list = XPropertyValue::parse(answer);
                           if (list.type == XCB_ATOM_WINDOW) {
                               takeOrder(Order::Listed, {});
                               takeList(list);
                           } else {
                               takeOrder(Order::Unlisted, children);
                               descend(children);
                           }
                       });
    });
}

void WindowAgentProtocol::takeOrder(Order order, const std::vector<XId> &windows)
{
    if (m_order != order) {
        m_windows.clear();
        m_readings.clear();
    }
    m_order = order;
    m_readings.setReadMode(XCB_EVENT_MASK_PROPERTY_CHANGE | (order == Order::Alone ? XCB_EVENT_MASK_ENTER_WINDOW : XCB_EVENT_MASK_STRUCTURE_NOTIFY),
                           order == Order::Unlisted);
    m_hasRead = order == Order::Listed;
    for (const XId window : windows) {
        if (m_isJoined && m_windows.add(window)) {
            m_fallback.leaveAlone(window);
        }
        meet(window);
    }
    m_hasRead = true;
}

void WindowAgentProtocol::descend(const std::vector<XId> &frames)
{
    for (const XId frame : frames) {
        m_reader.readChildren(frame, [this](const std::vector<XId> &children) {
            for (const XId window : children) {
                if (m_order == Order::Unlisted) {
                    meet(window);
                }
            }
        });
    }
}

void WindowAgentProtocol::askList()
{
    m_list.handle(QuestionEvent::Asked);
    m_protocol.ask(propertyRequest(m_protocol.screen().root, m_atoms.netClientList, AppWindows::most), {}, [this](std::span<const std::uint8_t> reply) {
        m_list.handle(QuestionEvent::Answered);
        takeList(XPropertyValue::parse(reply));
    });
}

void WindowAgentProtocol::takeList(const XPropertyValue &value)
{
    if (m_order != Order::Listed) {
        return;
    }
    const std::vector<XId> list = value.numbers(XCB_ATOM_WINDOW);
    for (const XId window : m_windows.ids()) {
        if (!std::ranges::contains(list, window)) {
            forget(window);
        }
    }
    for (const XId window : list) {
        if (!m_windows.find(window)) {
            meet(window);
        }
    }
}

void WindowAgentProtocol::meet(XId window)
{
    if (m_windows.add(window)) {
        m_readings.read(window, m_now);
    }
}

void WindowAgentProtocol::forget(XId window)
{
    m_windows.remove(window);
    m_readings.forget(window);
}

void WindowAgentProtocol::event(std::span<const std::uint8_t> bytes)
{
    switch (bytes[0] & 0x7f) {
    case XCB_CREATE_NOTIFY: {
        const auto event = messageFrom<xcb_create_notify_event_t>(bytes);
        if (AppWindow *window = m_order == Order::Alone ? m_windows.add(event.window) : nullptr) {
            window->rect = QRect(event.x, event.y, event.width, event.height);
            window->border = event.border_width;
            window->overrideRedirect = event.override_redirect != 0;
            m_windows.raise(event.window);
        }
        break;
    }
    case XCB_DESTROY_NOTIFY:
        destroyed(messageFrom<xcb_destroy_notify_event_t>(bytes).window);
        break;
    case XCB_MAP_NOTIFY:
        mapped(messageFrom<xcb_map_notify_event_t>(bytes));
        break;
    case XCB_UNMAP_NOTIFY:
        unmapped(messageFrom<xcb_unmap_notify_event_t>(bytes).window);
        break;
    case XCB_REPARENT_NOTIFY:
        reparented(messageFrom<xcb_reparent_notify_event_t>(bytes));
        break;
    case XCB_CONFIGURE_NOTIFY:
        configured(messageFrom<xcb_configure_notify_event_t>(bytes));
        break;
    case XCB_CIRCULATE_NOTIFY: {
        const auto event = messageFrom<xcb_circulate_notify_event_t>(bytes);
        if (event.place == XCB_PLACE_ON_TOP) {
            m_windows.raise(event.window);
        } else {
            m_windows.putAbove(event.window, 0);
        }
        break;
    }
    case XCB_PROPERTY_NOTIFY: {
        const auto event = messageFrom<xcb_property_notify_event_t>(bytes);
        m_fallback.setTime(event.time);
        if (event.window == m_protocol.screen().root) {
            rootChanged(event);
        } else {
            propertyChanged(event);
        }
        break;
    }
    case XCB_ENTER_NOTIFY:
        if (m_order == Order::Alone) {
            m_fallback.entered(messageFrom<xcb_enter_notify_event_t>(bytes));
        }
        break;
    default:
        break;
    }
}

void WindowAgentProtocol::rootChanged(const xcb_property_notify_event_t &event)
{
    if (event.atom == m_atoms.netSupportingWmCheck || (event.atom == m_atoms.netClientList && m_order == Order::Unlisted)) {
        m_survey.handle(QuestionEvent::Changed); // a window manager was started
    } else if (event.atom == m_atoms.netClientList) {
        m_list.handle(QuestionEvent::Changed);
    }
}

void WindowAgentProtocol::propertyChanged(const xcb_property_notify_event_t &event)
{
    if (!m_readings.noteChange(event.window)) {
        return;
    }
    if (event.atom == m_atoms.netWmName || event.atom == XCB_ATOM_WM_NAME) {
        m_readings.requestTitle(event.window);
    } else if (event.atom == m_atoms.netWmIcon) {
        if (event.window == m_main) {
            m_icon.handle(QuestionEvent::Changed);
        }
    } else if (event.atom == XCB_ATOM_WM_TRANSIENT_FOR || event.atom == XCB_ATOM_WM_HINTS || event.atom == XCB_ATOM_WM_NORMAL_HINTS
               || event.atom == m_atoms.netWmWindowType || event.atom == m_atoms.wmProtocols || (event.atom == m_atoms.wmState && m_order == Order::Unlisted)) {
        m_readings.requestFacts(event.window);
        if (event.window == m_main && event.atom == XCB_ATOM_WM_HINTS) {
            m_icon.handle(QuestionEvent::Changed);
        }
    }
}

void WindowAgentProtocol::configured(const xcb_configure_notify_event_t &event)
{
    if (event.window == m_protocol.screen().root) {
        m_display = QSize(event.width, event.height);
        return;
    }
    if (AppWindow *window = m_windows.find(event.window)) {
        window->rect = QRect(event.x, event.y, event.width, event.height);
        window->border = event.border_width;
        window->overrideRedirect = event.override_redirect != 0;
        if (m_order == Order::Alone) {
            m_windows.putAbove(event.window, event.above_sibling);
        }
    }
}

void WindowAgentProtocol::mapped(const xcb_map_notify_event_t &event)
{
    const XId id = event.window;
    m_settleClock.mapped(id, false, m_now);
    const bool isOwn = event.override_redirect == 0 && (m_order == Order::Alone || m_order == Order::Unlisted);
    AppWindow *window = isOwn ? m_windows.add(id) : m_windows.find(id);
    if (!window) {
        return;
    }
    m_windows.setMapped(id, true);
    if (!isOwn) {
        return;
    }
    window->isKnown = false; // the window's properties may have changed
    m_readings.mapped(id, m_now);
}

void WindowAgentProtocol::unmapped(XId id)
{
    if (m_windows.find(id)) {
        m_windows.setMapped(id, false);
        if (m_order == Order::Alone) {
            m_fallback.unmapped(id);
        }
    }
}

void WindowAgentProtocol::destroyed(XId id)
{
    forget(id);
    m_fallback.destroyed(id);
    if (id == m_check && id != 0) {
        m_check = 0;
        m_expectsManager = false;
        m_survey.handle(QuestionEvent::Changed); // the window manager ended
    }
}

void WindowAgentProtocol::reparented(const xcb_reparent_notify_event_t &event)
{
    if (m_order == Order::Alone && event.parent != m_protocol.screen().root) {
        forget(event.window); // the window is now inside another window
    } else if (m_order == Order::Alone || (m_order == Order::Unlisted && event.override_redirect == 0)) {
        meet(event.window);
    }
}

void WindowAgentProtocol::fill(Clock::time_point now)
{
    m_now = now;
    m_fallback.resetCorrections();
    const xcb_get_geometry_request_t request{.major_opcode = XCB_GET_GEOMETRY, .pad0 = 0, .length = 0, .drawable = m_protocol.screen().root};
    m_protocol.ask(request, {}, [this](std::span<const std::uint8_t> reply) {
        if (!reply.empty()) {
            const auto geometry = messageFrom<xcb_get_geometry_reply_t>(reply);
            m_display = QSize(geometry.width, geometry.height);
        }
    });
    conclude();
}

void WindowAgentProtocol::close(Clock::time_point now)
{
    m_now = now;
    m_closer.requestClose(now);
    for (const XId id : m_windows.ids()) {
        if (m_windows.find(id)->isKnown) {
            m_readings.requestFacts(id); // whether the window supports WM_DELETE_WINDOW may have changed
        }
    }
    conclude();
}

void WindowAgentProtocol::lose()
{
    m_isLost = true;
    conclude();
}

std::optional<WindowAgentProtocol::Clock::time_point> WindowAgentProtocol::dueAt() const
{
    if (m_isLost) {
        return {};
    }
    std::optional<Clock::time_point> at = m_settleClock.dueAt();
    const auto earlier = [&at](Clock::time_point other) {
        at = at ? std::min(*at, other) : other;
    };
    for (const auto &other : {m_readings.dueAt(), m_closer.by()}) {
        if (other) {
            earlier(*other);
        }
    }
    if (const auto behind = m_order == Order::Alone ? m_fallback.dueAt() : std::nullopt) {
        earlier(*behind);
    }
    if (m_icon.isDue()) {
        earlier(m_iconAt + iconPause);
    }
    return at;
}

void WindowAgentProtocol::conclude()
{
    const bool isOpen = m_protocol.stage() == XClientProtocol::Stage::Open && !m_isLost;
    if (!isOpen) {
        const bool isHopeless = m_isLost || m_protocol.stage() != XClientProtocol::Stage::Setup;
        if (const auto by = m_closer.by(); by && (isHopeless || m_now >= *by)) {
            m_closer.giveUp();
            m_news.cannotBeClosed();
        }
        return;
    }
    if (m_survey.isDue()) {
        survey();
    }
    if (m_list.isDue()) {
        askList();
    }
    m_readings.readDue(m_closer.by().has_value(), m_now);
    report();
    if (m_order == Order::Alone) {
        m_fallback.arrange(m_display, m_now);
    }
    const bool isAllRead = m_hasRead && !m_list.isAsked() && !m_survey.isAsked() && !m_readings.isReading();
    if (const auto by = m_closer.by(); by && (isAllRead || m_now >= *by) && !m_closer.ask(m_order == Order::Listed)) {
        m_news.cannotBeClosed();
    }
    if (m_settleClock.settles(m_now)) {
        m_news.settled();
    }
}

void WindowAgentProtocol::report()
{
    const std::vector<XId> ordinary = m_windows.ordinary();
    for (const XId id : ordinary) {
        if (m_met.size() < AppWindows::most && m_met.insert(id).second) {
            m_settleClock.mapped(id, true, m_now);
        }
    }
    if (m_closer.isAskedBack(ordinary)) {
        m_news.askedBack();
    }
    const XId main = m_windows.main();
    const AppWindow *window = m_windows.find(main);
    if (main != m_main) {
        m_main = main;
        m_icon.handle(QuestionEvent::Changed);
        m_iconAt = {};
        if (window && m_order == Order::Listed && !m_isJoined) {
            maximize(*window);
        }
    }
    reportIcon(main);
    if (const QString title = window ? window->title : QString(); title != m_title) {
        m_title = title;
        m_news.title(title);
    }
    if (const int count = static_cast<int>(ordinary.size()); count != m_count) {
        m_count = count;
        m_news.windowCount(count);
    }
}

void WindowAgentProtocol::reportIcon(XId main)
{
    if (!m_icon.isDue() || m_now < m_iconAt + iconPause) {
        return;
    }
    if (main == 0) {
        m_icon.handle(QuestionEvent::Dropped);
        return; // keep the last icon, because the next main window is probably of the same program
    }
    m_icon.handle(QuestionEvent::Asked);
    m_iconAt = m_now;
    m_reader.readIcon(main, [this, main](const QList<QImage> &pictures) {
        m_icon.handle(QuestionEvent::Answered);
        if (main == m_main && (m_hasIcon || !pictures.isEmpty())) {
            m_hasIcon = !pictures.isEmpty();
            m_news.icon(pictures);
        }
    });
}

void WindowAgentProtocol::maximize(const AppWindow &window)
{
    if (window.isDialog() || !window.mostSize.isEmpty()) {
        return;
    }
    constexpr std::uint32_t add = 1;
    constexpr std::uint32_t byPerson = 2; // source indication in EWMH: the request comes from a pager
    m_protocol.sendRequest(messageRequest(m_protocol.screen().root,
                                          XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                                          window.id,
                                          m_atoms.netWmState,
                                          {add, m_atoms.netWmStateMaximizedVert, m_atoms.netWmStateMaximizedHorz, byPerson}));
}
}
