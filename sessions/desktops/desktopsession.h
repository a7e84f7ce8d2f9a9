// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/desktops/desktopfacts.h"
#include "sessions/desktops/desktopkeyboard.h"
#include "sessions/desktops/showndesktop.h"
#include "sessions/display/finder.h"
#include "sessions/rfbwire/messages.h"

#include <QList>
#include <QPoint>
#include <QRect>

#include <memory>
#include <optional>

namespace Nightdesk
{
/// A shared VNC desktop being shown: a worker process, its stream through the link, its picture. Owned by the Desk, GUI thread.
class DesktopSession : public ShownDesktop
{
    Q_OBJECT
public:
    using Visibility = RfbWire::Visibility;

    DesktopSession(const DesktopSpec &spec, Link *link, QObject *parent = nullptr);
    ~DesktopSession() override;

    const DesktopSpec &spec() const;
    /// Where its server is; of one that has to be found, where it was found last. Empty: not found yet.
    std::optional<DesktopAddress> address() const;
    DesktopFacts facts() const;
    DesktopStats stats() const;
    Visibility visibility() const;
    bool hasFocus() const;
    QRect shownPart() const;
    const RfbWire::LinkShare &share() const;
    /// How much of it is wanted: visibility(), Hidden while it is put aside, Visible while it is kept.
    Visibility wantedVisibility() const;
    bool isViewOnly() const;
    /// Looks at the clock too: true, and what is sent now reaches the server soon or not at all.
    bool takesInput();
    /// The profile says so: it cannot be switched off.
    bool isAlwaysViewOnly() const;
    /// Which ways texts may go: what profile, person and console all let.
    bool clipboardToServer() const;
    bool clipboardFromServer() const;
    ClipboardPolicy clipboardChoice() const; ///< the person's
    static constexpr qint64 maxClipboard = 1024 * 1024; ///< bytes of UTF-8

    /// What keys of this desk's keyboard are held, and their releases.
    DesktopKeyboard &keyboard();

public Q_SLOTS:
    void setViewOnly(bool viewOnly);
    /// @p teller: the view that says so; empty: somebody who outlives it.
    void setVisibility(Nightdesk::DesktopSession::Visibility visibility, const QObject *teller = nullptr);
    /// @p display paints what damaged() reports and calls release() afterward. Damage is released immediately while there is no
    /// display or none is visible. Being connected to damaged() does not make a display.
    void addDisplay(const QObject *display);
    /// @p display is about to be destroyed. If it set the visibility last, the desktop is hidden from now on.
    void removeDisplay(const QObject *display);
    /// The keyboard is its: pictures of it come before others'.
    void setFocus(bool hasFocus);
    /// Somebody keeps what it shows (a recording): it goes on as if all of it were visible, whatever the view says.
    void setKept(bool isKept);
    /// The part that a person sees, in the desktop's pixels; empty: all of it.
    void setShownPart(const QRect &part);
    /// What the link does and what of it is this desktop's; told to the worker, also to the next one.
    void setShare(const RfbWire::LinkShare &share);
    /// Everything that damaged() reported is painted: the worker may continue to write.
    void release();
    /// False: it goes nowhere, also not later, for it is not Live, not Answering::Yes, or view-only.
    /// @p scanCode: the physical key as RfbWire::Key has it; 0: not known.
    bool sendKey(quint32 keysym, bool down, quint32 scanCode = 0);
    /// @p buttons: RFB's mask, bit 7 back, 8 forward.
    bool sendPointer(const QPoint &position, quint16 buttons);
    /// The person's choice for this desktop; both on at first. What is off is off in the worker too.
    void setClipboard(bool toServer, bool fromServer);
    /// What the console lets for now, whatever was chosen here.
    void allowClipboard(bool toServer, bool fromServer);
    /// Whether desktops are refused where the system grants their worker no complete sandbox. For all, from their next login on.
    static void setRequiresSandbox(bool on);
    /// What can be pasted at the server from now on; empty: nothing of ours. In order with keys and buttons. False: it goes
    /// nowhere, also not later: see sendKey(), or that way is off, or it is longer than maxClipboard.
    bool sendClipboard(const QString &text);
    /// The desktop is to be that large, whoever else looks on. Told to the server at most four times a second, the last one counts; not
    /// while view-only; again when it is connected again. facts() tells whether it takes that. Empty: as it likes.
    void setWantedSize(const QSize &size);
    /// @p who answers secretNeeded() until it is destroyed. While nobody does, a server that asks for a password gets none.
    void addSecretAnswerer(const QObject *who);
    /// Answers secretNeeded; empty: cancelled.
    void answerSecret(const std::optional<Nightdesk::Secret> &secret);

Q_SIGNALS:
    void clipboardPolicyChanged(); ///< clipboardToServer() or clipboardFromServer()
    void keySent(quint32 keysym, bool down); ///< it is on its way to the server
    void pointerSent(const QPoint &position);
    void pressSent(); ///< a key or button that goes down is on its way
    /// The server has had time for all that was sent to it before @p upTo; only while it takes input.
    void answered(Nightdesk::BootClock::time_point upTo);
    void factsChanged();
    void statsChanged();
    void viewOnlyChanged(bool viewOnly);
    /// The VNC server wants a password.
    /// @p attempt counts from 1; more: the answer before was refused. Kept for the night (NightSecrets) when it was right.
    void secretNeeded(int attempt);
    /// The question is void (connection lost, stopped): close its dialog.
    void secretWithdrawn();

protected:
    /// What is a desktop to the protocol alone. @p finder finds its server each time that the link is live; null: the spec tells.
    DesktopSession(Kind kind, const DesktopSpec &spec, std::unique_ptr<Finder<DesktopAddress>> finder, Link *link, QObject *parent);
    QSize wantedSize() const;
    /// The connection to its server ended; what is to be made of that. Reports it.
    virtual void connectionEnded(const Failure &failure, Again again);
    Step openedStep() const override;
    Step appearedStep() const override;
    void prepare() override;
    void open() override;
    void drop() override;
    bool movesWithLink() const override;

private:
    void connectParts();
    void sendPolicy();
    void viewChanged();
    void askForSize();

    struct Parts;
    std::unique_ptr<Parts> d;
};
}
