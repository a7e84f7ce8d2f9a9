// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QRect>
#include <QSize>
#include <QTimer>

#include <chrono>
#include <functional>

namespace Nightdesk
{
/// What this console needs from a desktop: whether it is visible and which part, whether it has the keyboard focus, the requested size,
/// and its share of the link. Sends this to the worker. Functions that change it return whether there was a difference. Owned by
/// DesktopSession, GUI thread.
class DesktopDemand : public QObject
{
    Q_OBJECT
public:
    using Visibility = RfbWire::Visibility;
    using Send = std::function<void(const RfbWire::ToWorker &)>;

    explicit DesktopDemand(Send toWorker);

    Visibility visibility() const; ///< the visibility that the views of the desktop set
    /// The effective visibility: Visible while the desktop is recorded, Hidden while it is iconified, else
    /// visibility().
    Visibility effectiveVisibility() const;
    bool hasFocus() const;
    QRect visibleDesktopPart() const;
    const RfbWire::LinkShare &share() const;
    QSize requestedDesktopSize() const;

    /// Sets the visibility of the desktop. @p caller: the view that sets it, only used for comparison.
    bool setVisibility(Visibility visibility, const QObject *caller);
    bool setIconified(bool isIconified);
    bool setFocus(bool hasFocus);
    bool setRecorded(bool isRecorded);
    bool setShownPart(const QRect &part);
    bool setShare(const RfbWire::LinkShare &share);

    /// Adds @p display, a view that paints the changed parts of the image, and then reports that with DesktopSession::reportDamagePainted().
    void addDisplay(const QObject *display);
    /// If @p display was the last to set the visibility, the desktop becomes Hidden.
    bool removeDisplay(const QObject *display);
    /// Whether the desktop is visible and has a view that was added by addDisplay().
    bool hasVisibleDisplay() const;

    bool requestDesktopSize(const QSize &size); ///< size to request from the server; empty: no request
    /// Sends the size request, once per size and at most four times a second: each costs the server a new image, and programs a repaint.
    void requestSize();
    void noteSizeRequestDropped(); ///< the worker has dropped a request that was not sent yet

    /// Sends everything to a new worker. @p handshakeDuration: of the link's TCP handshake, used while no round trip was measured; 0: not known.
    void sendAllToWorker(std::chrono::microseconds handshakeDuration);

Q_SIGNALS:
    void sizeRequestDue(); ///< the pause since the last request is over: requestSize() may send the next one

private:
    /// Sets a member that sendViewState() sends. True: that changed it, and it was sent.
    template<class Part>
    bool setPartOfView(Part &part, const Part &value);
    void sendViewState();

    const Send m_sendMessage;
    Visibility m_visibility = Visibility::Visible;
    const QObject *m_lastVisibilitySetter = nullptr; ///< the view that last set the visibility, only used for comparison
    QList<QPointer<const QObject>> m_registeredDisplays;
    bool m_isIconified = false;
    bool m_hasFocus = false;
    bool m_isBeingRecorded = false;
    QRect m_shownPart; ///< the visible part of the desktop; empty: all of it
    RfbWire::LinkShare m_linkShare;
    QSize m_wantedSize;
    QSize m_lastSentSizeRequest; ///< last size requested from this server
    QTimer m_sizeRequestTimer; ///< runs after a size request, until the next one may be sent
};
}
