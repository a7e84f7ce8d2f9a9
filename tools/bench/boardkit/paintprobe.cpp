// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/bench/boardkit/paintprobe.h"

#include "monitors/board/board.h"
#include "widgets/board/boardmodel.h"
#include "widgets/board/boardview.h"

#include <QDateTime>
#include <QPaintEvent>

namespace Nightdesk::Test
{
PaintProbe::PaintProbe(BoardView *view, const Board *board, QObject *parent)
    : QObject(parent)
    , m_view(view)
    , m_board(board)
{
    view->viewport()->installEventFilter(this);
}

void PaintProbe::forget()
{
    m_delays.clear();
    m_frames.clear();
}

const std::vector<double> &PaintProbe::delays() const
{
    return m_delays;
}

const std::vector<std::chrono::steady_clock::time_point> &PaintProbe::frames() const
{
    return m_frames;
}

int PaintProbe::rowsInSight() const
{
    return static_cast<int>(m_inSight.size());
}

bool PaintProbe::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::Paint) {
        return QObject::eventFilter(watched, event);
    }
    // What is painted now is what the board knows now. Rows beside the region stay as they were.
    const QRegion &region = static_cast<QPaintEvent *>(event)->region();
    std::vector<qint64> told;
    QSet<DeskName> inSight;
    const int height = m_view->viewport()->height();
    for (QModelIndex index = m_view->indexAt(QPoint(1, 0)); index.isValid(); index = m_view->indexBelow(index)) {
        const QRect row = m_view->visualRect(index);
        if (row.top() >= height) {
            break;
        }
        const auto desk = DeskName::fromText(index.data(BoardModel::NameRole).toString());
        if (desk) {
            inSight.insert(*desk);
        }
        if (!desk || !region.intersects(QRect(0, row.top(), m_view->viewport()->width(), row.height()))) {
            continue;
        }
        const Told newest = this->newest(*desk);
        const quint64 before = m_shown.value(*desk);
        if (newest.sequence != before) {
            m_shown.insert(*desk, newest.sequence);
            if (before != 0 && m_inSight.contains(*desk)) { // that it came into sight is no news of the desk's
                told.push_back(newest.at);
            }
        }
    }
    m_inSight = std::move(inSight);
    // All windows are painted and sent to the X server in this turn; posted events come after it.
    QMetaObject::invokeMethod(
        this,
        [this, told = std::move(told)] {
            painted(told);
        },
        Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

PaintProbe::Told PaintProbe::newest(const DeskName &desk) const
{
    Told newest;
    const BoardDesk *known = m_board->desk(desk);
    if (!known) {
        return newest;
    }
    const auto look = [&newest](const auto &message) {
        if (message && message->stamp.sequence > newest.sequence) {
            newest = {.sequence = message->stamp.sequence, .at = message->stamp.sentAt.toMSecsSinceEpoch()};
        }
    };
    look(known->presence);
    look(known->state);
    look(known->numbers);
    look(known->history);
    return newest;
}

void PaintProbe::painted(const std::vector<qint64> &told)
{
    m_frames.push_back(std::chrono::steady_clock::now());
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    for (const qint64 at : told) {
        m_delays.push_back(static_cast<double>(now - at));
    }
}
}
