// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/clipboard/clipboardtracker.h"
#include "widgets/clipboard/delayedpaste.h"
#include "widgets/view/inputrouter.h"

#include <QClipboard>
#include <QDeadlineTimer>
#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <array>
#include <chrono>
#include <memory>
#include <optional>

namespace Nightdesk
{
class DesktopSession;
class SelectionWatch;
class WaylandSelections;

/// Connects the desktops' clipboards with this workstation's selections; one object per console. A text copied here is
/// sent only to the desktop that has the focus or gets it next. Selected text is sent before the middle click that
/// pastes it. A text copied at a desktop that has the focus, or had it until just now, is put into both selections
/// here. Never waits for another program. Works on X and on Wayland. GUI thread. Owned by ClipboardAndViewOnly.
class ClipboardBridge : public QObject, private InputHandler
{
    Q_OBJECT
public:
    explicit ClipboardBridge(QObject *parent = nullptr);
    ~ClipboardBridge() override;

    /// Texts of this session are transferred from now on. Its views are found automatically.
    void addSession(DesktopSession *session);
    /// Sets the directions in which texts are transferred; both are on at first.
    void setDirections(bool toSummit, bool fromSummit);
    /// @p accepts: a desktop that does not have the focus may change what can be pasted here. Off at first.
    void setAcceptsTextFromUnfocusedDesktops(bool accepts);

Q_SIGNALS:
    /// A text is not transferred: @p why is translated and says which desktop, how large the text is and what to do.
    void transferRefused(Nightdesk::DesktopSession *session, const QString &why);

private:
    bool filterInput(RemoteView *view, QEvent *event) override;
    void setFocusedSession(DesktopSession *session);
    void handleFocusLeft(DesktopSession *session); ///< to be called when the focus moves elsewhere
    void updatePermissions();
    void sessionStateChanged(DesktopSession *session);
    void startWatching();
    bool canReadLocalSelections() const; ///< true: text copied on this workstation can be read
    void selectionChanged(XSelection which, quint32 owner);
    /// Call when another program, or another part of this program, changed the selection.
    void recordLocalChange(XSelection which, bool isEmpty);
    void selectionRead(XSelection which, const SelectionText &text);
    void sendSelection(DesktopSession *session, XSelection which);
    void sendText(DesktopSession *session, XSelection which, const QString &text);
    bool hasFocus() const; ///< true: the desktop m_focusedSession has the focus now
    void textArrived(DesktopSession *session, const QString &copied);
    void receivePendingText();
    void receiveText(DesktopSession *session, const QString &text);
    bool delayPasteClick(QWidget *view, DesktopSession *session, const QEvent &click);
    void resendCopiedText(DesktopSession *session);
    void readSelection(XSelection which);

    std::unique_ptr<SelectionWatch> m_xSelectionWatch; ///< reads selections on X; null: not on X
    std::shared_ptr<WaylandSelections> m_waylandSelections; ///< reads selections on Wayland; null: not on Wayland
    ClipboardTracker m_clipboardTracker;
    DelayedPaste m_delayedPaste;
    QList<DesktopSession *> m_sessions;
    QPointer<DesktopSession> m_focusedSession; ///< the last desktop that had the focus
    /// The time until which a text that is copied at the desktop is accepted; it has no end while the desktop has the focus.
    QHash<const DesktopSession *, QDeadlineTimer> m_acceptTextUntil;
    /// By selection: number of changes by this program that the X server has not reported yet.
    std::array<int, 2> m_unreportedOwnChanges{};
    /// By selection: its text is being read, and the selection has not changed since the reading began.
    std::array<bool, 2> m_isCurrentTextBeingRead{};
    std::array<qint64, 2> m_tooLongTextBytes{}; ///< by selection: the size in bytes of a text that is too long; 0: not too long
    QHash<const DesktopSession *, std::chrono::steady_clock::time_point> m_lastPasteAt;
    struct PendingText {
        QPointer<DesktopSession> session;
        QString text;
    };
    std::optional<PendingText> m_pendingText; ///< the last text from a desktop, not yet put into the selections here
    QTimer m_receivePauseTimer; ///< runs after a text was put into the selections; the next text has to wait for it
    bool m_sendsToSummit = true;
    bool m_receivesFromSummit = true;
    bool m_acceptsTextFromUnfocusedDesktops = false;
};
}
