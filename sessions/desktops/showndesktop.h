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
/// What a VNC desktop shows, as its worker reports it: the image and how far it can be trusted, the pointer, the palette, the lock lights,
/// and what was copied there. The part of DesktopSession that views read; the session owns the connection that feeds it. GUI thread. Owned by DesktopSession.
class ShownDesktop : public Session
{
    Q_OBJECT
public:
    /// The last picture; stays (stale) when the worker or link dies, until a new one comes.
    DesktopPicture picture() const;
    /// When the last damage arrived; empty: never. The age of a dimmed picture counts from here.
    std::optional<std::chrono::steady_clock::time_point> lastDamage() const;
    QImage cursor() const; ///< ARGB32 premultiplied; null: none
    QPoint cursorHotSpot() const;
    const DesktopPalette &palette() const; ///< of an 8-bit desktop
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
    /// What a person should know of its server, as setRemark() was told; translated. Empty: nothing.
    QString remark() const;

public Q_SLOTS:
    void setRemark(const QString &remark);

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
    void painted(); ///< something new is in the picture; damaged(), or pictureChanged(), tells what
    void lightsChanged(); ///< lights() are others
    void remarkChanged();
    void paletteChanged(); ///< palette(); also when it is not known anymore

protected:
    ShownDesktop(Kind kind, const QString &id, const QString &title, const QString &screenName, Link *link, QObject *parent);

    void takeFact(const WorkerFact &fact);
    /// An image was made for the worker, which draws into it from now on.
    void noteMade(const DesktopPicture &made);
    void setUnseen(bool isUnseen);
    void noteHeardOf(BootClock::time_point upTo); ///< the server has answered what was asked by then
    void noteConnecting(); ///< to another worker: what this one says of palette and image is not known yet
    void noteDropped(); ///< the connection: the image stays, as it was last

private:
    void announce(const ShownPicture::Changes &changes);
    void setCursor(const QImage &image, const QPoint &spot);

    // One function for each fact.
    void handleFact(const DamagedFact &damage);
    void handleFact(const CursorFact &fact);
    void handleFact(const PointerFact &moved);
    void handleFact(const RfbWire::Bell &bell);
    void handleFact(const ClipboardFact &copied);
    void handleFact(const RfbWire::ClipboardRefused &refused);
    void handleFact(const RfbWire::Leds &leds);
    void handleFact(const RfbWire::Clarity &clarity);
    void handleFact(const RfbWire::AgeKnown &age);
    void handleFact(const RfbWire::ColorCells &colors);
    template<class Fact>
    void handleFact(const Fact &)
    {
        // The others are of the connection.
    }

    ShownPicture m_picture;
    QImage m_cursor;
    QPoint m_hotSpot;
    DesktopPalette m_palette;
    std::optional<quint8> m_lights;
    QString m_remark;
};
}
