// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/stewardtalk.h"

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
    std::memcpy(&message, bytes.data(), sizeof(Message)); // XTalk gives no less than 32 bytes
    return message;
}

std::vector<XId> childrenOf(std::span<const std::uint8_t> reply)
{
    if (reply.empty()) {
        return {};
    }
    const auto head = messageFrom<xcb_query_tree_reply_t>(reply);
    const std::size_t size = sizeof(XId) * head.children_len;
    std::vector<XId> children(std::min(std::size_t(head.children_len), AppWindows::most));
    if (size <= reply.size() - sizeof(head) && !children.empty()) {
        std::memcpy(children.data(), &reply[sizeof(head)], sizeof(XId) * children.size());
        return children;
    }
    return {};
}

xcb_query_tree_request_t treeRequest(XId window)
{
    return {.major_opcode = XCB_QUERY_TREE, .pad0 = 0, .length = 0, .window = window};
}
}

StewardTalk::StewardTalk(std::string_view cookie, bool hasManager, bool isJoined, const News &news)
    : m_news(news)
    , m_isJoined(isJoined)
    , m_expectsManager(hasManager)
    , m_talk(
          cookie,
          [this] {
              opened();
          },
          [this](std::span<const std::uint8_t> bytes) {
              event(bytes);
          })
    , m_reader(m_talk, m_atoms, m_windows)
    , m_standIn(m_talk, m_atoms, m_windows)
{
}

const XTalk &StewardTalk::connection() const
{
    return m_talk;
}

void StewardTalk::sent(std::size_t size)
{
    m_talk.sent(size);
}

void StewardTalk::receive(std::span<const std::uint8_t> bytes, Clock::time_point now)
{
    m_now = now;
    m_talk.receive(bytes);
    conclude();
}

void StewardTalk::due(Clock::time_point now)
{
    m_now = now;
    conclude();
}

void StewardTalk::opened()
{
    m_display = QSize(m_talk.screen().width, m_talk.screen().height);
    m_atoms.ask(m_talk);
    m_reader.hear(m_talk.screen().root, XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_PROPERTY_CHANGE);
    survey();
}

