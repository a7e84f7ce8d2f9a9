// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/xkeyboard.h"

#include "sessions/base/xowned.h"
#include "widgets/common/xeventfilter.h"
#include "widgets/input/lockkeysync.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <string_view>

// xkb.h has a field named like a C++ keyword.
#define explicit explicitField
#include <xcb/xkb.h>
#undef explicit
#include <xcb/xcbext.h>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto replyPollInterval = 20ms;

/// Returns false if there is no request, or it has no reply yet. Otherwise stores the reply, null after an error, and sets @p request to 0.
template<class T>
bool takeReply(xcb_connection_t *connection, unsigned &request, XOwned<T> &reply)
{
    void *answer = nullptr;
    xcb_generic_error_t *error = nullptr;
    if (request == 0 || xcb_poll_for_reply(connection, request, &answer, &error) == 0) {
        return false;
    }
    std::free(error);
    reply.reset(static_cast<T *>(answer));
    request = 0;
    return true;
}
}

std::shared_ptr<XKeyboard> XKeyboard::shared()
{
    static std::weak_ptr<XKeyboard> known;
    std::shared_ptr<XKeyboard> keyboard = known.lock();
    const auto *const x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (!keyboard && x11 && x11->connection()) {
        keyboard.reset(new XKeyboard(x11->connection()));
        known = keyboard;
    }
    return keyboard;
}

XKeyboard::XKeyboard(xcb_connection_t *connection)
    : m_connection(connection)
{
    connect(&m_replyTimer, &QTimer::timeout, this, &XKeyboard::readReplies);
    // Qt has queried this extension before any view exists, so this does not block.
    const xcb_query_extension_reply_t *xkb = xcb_get_extension_data(m_connection, &xcb_xkb_id);
    if (xkb && xkb->present) {
        m_xkbEventCode = xkb->first_event;
        connect(XEventFilter::instance(), &XEventFilter::eventCame, this, &XKeyboard::handleEvent);
        requestKeyboardState();
    }
}

XKeyboard::~XKeyboard()
{
    for (const unsigned request : {m_stateRequestSequence, m_keyNamesRequestSequence, m_keycodesNameRequestSequence}) {
        if (request != 0) {
            xcb_discard_reply(m_connection, request);
        }
    }
}

void XKeyboard::requestKeyboardState()
{
    m_stateRequestSequence = xcb_xkb_get_state(m_connection, XCB_XKB_ID_USE_CORE_KBD).sequence;
    m_keyNamesRequestSequence = xcb_xkb_get_names(m_connection, XCB_XKB_ID_USE_CORE_KBD, XCB_XKB_NAME_DETAIL_KEYCODES).sequence;
    xcb_flush(m_connection);
    m_replyTimer.start(replyPollInterval);
}

void XKeyboard::readReplies()
{
    if (XOwned<xcb_xkb_get_state_reply_t> state; takeReply(m_connection, m_stateRequestSequence, state) && state) {
        setLockedModifiers(state->lockedMods);
    }
    if (XOwned<xcb_xkb_get_names_reply_t> names; takeReply(m_connection, m_keyNamesRequestSequence, names) && names) {
        xcb_xkb_get_names_value_list_t values{};
        const void *list = xcb_xkb_get_names_value_list(names.get());
        xcb_xkb_get_names_value_list_unpack(list,
                                            names->nTypes,
                                            names->indicators,
                                            names->virtualMods,
                                            names->groupNames,
                                            names->nKeys,
                                            names->nKeyAliases,
                                            names->nRadioGroups,
                                            names->which,
                                            &values);
        if (names->which & XCB_XKB_NAME_DETAIL_KEYCODES) {
            m_keycodesNameRequestSequence = xcb_get_atom_name(m_connection, values.keycodesName).sequence;
            xcb_flush(m_connection);
        }
    }
    if (XOwned<xcb_get_atom_name_reply_t> name; takeReply(m_connection, m_keycodesNameRequestSequence, name) && name) {
        const std::string_view text(xcb_get_atom_name_name(name.get()), static_cast<std::size_t>(xcb_get_atom_name_name_length(name.get())));
        m_hasLinuxKeycodes = text.starts_with("evdev");
    }
    if (m_stateRequestSequence == 0 && m_keyNamesRequestSequence == 0 && m_keycodesNameRequestSequence == 0) {
        m_replyTimer.stop();
    }
}

void XKeyboard::handleEvent(const xcb_generic_event_t *event)
{
    constexpr quint8 sentByAProgram = 0x80;
    if ((event->response_type & ~sentByAProgram) != m_xkbEventCode) {
        return;
    }
    // All events of the extension have the same number; the second byte is the event's type.
    switch (event->pad0) {
    case XCB_XKB_STATE_NOTIFY:
        readReplies(); // read first, because a reply that arrived before this event is older
        if (m_stateRequestSequence == 0) {
            setLockedModifiers(reinterpret_cast<const xcb_xkb_state_notify_event_t *>(event)->lockedMods);
        }
        break;
    case XCB_XKB_NEW_KEYBOARD_NOTIFY:
        if (m_stateRequestSequence == 0 && m_keyNamesRequestSequence == 0 && m_keycodesNameRequestSequence == 0) {
            requestKeyboardState();
        }
        break;
    default:
        break;
    }
}

void XKeyboard::setLockedModifiers(unsigned modifiers)
{
    // Every XKB keymap has Num Lock on Mod2, the second of the five freely assigned X modifiers.
    const auto lockLeds = static_cast<quint8>((modifiers & XCB_MOD_MASK_LOCK ? LockKeySync::Caps : 0) | (modifiers & XCB_MOD_MASK_2 ? LockKeySync::Num : 0));
    if (m_lockLights != lockLeds) {
        m_lockLights = lockLeds;
        Q_EMIT lockLedsChanged();
    }
}
}
