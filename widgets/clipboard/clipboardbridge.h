// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/clipboard/clipboardledger.h"
#include "widgets/clipboard/pastehold.h"
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

/// The console's end of the desktops' clipboards; one a console. What is copied here is told to the desktop that has the
/// focus, or gets it next, and to no other; what was marked here, before the middle click that pastes it. What is copied at the
/// desktop that has the focus, or had it until just now, is put into both selections here. Nothing waits for another program.
/// On X and on Wayland. GUI thread. Owned by DeskSharing.
class ClipboardBridge : public QObject, private InputHandler
{
    Q_OBJECT
public:
    explicit ClipboardBridge(QObject *parent = nullptr);
    ~ClipboardBridge() override;

    /// Its texts pass from now on. Views of it are found by themselves.
    void watch(DesktopSession *session);
    /// The person's settings; both on at first.
    void setDirections(bool toSummit, bool fromSummit);
    /// Whether a desktop that is not used may change what can be pasted here. Off at first.
    void setTakesFromBackground(bool takes);

Q_SIGNALS:
    /// A text does not pass: translated, which desktop, how large, what to do.
    void refused(Nightdesk::DesktopSession *session, const QString &why);

private:
    bool takeInput(RemoteView *view, QEvent *event) override;
    void use(DesktopSession *session);
    void leave(DesktopSession *session); ///< the focus is elsewhere
    void allow();
    void review(DesktopSession *session);
    void begin();
    bool canRead() const; ///< what is copied on this workstation
    void localChanged(XSelection which, quint32 owner);
    void changedHere(XSelection which, bool isEmpty); ///< by another program, or elsewhere in this one
    void localRead(XSelection which, const SelectionText &text);
    void give(DesktopSession *session, XSelection which);
    void send(DesktopSession *session, XSelection which, const QString &text);
    bool hasFocus() const; ///< the one that is used
    void arrived(DesktopSession *session, const QString &copied);
    void takeLatest();
    void receiveText(DesktopSession *session, const QString &text);
    bool holdPaste(QWidget *view, DesktopSession *session, const QEvent &click);
    void restoreCopied(DesktopSession *session);
    void read(XSelection which);

    std::unique_ptr<SelectionWatch> m_selections; ///< null: not on X
    std::shared_ptr<WaylandSelections> m_clipboard; ///< null: not on Wayland
    ClipboardLedger m_ledger;
    PasteHold m_hold;
    QList<DesktopSession *> m_sessions;
    QPointer<DesktopSession> m_used; ///< the last that had the focus
    QHash<const DesktopSession *, QDeadlineTimer> m_taken; ///< how long what is copied there is taken; for ever: it has the focus
    std::array<int, 2> m_ownChanges{}; ///< of the selections, by us: the X server has not informed of them yet
    std::array<qint64, 2> m_tooLong{}; ///< bytes of what is there and was not read for that
    QHash<const DesktopSession *, std::chrono::steady_clock::time_point> m_pasted;
    struct Latest {
        QPointer<DesktopSession> session;
        QString text;
    };
    std::optional<Latest> m_latest; ///< that arrived and is not here yet
    QTimer m_pace; ///< active: a text has just been taken
    bool m_toSummit = true;
    bool m_fromSummit = true;
    bool m_fromBackground = false;
};
}