void StewardTalk::survey()
{
    m_wantsSurvey = false;
    m_isSurveying = true;
    // The names are known when this is answered, and not a round trip later.
    const XId root = m_talk.screen().root;
    const auto isManaged = std::make_shared<bool>(false);
    const xcb_get_window_attributes_request_t attributes{.major_opcode = XCB_GET_WINDOW_ATTRIBUTES, .pad0 = 0, .length = 0, .window = root};
    m_talk.ask(attributes, {}, [isManaged](std::span<const std::uint8_t> reply) {
        // One client alone can have it: that is what a manager is, whether it knows EWMH or not.
        *isManaged = reply.size() >= sizeof(xcb_get_window_attributes_reply_t)
            && (XBytes::read32(&reply[offsetof(xcb_get_window_attributes_reply_t, all_event_masks)], std::endian::native == std::endian::big)
                & XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT)
                != 0;
    });
    m_talk.ask(treeRequest(root), {}, [this, isManaged](std::span<const std::uint8_t> reply) {
        const std::vector<XId> children = childrenOf(reply);
        if (!*isManaged && !m_expectsManager) {
            m_isSurveying = false;
            takeOrder(Order::Alone, children);
            return;
        }
        m_talk.ask(propertyRequest(m_talk.screen().root, m_atoms.netSupportingWmCheck, 1), {}, [this](std::span<const std::uint8_t> answer) {
            const auto check = XPropertyValue::parse(answer).numbers(XCB_ATOM_WINDOW);
            m_check = check.empty() ? 0 : check.front();
        });
        m_talk.ask(propertyRequest(m_talk.screen().root, m_atoms.netClientList, AppWindows::most), {}, [this, children](std::span<const std::uint8_t> answer) {
            m_isSurveying = false;
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

void StewardTalk::takeOrder(Order order, const std::vector<XId> &windows)
{
    if (m_order != order) {
        m_windows.clear();
        m_watches.clear();
    }
    m_order = order;
    m_hasRead = order == Order::Listed;
    for (const XId window : windows) {
        if (m_isJoined && m_windows.add(window)) {
            m_standIn.leaveAlone(window);
        }
        meet(window);
    }
    m_hasRead = true;
}

void StewardTalk::descend(const std::vector<XId> &frames)
{
    for (const XId frame : frames) {
        m_talk.ask(treeRequest(frame), {}, [this](std::span<const std::uint8_t> reply) {
            if (m_order == Order::Unlisted) {
                std::ranges::for_each(childrenOf(reply), [this](XId window) {
                    meet(window);
                });
            }
        });
    }
}

void StewardTalk::askList()
{
    m_wantsList = false;
    m_asksList = true;
    m_talk.ask(propertyRequest(m_talk.screen().root, m_atoms.netClientList, AppWindows::most), {}, [this](std::span<const std::uint8_t> reply) {
        m_asksList = false;
        takeList(XPropertyValue::parse(reply));
    });
}

void StewardTalk::takeList(const XPropertyValue &value)
{
    if (m_order != Order::Listed) {
        return;
    }
    const std::vector<XId> list = value.numbers(XCB_ATOM_WINDOW);
    for (const XId window : m_windows.ids()) {
        if (!std::ranges::contains(list, window)) {
            m_windows.remove(window);
            m_watches.erase(window);
        }
    }
    for (const XId window : list) {
        if (!m_windows.find(window)) {
            meet(window);
        }
    }
}

std::uint32_t StewardTalk::eventMask() const
{
    return XCB_EVENT_MASK_PROPERTY_CHANGE | (m_order == Order::Alone ? XCB_EVENT_MASK_ENTER_WINDOW : XCB_EVENT_MASK_STRUCTURE_NOTIFY);
}

void StewardTalk::meet(XId window)
{
    if (m_windows.add(window)) {
        read(window);
    }
}

void StewardTalk::read(XId id)
{
    Watch &watch = m_watches[id];
    if (watch.isReading) {
        watch.wantsFacts = true;
        return;
    }
    watch = {.isReading = true, .readAt = m_now};
    m_reader.read(id, eventMask(), m_order == Order::Unlisted, [this, id] {
        if (!m_windows.find(id)) {
            m_watches.erase(id);
        } else if (const auto found = m_watches.find(id); found != m_watches.end()) {
            found->second.isReading = false;
        }
    });
}

int StewardTalk::readings() const
{
    return static_cast<int>(std::ranges::count_if(m_watches, [](const auto &entry) {
        return entry.second.isReading;
    }));
}

void StewardTalk::event(std::span<const std::uint8_t> bytes)
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
        m_standIn.setTime(event.time);
        if (event.window == m_talk.screen().root) {
            rootChanged(event);
        } else {
            propertyChanged(event);
        }
        break;
    }
    case XCB_ENTER_NOTIFY:
        if (m_order == Order::Alone) {
            m_standIn.entered(messageFrom<xcb_enter_notify_event_t>(bytes));
        }
        break;
    default:
        break;
    }
}

void StewardTalk::rootChanged(const xcb_property_notify_event_t &event)
{
    if (event.atom == m_atoms.netSupportingWmCheck || (event.atom == m_atoms.netClientList && m_order == Order::Unlisted)) {
        m_wantsSurvey = true; // a manager came
    } else if (event.atom == m_atoms.netClientList) {
        m_wantsList = true;
    }
}

void StewardTalk::propertyChanged(const xcb_property_notify_event_t &event)
{
    const auto found = m_watches.find(event.window);
    if (found == m_watches.end()) {
        return;
    }
    Watch &watch = found->second;
    if (++watch.notices > mostNotices && !watch.isDeaf) {
        watch.isDeaf = true;
        watch.wantsFacts = true; // which has it heard again
        m_reader.hear(event.window, eventMask() & ~XCB_EVENT_MASK_PROPERTY_CHANGE);
    }
    if (event.atom == m_atoms.netWmName || event.atom == XCB_ATOM_WM_NAME) {
        watch.wantsTitle = true;
    } else if (event.atom == m_atoms.netWmIcon) {
        m_wantsIcon |= event.window == m_main;
    } else if (event.atom == XCB_ATOM_WM_TRANSIENT_FOR || event.atom == XCB_ATOM_WM_HINTS || event.atom == XCB_ATOM_WM_NORMAL_HINTS
               || event.atom == m_atoms.netWmWindowType || event.atom == m_atoms.wmProtocols || (event.atom == m_atoms.wmState && m_order == Order::Unlisted)) {
        watch.wantsFacts = true;
        m_wantsIcon |= event.window == m_main && event.atom == XCB_ATOM_WM_HINTS;
    }
}

void StewardTalk::configured(const xcb_configure_notify_event_t &event)
{
    if (event.window == m_talk.screen().root) {
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

void StewardTalk::mapped(const xcb_map_notify_event_t &event)
{
    const XId id = event.window;
    m_settle.mapped(id, false, m_now);
    const bool isOwn = event.override_redirect == 0 && (m_order == Order::Alone || m_order == Order::Unlisted);
    AppWindow *window = isOwn ? m_windows.add(id) : m_windows.find(id);
    if (!window) {
        return;
    }
    m_windows.setMapped(id, true);
    if (!isOwn) {
        return;
    }
    window->isKnown = false; // what it says of itself may be new
    Watch &watch = m_watches[id];
    if (m_now < watch.readAt + readPause || readings() >= mostReadings) {
        watch.wantsFacts = true; // it comes and goes
    } else {
        read(id);
    }
}

void StewardTalk::unmapped(XId id)
{
    if (m_windows.find(id)) {
        m_windows.setMapped(id, false);
        if (m_order == Order::Alone) {
            m_standIn.unmapped(id);
        }
    }
}

void StewardTalk::destroyed(XId id)
{
    m_windows.remove(id);
    m_watches.erase(id);
    m_standIn.destroyed(id);
    if (id == m_check && id != 0) {
        m_check = 0;
        m_expectsManager = false;
        m_wantsSurvey = true; // the manager went
    }
}

void StewardTalk::reparented(const xcb_reparent_notify_event_t &event)
{
    if (m_order == Order::Alone && event.parent != m_talk.screen().root) {
        m_windows.remove(event.window); // swallowed by another
        m_watches.erase(event.window);
    } else if (m_order == Order::Alone || (m_order == Order::Unlisted && event.override_redirect == 0)) {
        meet(event.window);
    }
}

void StewardTalk::fill(Clock::time_point now)
{
    m_now = now;
    m_standIn.resetCorrections();
    const xcb_get_geometry_request_t request{.major_opcode = XCB_GET_GEOMETRY, .pad0 = 0, .length = 0, .drawable = m_talk.screen().root};
    m_talk.ask(request, {}, [this](std::span<const std::uint8_t> reply) {
        if (!reply.empty()) {
            const auto geometry = messageFrom<xcb_get_geometry_reply_t>(reply);
            m_display = QSize(geometry.width, geometry.height);
        }
    });
    conclude();
}

void StewardTalk::close(Clock::time_point now)
{
    m_now = now;
    m_closeBy = now + closePause;
    for (const XId id : m_windows.ids()) {
        if (m_windows.find(id)->isKnown) {
            m_watches[id].wantsFacts = true; // whether it can be asked may be new
        }
    }
    conclude();
}

void StewardTalk::lose()
{
    m_isLost = true;
    conclude();
}

std::optional<StewardTalk::Clock::time_point> StewardTalk::dueAt() const
{
    if (m_isLost) {
        return {};
    }
    std::optional<Clock::time_point> at = m_settle.dueAt();
    const auto earlier = [&at](Clock::time_point other) {
        at = at ? std::min(*at, other) : other;
    };
    const bool hasRoom = readings() < mostReadings; // else what makes room is what to wait for
    for (const auto &[id, watch] : m_watches) {
        if ((watch.wantsFacts || watch.wantsTitle) && !watch.isReading && hasRoom) {
            earlier(watch.readAt + readPause);
        }
    }
    if (m_closeBy) {
        earlier(*m_closeBy);
    }
    if (const auto behind = m_order == Order::Alone ? m_standIn.dueAt() : std::nullopt) {
        earlier(*behind);
    }
    if (m_wantsIcon && !m_asksIcon) {
        earlier(m_iconAt + 4 * readPause);
    }
    return at;
}
}
