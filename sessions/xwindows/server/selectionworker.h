// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/localdisplay.h"
#include "sessions/xwindows/server/selectiontext.h"
#include "sessions/xwindows/server/xclientworker.h"

#include <QByteArray>

#include <array>
#include <chrono>
#include <functional>
#include <optional>

namespace Nightdesk
{
/// Runs on SelectionWatch's thread: watches the owners of the selections and reads them as specified by ICCCM, large ones in pieces (INCR). Owned
/// by SelectionWatch.
class SelectionWorker : public XClientWorker
{
public:
    /// What the worker needs; the functions are called on its thread.
    struct Configuration {
        LocalDisplay display;
        QString authorityFile;
        std::function<void(XSelection which, quint32 owner)> selectionChanged;
        std::function<void(XSelection which, const SelectionText &text)> answered; ///< the answer to read()
    };
    explicit SelectionWorker(const Configuration &configuration);

    void run();
    void read(XSelection which);

private:
    using Clock = std::chrono::steady_clock;
    /// A request for the text of a selection, which the selection's owner has not yet answered completely.
    struct PendingRead {
        xcb_atom_t target = XCB_ATOM_NONE;
        bool isIncremental = false; ///< the owner sends the text in pieces (INCR)
        QByteArray bytes;
        qint64 droppedBytes = 0; ///< bytes that were only counted, because the text is too long
        Clock::time_point answerDeadline; ///< time limit for the next answer
        Clock::time_point textDeadline; ///< time limit for the complete text
    };
    /// What the worker knows about one of the two selections.
    struct SelectionState {
        xcb_atom_t selection = XCB_ATOM_NONE;
        /// The owner writes its answer to this property. Two properties alternate, so that a late answer is recognized.
        xcb_atom_t answerProperty = XCB_ATOM_NONE;
        xcb_atom_t previousAnswerProperty = XCB_ATOM_NONE; ///< the property of the previous request
        std::optional<PendingRead> pendingRead;
        bool mustReadAgain = false; ///< read() was called again meanwhile, or the owner changed
    };

    bool connectToServer();
    bool watchOwners();
    void disconnectFromServer(); ///< the server has ended, or cannot be used
    xcb_atom_t intern(const char *name) const;
    void handle(const xcb_generic_event_t &event);
    void requestSelection(XSelection which, xcb_atom_t target);
    void handleSelectionNotify(XSelection which, const xcb_selection_notify_event_t &event);
    void readIncrPiece(XSelection which);
    void finishReading(XSelection which, const SelectionText &text);
    void finishText(XSelection which, xcb_atom_t type);
    void checkDeadlines();
    std::optional<Clock::time_point> nextDeadline() const;
    std::optional<XSelection> selectionOf(xcb_atom_t atom) const;
    SelectionState &selectionState(XSelection which);

    const Configuration m_configuration;
    xcb_window_t m_requestorWindow = XCB_WINDOW_NONE;
    xcb_atom_t m_utf8Atom = XCB_ATOM_NONE;
    xcb_atom_t m_incrementalAtom = XCB_ATOM_NONE;
    std::uint8_t m_ownerChangeEventCode = 0;
    std::array<SelectionState, 2> m_selectionStates;
};
}
