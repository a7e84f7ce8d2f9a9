// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/selectionworker.h"

#include "sessions/base/waketime.h"
#include "sessions/common/logging.h"

#include <cstring>
#include <utility>

#include <xcb/xfixes.h>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto answerLimit = 2s; // enough for an owner that is busy drawing; one that hangs is given up
constexpr auto readingLimit = 10s;
constexpr qint64 longestCounted = 64 * 1024 * 1024; // bytes of a text that are counted at most
constexpr std::uint8_t realEvent = 0x7f; // mask that removes the SendEvent bit, which is set in the answers of selection owners
}

SelectionWorker::SelectionWorker(const Configuration &configuration)
    : m_configuration(configuration)
{
}

SelectionWorker::SelectionState &SelectionWorker::selectionState(XSelection which)
{
    return m_selectionStates[static_cast<std::size_t>(which)];
}

void SelectionWorker::run()
{
    if (!connectToServer()) {
        qCWarning(LogXWindow) << "the clipboard of the X server" << m_configuration.display.number << "cannot be watched";
        disconnectFromServer();
    }
    while (!m_isStopping) { // runs also without a server, so that each request gets an answer
        if (m_xServer && m_xServer->isBroken()) {
            disconnectFromServer();
        }
        if (m_xServer) {
            xcb_flush(m_xServer->xcb());
        }
        bool busy = m_commands.runAll();
        while (m_xServer) {
            const XOwned<xcb_generic_event_t> event{xcb_poll_for_event(m_xServer->xcb())};
            if (!event) {
                break;
            }
            handle(*event);
            busy = true;
        }
        checkDeadlines();
        if (busy) {
            continue; // does not wait: requests may have to be flushed, and libxcb may have read events while it waited for replies
        }
        waitUntil(nextDeadline());
    }
    closeConnection();
}

void SelectionWorker::disconnectFromServer()
{
    closeConnection();
    for (const XSelection which : {XSelection::Clipboard, XSelection::Primary}) {
        if (selectionState(which).pendingRead) {
            finishReading(which, {SelectionText::Outcome::NoAnswer});
        }
    }
}

bool SelectionWorker::connectToServer()
{
    auto socket = m_configuration.display.connectSocket();
    const LocalDisplay &display = m_configuration.display;
    return socket && connectOverSocket(std::move(*socket), readAuthority(m_configuration.authorityFile, display), display.screen) && watchOwners();
}

xcb_atom_t SelectionWorker::intern(const char *name) const
{
    const auto cookie = xcb_intern_atom(m_xServer->xcb(), 0, static_cast<std::uint16_t>(std::strlen(name)), name);
    const XOwned<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(m_xServer->xcb(), cookie, nullptr));
    return reply ? reply->atom : xcb_atom_t{XCB_ATOM_NONE};
}

bool SelectionWorker::watchOwners()
{
    xcb_connection_t *const xcb = m_xServer->xcb();
    const xcb_query_extension_reply_t *const fixes = xcb_get_extension_data(xcb, &xcb_xfixes_id);
    if (!fixes || !fixes->present) {
        return false;
    }
    const XOwned<xcb_xfixes_query_version_reply_t> version(xcb_xfixes_query_version_reply(xcb, xcb_xfixes_query_version(xcb, 1, 0), nullptr));
    if (!version) {
        return false;
    }
    m_ownerChangeEventCode = fixes->first_event + XCB_XFIXES_SELECTION_NOTIFY;
    m_utf8Atom = intern("UTF8_STRING");
    m_incrementalAtom = intern("INCR");
    selectionState(XSelection::Clipboard).selection = intern("CLIPBOARD");
    selectionState(XSelection::Primary).selection = XCB_ATOM_PRIMARY;
    selectionState(XSelection::Clipboard).answerProperty = intern("NIGHTDESK_CLIPBOARD");
    selectionState(XSelection::Primary).answerProperty = intern("NIGHTDESK_PRIMARY");
    selectionState(XSelection::Clipboard).previousAnswerProperty = intern("NIGHTDESK_CLIPBOARD_2");
    selectionState(XSelection::Primary).previousAnswerProperty = intern("NIGHTDESK_PRIMARY_2");
    const std::uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
    m_requestorWindow = createInputOnlyWindow(xcb, m_xServer->root(), XCB_CW_EVENT_MASK, &events);
    for (const XSelection which : {XSelection::Clipboard, XSelection::Primary}) {
        const xcb_atom_t selection = selectionState(which).selection;
        xcb_xfixes_select_selection_input(xcb,
                                          m_requestorWindow,
                                          selection,
                                          XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY
                                              | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE);
        const XOwned<xcb_get_selection_owner_reply_t> owner(xcb_get_selection_owner_reply(xcb, xcb_get_selection_owner(xcb, selection), nullptr));
        if (owner && owner->owner != XCB_WINDOW_NONE) {
            m_configuration.selectionChanged(which, owner->owner);
        }
    }
    return true;
}

