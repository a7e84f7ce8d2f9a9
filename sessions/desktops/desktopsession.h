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
/// A shown VNC desktop: a worker process, its stream through the link, its image. Owned by the Desk, GUI thread.
class DesktopSession : public ShownDesktop
{
    Q_OBJECT
public:
    using Visibility = RfbWire::Visibility;

    DesktopSession(const DesktopSpec &spec, Link *link, QObject *parent = nullptr);
    ~DesktopSession() override;

    const DesktopSpec &spec() const;
    /// The address of the desktop's server; if a search finds the server, the last address found. Empty: not found yet.
    std::optional<DesktopAddress> address() const;
    DesktopFacts facts() const;
    DesktopStats stats() const;
    Visibility visibility() const;
    bool hasFocus() const;
    QRect visibleDesktopPart() const;
    const RfbWire::LinkShare &share() const;
    /// The effective visibility: Visible while the desktop is recorded, Hidden while it is iconified, else
    /// visibility().
    Visibility effectiveVisibility() const;
    bool isViewOnly() const;
    /// Whether input is accepted now. First checks when the server last answered, which may close the input gate. Accepted input reaches the server
    /// soon, or is dropped if that takes too long.
    bool takesInput();
    /// The profile sets view-only, so the user cannot change it.
    bool isAlwaysViewOnly() const;
    /// Whether clipboard text may be sent to the server, or from it: each direction only if profile, user and console all allow it.
    bool allowsClipboardToServer() const;
    bool allowsClipboardFromServer() const;
    ClipboardPolicy userClipboardPolicy() const; ///< the directions that the user allows
    static constexpr qint64 maxClipboardBytes = 1024 * 1024; ///< limit for one text, in bytes of UTF-8

    /// The held keys of the local keyboard, and their releases.
    DesktopKeyboard &keyboard();

public Q_SLOTS:
    void setViewOnly(bool viewOnly);
    /// Sets whether the desktop is visible. @p caller: the view that sets it; null: a caller that outlives the session.
    void setVisibility(Nightdesk::DesktopSession::Visibility visibility, const QObject *caller = nullptr);
    /// @p display paints what damaged() reports and calls reportDamagePainted() afterward. Damage is released immediately while there is no
    /// display or none is visible. A connection to damaged() alone does not count as a display.
    void addDisplay(const QObject *display);
    /// @p display is about to be destroyed. If it was the last to set the visibility, the desktop becomes Hidden.
    void removeDisplay(const QObject *display);
    /// Sets whether the desktop has the keyboard focus; its updates then get priority on the link.
    void setFocus(bool hasFocus);
    /// Sets whether a recording runs. While it runs, the desktop is updated as if all of it were visible, whatever its
    /// views set.
    void setRecorded(bool isRecorded);
    /// Sets the visible part, in the desktop's pixels; empty: all of it.
    void setShownPart(const QRect &part);
    /// Sets the figures of the link and this desktop's share of it; sent to the current and to the next worker.
    void setShare(const RfbWire::LinkShare &share);
    /// Everything that damaged() reported is painted: the worker may continue to write.
    void reportDamagePainted();
    /// False: the key is discarded, because the desktop is not Live, not AnswerState::Responding, or view-only.
    /// @p scanCode: the physical key as RfbWire::Key has it; 0: not known.
    bool sendKey(quint32 keysym, bool down, quint32 scanCode = 0);
    /// @p buttons: RFB's button mask; bit 7 is back, bit 8 is forward.
    bool sendPointer(const QPoint &position, quint16 buttons);
    /// The user's choice for this desktop; initially both directions are on. The worker blocks a direction that is off, too.
    void setUserClipboardPolicy(bool allowsToServer, bool allowsFromServer);
    /// Sets the directions of clipboard text that the console allows at the moment. A direction must also be allowed by the user's choice.
    void setConsoleClipboardPolicy(bool allowsToServer, bool allowsFromServer);
    /// Whether desktops are refused if the system cannot sandbox their worker completely. Applies to all desktops from their next login on.
    static void setRequiresSandbox(bool on);
    /// Sets the text that can be pasted at the server; empty: no text from here. Keeps its order with keys and buttons. False: the text is
    /// discarded: see sendKey(), or that direction is not allowed, or the text is longer than maxClipboardBytes.
    bool sendClipboard(const QString &text);
    /// Requests a size of the desktop, for all its viewers. Sent at most four times a second, the last one counts; not sent
    /// while view-only; sent again after a reconnection. facts() shows whether the server supports this. Empty: no request.
    void requestDesktopSize(const QSize &size);
    /// @p who answers secretNeeded() until it is destroyed. If no object can answer, a server that requests a password gets none.
    void addSecretAnswerer(const QObject *who);
    /// The answer to secretNeeded(); empty: cancelled.
    void answerSecret(const std::optional<Nightdesk::Secret> &secret);

Q_SIGNALS:
    void clipboardPolicyChanged(); ///< allowsClipboardToServer() or allowsClipboardFromServer() changed
    void keySent(quint32 keysym, bool down); ///< the key was sent to the worker
    void pointerSent(const QPoint &position);
    void keyOrButtonPressSent(); ///< the press of a key or button was sent to the worker
    /// The server has received everything that was sent before @p upTo; emitted only while the desktop accepts input.
    void inputReceivedByServer(Nightdesk::BootClock::time_point upTo);
    void factsChanged();
    void statsChanged();
    void viewOnlyChanged(bool viewOnly);
    /// The VNC server requests a password.
    /// @p attempt counts from 1; above 1, the previous password was refused. An accepted password is kept for the night (NightSecrets).
    void secretNeeded(int attempt);
    /// The password is no longer needed (connection lost, stopped): receivers close the dialog of secretNeeded().
    void secretRequestWithdrawn();

protected:
    /// For subclasses that use a VNC desktop internally. @p finder finds the server each time that the link is live; null: @p spec has its address.
    DesktopSession(Kind kind, const DesktopSpec &spec, std::unique_ptr<AddressOrCommandFinder<DesktopAddress>> finder, Link *link, QObject *parent);
    QSize requestedDesktopSize() const;
    /// Call after drop() if the server has ended with its keys and buttons: the next one gets no releases for them.
    void forgetPendingReleases();
    /// Called when the connection to the server ended. The default implementation reports the failure.
    virtual void connectionEnded(const Failure &failure, RetryTiming retryTiming);
    StartStep startStepUntilOpened() const override;
    StartStep startStepUntilContentAppeared() const override;
    void prepare() override;
    void open() override;
    void drop() override;
    bool reopensWhenLinkRenewed() const override;

private:
    void connectPartSignals();
    void sendWorkerPolicy();
    void handleViewChange();
    void requestSize();

    struct Parts;
    std::unique_ptr<Parts> d;
};
}
