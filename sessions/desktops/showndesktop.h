// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktoppalette.h"
#include "sessions/desktops/shownpicture.h"
#include "sessions/desktops/workerprotocol.h"
#include "sessions/display/session.h"

#include <QImage>
#include <QList>
#include <QPoint>
#include <QRect>

#include <optional>

namespace Nightdesk
{
/// What a VNC desktop shows, as reported by its worker: the image and how far it can be trusted, the pointer, the palette, the lock LEDs
/// and copied text. The part of DesktopSession that views read; DesktopSession owns it and the connection that supplies it. GUI thread.
class ShownDesktop : public Session
{
    Q_OBJECT
public:
    /// The last image; kept, although stale, when the worker or link ends, until a new one arrives.
    DesktopPicture picture() const;
    /// When the last damage arrived; empty: never. The age of a dimmed image counts from this time. This function and pictureBehindSince() count the
    /// time in suspend: their result changes with it, so that the time since then is right when they are called.
    std::optional<std::chrono::steady_clock::time_point> lastDamageAt() const;
    QImage cursor() const; ///< ARGB32 premultiplied; null: none
    QPoint cursorHotSpot() const;
    const DesktopPalette &palette() const; ///< colors of an 8-bit desktop
    /// Each pixel is as the server has it now: none was changed by JPEG, the image is current and the server answers.
    bool isLossless() const;
    /// False: no updates were requested while the desktop was hidden, and the server has not yet confirmed that the image is current; or
    /// isAgeKnown() is false.
    bool isPictureCaughtUp() const;
    /// False: the image may date from the last time that the server had a viewer, as with x11vnc, and there is no sign of newer pixels yet.
    bool isAgeKnown() const;
    /// When the image was last current; empty: it is current now, or the time is not known.
    std::optional<std::chrono::steady_clock::time_point> pictureBehindSince() const;
    /// Lock LEDs of the server's keyboard as in RfbWire::KeyboardLeds; empty: not reported.
    std::optional<quint8> lockLeds() const;
    /// How the server differs from what the profile expects, for the user; translated. Empty: no difference.
    QString serverFitRemark() const;

public Q_SLOTS:
    void setServerFitRemark(const QString &remark);

Q_SIGNALS:
    /// There is a new framebuffer, because of a new size or because it is the first.
    void pictureChanged(const Nightdesk::DesktopPicture &picture);
    /// The image changed in @p rects; a display calls reportDamagePainted() after painting them.
    void damaged(quint32 generation, quint32 sequence, const QList<QRect> &rects);
    /// The result of isLossless() may have changed; stateChanged() and answeringChanged() may change it, too.
    void losslessChanged();
    /// The result of isPictureCaughtUp() or isAgeKnown() changed; also emitted when updates are requested again, so that the
    /// image may soon be current.
    void caughtUpChanged();
    void cursorChanged(const QImage &cursor, const QPoint &hotSpot);
    void pointerMovedByServer(const QPoint &position); ///< the server moved the pointer, on behalf of another user
    void bell();
    void clipboardArrived(const QString &text); ///< text copied at the server; must never be logged
    void clipboardTextBlocked(); ///< text was copied at the server, and its transfer is currently not allowed
    void clipboardTextTooLong(qint64 bytes); ///< a text of that length exceeds the limit and is not transferred
    void imageChanged(); ///< the image changed; damaged() or pictureChanged() reports how
    void lockLedsChanged(); ///< lockLeds() changed
    void serverFitRemarkChanged();
    void paletteChanged(); ///< palette() changed, or is not known any more

protected:
    ShownDesktop(Kind kind, const QString &id, const QString &title, const QString &screenName, Link *link, QObject *parent);

    void processFact(const WorkerFact &fact);
    /// A framebuffer was created, which the worker draws into from now on.
    void setNextFramebuffer(const DesktopPicture &next);
    void setUpdatesPaused(bool paused);
    void noteRequestsAnswered(BootClock::time_point upTo); ///< the server has answered all requests that were sent up to @p upTo
    void noteConnecting(); ///< a new worker was started: the palette and the quality of the image are not known yet
    void noteConnectionDropped(); ///< the connection was dropped; the last image stays visible

private:
    void emitChanges(const ShownPicture::Changes &changes);
    void setCursor(const QImage &image, const QPoint &spot);

    void handleFact(const ImageDamageFact &damage);
    void handleFact(const CursorFact &fact);
    void handleFact(const PointerFact &moved);
    void handleFact(const RfbWire::Bell &bell);
    void handleFact(const ClipboardFact &copied);
    void handleFact(const RfbWire::ClipboardRefused &refused);
    void handleFact(const RfbWire::KeyboardLeds &leds);
    void handleFact(const RfbWire::LosslessState &clarity);
    void handleFact(const RfbWire::ImageKnownCurrent &age);
    void handleFact(const RfbWire::ColorCells &colors);
    template<class Fact>
    void handleFact(const Fact &)
    {
        // Does nothing: all other kinds of facts concern the connection, and DesktopConnection handles them.
    }

    ShownPicture m_shownPicture;
    QImage m_cursor;
    QPoint m_cursorHotSpot;
    DesktopPalette m_palette;
    std::optional<quint8> m_serverLockLeds;
    QString m_serverFitRemark;
};
}
