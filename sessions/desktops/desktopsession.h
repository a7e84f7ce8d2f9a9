// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/desktops/desktopfacts.h"
#include "sessions/desktops/desktoppalette.h"
#include "sessions/desktops/keyledger.h"
#include "sessions/display/finder.h"
#include "sessions/display/session.h"
#include "sessions/rfbwire/messages.h"

#include <QList>
#include <QPoint>
#include <QRect>

#include <memory>
#include <optional>

namespace Nightdesk
{
/// A shared VNC desktop being shown: a worker process, its stream through the link, its picture. GUI thread.
class DesktopSession : public Session
{
    Q_OBJECT
public:
    using Visibility = RfbWire::Visibility;

    DesktopSession(const DesktopSpec &spec, Link *link, QObject *parent = nullptr);
    ~DesktopSession() override;

    const DesktopSpec &spec() const;
    /// Where its server is; of one that has to be found, where it was found last. Empty: not found yet.
    std::optional<DesktopAddress> address() const;
    /// The last picture; stays (stale) when the worker or link dies, until a new one comes.
    DesktopPicture picture() const;
    /// When the last damage arrived; empty: never. The age of a dimmed picture counts from here.
    std::optional<std::chrono::steady_clock::time_point> lastDamage() const;
    QImage cursor() const; ///< ARGB32 premultiplied; null: none
    QPoint cursorHotSpot() const;
    DesktopFacts facts() const;
    DesktopStats stats() const;
    const DesktopPalette &palette() const; ///< of an 8-bit desktop
    /// What a person should know of its server, as setRemark() was told; translated. Empty: nothing.
    QString remark() const;
    Visibility visibility() const;
    bool hasFocus() const;
    QRect shownPart() const;
    const RfbWire::LinkShare &share() const;
    /// How much of it is wanted: visibility(), Hidden while it is put aside, Visible while it is kept.
    Visibility wantedVisibility() const;
    /// Every pixel is the server's own, none of them changed by JPEG; as far as has been heard.
    bool isExact() const;
    /// False: nobody asked for pictures while it was out of sight, and nothing has shown yet that this one is still the server's; or
    /// isAgeKnown() is false.
    bool isCaughtUp() const;
    /// False: the server may have kept the image since somebody watched it last, as x11vnc does, and nothing has shown otherwise yet.
    bool isAgeKnown() const;
    /// When it was caught up last; empty: it is, or nobody knows.
    std::optional<std::chrono::steady_clock::time_point> caughtUpUntil() const;
    /// Lock lights of the server's keyboard as RfbWire::Leds has them; empty: it has not told.
    std::optional<quint8> lights() const;
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

    /// Keys of the desk's keyboard: each is released as what it was pressed as. @p physical: the caller's number of the key.
    /// holdKey() returns what to pass to sendHeldKey(): a key that is already held repeats what it sent first.
    KeyLedger::Key holdKey(quint32 physical, const KeyLedger::Key &key);
    bool sendHeldKey(quint32 physical, const KeyLedger::Key &key); ///< false: not sent, and ineffective until it is pressed again
    bool isHeld(quint32 physical) const; ///< its press was sent
    /// What was released; keysym 0: nothing, its press was not sent.
    KeyLedger::Key releaseHeldKey(quint32 physical);
    /// Sends modifiers that are held and ineffective as pressed.
    void pressHeldModifiers();
    /// All that is held is ineffective until it is pressed again, modifiers until pressHeldModifiers().
    void interruptKeys();

public Q_SLOTS:
    void setViewOnly(bool viewOnly);
    void setRemark(const QString &remark);
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
    /// Releases every key that is down at the server, and forgets what is held here: the view lost the focus.
    void releaseAllKeys();
    /// The desktop is to be that large, whoever else looks on. Told to the server at most four times a second, the last one counts; not
    /// while view-only; again when it is connected anew. facts() tells whether it takes that. Empty: as it likes.
    void setWantedSize(const QSize &size);
    /// @p who answers secretNeeded() until it is destroyed. While nobody does, a server that asks for a password gets none.
    void addSecretAnswerer(const QObject *who);
    /// Answers secretNeeded; empty: cancelled.
    void answerSecret(const std::optional<Nightdesk::Secret> &secret);

Q_SIGNALS:
    /// A new size, hence a new picture (also the first).
    void pictureChanged(const Nightdesk::DesktopPicture &picture);
    /// These parts are new; a display calls release() when they are painted.
    void damaged(quint32 generation, quint32 sequence, const QList<QRect> &rects);
    void exactChanged(bool exact);
    void caughtUpChanged(); ///< isCaughtUp() or isAgeKnown(); also when it is asked again and may soon be
    void cursorChanged(const QImage &cursor, const QPoint &hotSpot);
    void pointerMoved(const QPoint &position); ///< the server moved the pointer: somebody else's
    void bell();
    void clipboardArrived(const QString &text); ///< what was copied at the server; never to be logged
    void clipboardWaits(); ///< something was copied at the server, and is not passed on for now
    void clipboardRefused(qint64 bytes); ///< the server has a text of that length, which is over the limit
    void clipboardPolicyChanged(); ///< clipboardToServer() or clipboardFromServer()
    void keySent(quint32 keysym, bool down); ///< it is on its way to the server
    void pointerSent(const QPoint &position);
    void pressSent(); ///< a key or button that goes down is on its way
    void painted(); ///< something new is in the picture; damaged(), or pictureChanged(), tells what
    void lightsChanged(); ///< lights() are others
    /// The server has had time for all that was sent to it before @p upTo; only while it takes input.
    void answered(Nightdesk::BootClock::time_point upTo);
    void factsChanged();
    void statsChanged();
    void remarkChanged();
    void paletteChanged(); ///< palette(); also when it is not known anymore
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
    class Private;
    std::unique_ptr<Private> d;
};
}
