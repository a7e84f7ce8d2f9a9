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
/// What is wanted of a desktop here: whether it is in sight and which part, who has the keyboard, how large it is to be, and how much of
/// the link it may use. Tells the worker of it. The functions that change it return whether it differs now. Owned by DesktopSession, GUI
/// thread.
class DesktopDemand : public QObject
{
    Q_OBJECT
public:
    using Visibility = RfbWire::Visibility;
    using Send = std::function<void(const RfbWire::ToWorker &)>;

    explicit DesktopDemand(Send toWorker);

    Visibility visibility() const; ///< as its views have it
    /// How much of it is wanted: Visible while it is kept, Hidden while it is iconified, else visibility().
    Visibility wanted() const;
    bool hasFocus() const;
    QRect shownPart() const;
    const RfbWire::LinkShare &share() const;
    QSize wantedSize() const;

    /// @p teller: the view that says so, for comparing.
    bool setVisibility(Visibility visibility, const QObject *teller);
    bool setIconified(bool isIconified);
    bool setFocus(bool hasFocus);
    bool setKept(bool isKept);
    bool setShownPart(const QRect &part);
    bool setShare(const RfbWire::LinkShare &share);

    /// @p display releases damage when it has painted it.
    void addDisplay(const QObject *display);
    /// If @p display set the visibility last, the desktop is hidden from now on.
    bool removeDisplay(const QObject *display);
    /// Somebody shows what comes now, and says when it is painted.
    bool isOnDisplay() const;

    bool setWantedSize(const QSize &size); ///< empty: any
    /// Asks the server for it, once for each size, and four times a second at most: each costs the server an image, and programs a repaint.
    void askForSize();
    void forgetAskedSize(); ///< the worker drops what has not gone yet

    /// To a new worker, which knows nothing of it. @p handshake: TCP's, of the link, where nothing else was measured yet; 0: not known.
    void sendAll(std::chrono::microseconds handshake);

Q_SIGNALS:
    void sizeDue(); ///< the pause since the last one is over: askForSize() may ask again

private:
    void sendView();

    const Send m_send;
    Visibility m_visibility = Visibility::Visible;
    const QObject *m_teller = nullptr; ///< of the visibility, for comparing
    QList<QPointer<const QObject>> m_displays;
    bool m_isIconified = false;
    bool m_hasFocus = false;
    bool m_isKept = false;
    QRect m_shown; ///< of the desktop; empty: all of it
    RfbWire::LinkShare m_share;
    QSize m_wantedSize;
    QSize m_askedSize; ///< of this server
    QTimer m_sizePause; ///< one size was asked for just now
};
}