std::optional<XSelection> SelectionWorker::selectionOf(xcb_atom_t atom) const
{
    for (const XSelection which : {XSelection::Clipboard, XSelection::Primary}) {
        if (m_selectionStates[static_cast<std::size_t>(which)].selection == atom) {
            return which;
        }
    }
    return std::nullopt;
}

void SelectionWorker::handle(const xcb_generic_event_t &event)
{
    const std::uint8_t type = event.response_type & realEvent;
    if (type == m_ownerChangeEventCode) {
        const auto &owner = reinterpret_cast<const xcb_xfixes_selection_notify_event_t &>(event);
        if (const auto which = selectionOf(owner.selection)) {
            if (selectionState(*which).pendingRead) {
                selectionState(*which).mustReadAgain = true; // the text that is being read may be the previous owner's
            }
            const bool isOwned = owner.subtype == XCB_XFIXES_SELECTION_EVENT_SET_SELECTION_OWNER;
            m_configuration.selectionChanged(*which, isOwned ? owner.owner : xcb_window_t{XCB_WINDOW_NONE});
        }
    } else if (type == XCB_SELECTION_NOTIFY) {
        const auto &answer = reinterpret_cast<const xcb_selection_notify_event_t &>(event);
        if (const auto which = selectionOf(answer.selection); which && answer.requestor == m_requestorWindow) {
            handleSelectionNotify(*which, answer);
        }
    } else if (type == XCB_PROPERTY_NOTIFY) {
        const auto &property = reinterpret_cast<const xcb_property_notify_event_t &>(event);
        for (const XSelection which : {XSelection::Clipboard, XSelection::Primary}) {
            if (property.atom == selectionState(which).answerProperty && property.state == XCB_PROPERTY_NEW_VALUE) {
                readIncrPiece(which);
            }
        }
    }
}

void SelectionWorker::read(XSelection which)
{
    if (!m_xServer) {
        finishReading(which, {SelectionText::Outcome::NoAnswer});
    } else if (selectionState(which).pendingRead) {
        selectionState(which).mustReadAgain = true;
    } else {
        std::swap(selectionState(which).answerProperty, selectionState(which).previousAnswerProperty);
        selectionState(which).pendingRead = PendingRead{};
        selectionState(which).pendingRead->textDeadline = Clock::now() + readingLimit;
        requestSelection(which, m_utf8Atom);
    }
}

void SelectionWorker::requestSelection(XSelection which, xcb_atom_t target)
{
    SelectionState &one = selectionState(which);
    one.pendingRead->target = target;
    one.pendingRead->answerDeadline = Clock::now() + answerLimit;
    xcb_delete_property(m_xServer->xcb(), m_requestorWindow, one.answerProperty);
    xcb_convert_selection(m_xServer->xcb(), m_requestorWindow, one.selection, target, one.answerProperty, XCB_CURRENT_TIME);
}

void SelectionWorker::handleSelectionNotify(XSelection which, const xcb_selection_notify_event_t &event)
{
    SelectionState &one = selectionState(which);
    if (!one.pendingRead || one.pendingRead->isIncremental || event.target != one.pendingRead->target) {
        return; // a late answer to an earlier request
    }
    if (event.property != XCB_ATOM_NONE && event.property != one.answerProperty) {
        return; // a late answer of the previous owner; its content is deleted when the property is used again
    }
    if (event.property == XCB_ATOM_NONE) {
        if (event.target == m_utf8Atom) {
            requestSelection(which, XCB_ATOM_STRING); // the owner is an old program that does not support UTF8_STRING
        } else {
            finishReading(which, {}); // the selection is not text, for example an image, or has no owner
        }
        return;
    }
    constexpr std::uint32_t most = SelectionText::maxBytes / 4 + 1; // longest piece to read, in units of 4 bytes
    const XOwned<xcb_get_property_reply_t> value(
        xcb_get_property_reply(m_xServer->xcb(), xcb_get_property(m_xServer->xcb(), 0, m_requestorWindow, one.answerProperty, XCB_ATOM_ANY, 0, most), nullptr));
    if (!value) {
        finishReading(which, {SelectionText::Outcome::NoAnswer});
        return;
    }
    const auto *const bytes = static_cast<const char *>(xcb_get_property_value(value.get()));
    const int size = xcb_get_property_value_length(value.get());
    if (value->type == m_incrementalAtom) {
        std::uint32_t least = 0;
        if (value->format == 32 && size >= 4) {
            std::memcpy(&least, bytes, 4);
        }
        if (least > SelectionText::maxBytes) {
            finishReading(which, {SelectionText::Outcome::TooLong, {}, least}); // the owner gives up after its own timeout
            return;
        }
        one.pendingRead->isIncremental = true;
        one.pendingRead->answerDeadline = Clock::now() + answerLimit;
        xcb_delete_property(m_xServer->xcb(), m_requestorWindow, one.answerProperty); // requests the next piece
        return;
    }
    xcb_delete_property(m_xServer->xcb(), m_requestorWindow, one.answerProperty);
    if (value->format != 8) {
        finishReading(which, {});
        return;
    }
    if (const qint64 all = qint64{size} + value->bytes_after; all > SelectionText::maxBytes) {
        finishReading(which, {SelectionText::Outcome::TooLong, {}, all});
        return;
    }
    one.pendingRead->bytes = QByteArray(bytes, size);
    finishText(which, value->type);
}

