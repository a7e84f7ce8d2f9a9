// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/statusscreen.h"

#include "app/boardtext.h"
#include "app/terminaltext.h"

#include <QDateTime>
#include <QJsonArray>

#include <algorithm>

#include <sys/ioctl.h>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

std::optional<StatusScreen::Size> StatusScreen::sizeOf(int descriptor)
{
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
        return {};
    }
    return Size{.columns = size.ws_col, .rows = size.ws_row};
}

QString StatusScreen::whole(const QDateTime &now) const
{
    return board ? text + BoardText::of(*board, now) : text;
}

QString StatusScreen::fitted(const Size &size, const QDateTime &now) const
{
    const qsizetype rows = std::max(1, size.rows - 1); // the cursor stands below
    const QStringList below = TerminalText::lines(trouble, size.columns);
    const qsizetype room = std::max<qsizetype>(0, rows - below.size());
    QStringList lines = TerminalText::lines(whole(now), size.columns);
    if (board && lines.size() > room) {
        const qsizetype desks = board->value("desks"_L1).toArray().size();
        const qsizetype shown = desks - (lines.size() - room) - 1; // a line tells of the others
        lines = TerminalText::lines(text + BoardText::of(*board, now, std::max<qsizetype>(0, shown)), size.columns);
    }
    lines = (lines.first(std::min(room, lines.size())) + below);
    return lines.first(std::min(rows, lines.size())).join(u'\n') + u'\n';
}
}
