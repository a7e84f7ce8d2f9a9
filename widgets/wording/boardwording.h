// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"

#include <QColor>
#include <QString>
#include <QTimeZone>

namespace Nightdesk
{
/// What a display or a point of the night is marked with: a shape and a color, so that neither alone has to be told apart.
enum class BoardMark {
    Live, ///< a disc
    Poor, ///< a triangle: it works, and somebody notices
    Bad, ///< a cross in a square: it does not work
    Off ///< a ring: nobody wants it now
};

/// The board in words and colors, the same in the table, on a desk's page and for screen readers. Pure but for the colors,
/// which are those of the scheme in force. GUI thread.
namespace BoardWording
{
BoardMark mark(const BoardWire::DisplayReport &display);
BoardMark mark(const BoardWire::LinkReport &link);
BoardMark mark(BoardWire::Health health);
QString word(BoardMark mark);
QString word(DeskHealth health);
/// How it is to be taken: what a chip is painted with.
BoardMark tone(DeskHealth health);
QColor color(BoardMark mark, bool onSelection = false);
/// A state as DeskStatus::name() has it, in words; one that is not known as it came.
QString state(const QString &name);

/// "05:12 UT", with the date where it is another than today's. Invalid: empty.
QString universal(const QDateTime &utc, const QDateTime &now);
/// "19:12 HST"; invalid, or no zone: empty.
QString atFacility(const QDateTime &utc, const QTimeZone &zone);
/// "5 displays: 3 live, 1 bad"
QString displays(const QList<BoardWire::DisplayReport> &displays);
QString ratio(double ratio); ///< "2.8 : 1"
QString frames(double perSecond); ///< "25 frames/s"
QString bound(const QString &word); ///< "Receive window"; a word of a later version as it is
QString instruments(const BoardDesk &desk);
}
}
