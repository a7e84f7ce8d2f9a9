// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"

#include <QColor>
#include <QString>
#include <QTimeZone>

namespace Nightdesk
{
/// How a display or an entry of the history is marked: by a shape and a color, so that either is enough to tell marks apart.
enum class BoardMark {
    Live, ///< drawn as a disc: the display works
    Poor, ///< drawn as a triangle: the display works, but worse than usual
    Bad, ///< drawn as a cross in a square: the display does not work
    NotConnected ///< drawn as a ring: the display is not connected at present
};

/// The board in words and colors, the same in the table, on a desk's page and for screen readers. Pure except for the colors, which depend on the
/// current color scheme. GUI thread.
namespace BoardWording
{
BoardMark mark(const BoardWire::DisplayReport &display);
BoardMark mark(const BoardWire::LinkReport &link);
BoardMark mark(BoardWire::Health health);
QString markName(BoardMark mark);
QString healthName(DeskHealth health);
/// How serious the state is: the mark in whose color the state's label is painted.
BoardMark healthMark(DeskHealth health);
QColor color(BoardMark mark, bool onSelection = false);
/// A state in words, from its name in DeskStatus::name(); an unknown name is returned unchanged.
QString state(const QString &name);

/// "05:12 UT", with the date if it is not today's. Empty if the time is not valid.
QString universalTime(const QDateTime &utc, const QDateTime &now);
/// The time at the facility: "19:12 HST". Empty if the time or the time zone is not valid.
QString facilityTime(const QDateTime &utc, const QTimeZone &zone);
/// How many displays have which state, for example "5 displays: 3 live, 1 bad".
QString displays(const QList<BoardWire::DisplayReport> &displays);
QString compressionRatio(double compressionRatio); ///< "2.8 : 1"
QString imageAge(std::chrono::milliseconds age);
QString frameRate(double framesPerSecond); ///< "25 frames/s"
QString flowLimit(const QString &word); ///< "Receive window"; an unknown word of a later version is returned unchanged
QString instruments(const BoardDesk &desk);
}
}