void SelectionWorker::readIncrPiece(XSelection which)
{
    SelectionState &one = selectionState(which);
    if (!one.pendingRead || !one.pendingRead->isIncremental) {
        return;
    }
    PendingRead &reading = *one.pendingRead;
    constexpr std::uint32_t most = SelectionText::maxBytes / 4 + 1;
    const XOwned<xcb_get_property_reply_t> piece(
        xcb_get_property_reply(m_xServer->xcb(), xcb_get_property(m_xServer->xcb(), 1, m_requestorWindow, one.answerProperty, XCB_ATOM_ANY, 0, most), nullptr));
    if (!piece) {
        finishReading(which, {SelectionText::Outcome::NoAnswer});
        return;
    }
    const int size = xcb_get_property_value_length(piece.get());
    if (size == 0) {
        finishText(which, piece->type == XCB_ATOM_NONE ? m_utf8Atom : piece->type);
        return;
    }
    reading.answerDeadline = Clock::now() + answerLimit;
    reading.bytes.append(static_cast<const char *>(xcb_get_property_value(piece.get())), size);
    if (reading.droppedBytes > 0 || reading.bytes.size() > SelectionText::maxBytes) { // too long: only counts bytes from now on, to report the size
        reading.droppedBytes += reading.bytes.size();
        reading.bytes.clear();
    }
    if (piece->bytes_after > 0) { // the piece is larger than the limit; the property must be deleted for the next one
        reading.droppedBytes += piece->bytes_after + reading.bytes.size();
        reading.bytes.clear();
        xcb_delete_property(m_xServer->xcb(), m_requestorWindow, one.answerProperty);
    }
    if (reading.droppedBytes > longestCounted) {
        finishReading(which, {SelectionText::Outcome::TooLong, {}, reading.droppedBytes});
    }
}

void SelectionWorker::finishText(XSelection which, xcb_atom_t type)
{
    const QByteArray &bytes = selectionState(which).pendingRead->bytes;
    SelectionText result;
    if (const qint64 droppedBytes = selectionState(which).pendingRead->droppedBytes; droppedBytes > 0) {
        finishReading(which, {SelectionText::Outcome::TooLong, {}, droppedBytes});
        return;
    }
    if (type == m_utf8Atom || type == XCB_ATOM_STRING) {
        result.outcome = SelectionText::Outcome::Text;
        result.text = type == m_utf8Atom ? QString::fromUtf8(bytes) : QString::fromLatin1(bytes);
    }
    finishReading(which, result);
}

void SelectionWorker::finishReading(XSelection which, const SelectionText &text)
{
    SelectionState &one = selectionState(which);
    one.pendingRead.reset();
    if (std::exchange(one.mustReadAgain, false) && m_xServer) {
        read(which); // read the newer content
        return;
    }
    m_configuration.answered(which, text);
}

void SelectionWorker::checkDeadlines()
{
    const auto now = Clock::now();
    for (const XSelection which : {XSelection::Clipboard, XSelection::Primary}) {
        const auto &reading = selectionState(which).pendingRead;
        if (reading && (now >= reading->answerDeadline || now >= reading->textDeadline)) {
            finishReading(which, {SelectionText::Outcome::NoAnswer});
        }
    }
}

std::optional<SelectionWorker::Clock::time_point> SelectionWorker::nextDeadline() const
{
    std::optional<Clock::time_point> wakeAt;
    for (const SelectionState &one : m_selectionStates) {
        if (one.pendingRead) {
            wakeAt = WakeTime::earliest({wakeAt, one.pendingRead->answerDeadline, one.pendingRead->textDeadline});
        }
    }
    return wakeAt;
}
}
