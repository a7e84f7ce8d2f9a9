// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardhistorylist.h"

#include "widgets/board/boardmarkpaint.h"

#include <KLocalizedString>

#include <QHeaderView>

#include <array>

namespace Nightdesk
{
BoardHistoryList::BoardHistoryList(QWidget *parent)
    : BoardList(i18nc("@info accessible name", "Events of the night"),
                {i18nc("@title:column a time of day in Universal Time", "UT"),
                 i18nc("@title:column a time of day at the observatory", "Observatory"),
                 i18nc("@title:column a display or connection", "Subject"),
                 i18nc("@title:column what happened", "Event")},
                {{1, 60}, {2, 42}},
                parent)
{
    header()->setStretchLastSection(true);
}

void BoardHistoryList::setEntries(const QList<BoardWire::Trouble> &entries, const QDateTime &now, const QTimeZone &zone)
{
    if (entries == m_entries && zone == m_zone) {
        return;
    }
    m_entries = entries;
    m_zone = zone;
    clear();
    const std::array icons{BoardMarkPaint::icon(BoardMark::Live), BoardMarkPaint::icon(BoardMark::Poor), BoardMarkPaint::icon(BoardMark::Bad)};
    for (auto entry = entries.crbegin(); entry != entries.crend(); ++entry) {
        auto *item = new QTreeWidgetItem(this);
        const BoardMark mark = BoardWording::mark(entry->health);
        item->setIcon(0, icons.at(static_cast<std::size_t>(mark)));
        item->setText(0, BoardWording::universalTime(entry->at, now));
        item->setText(1, BoardWording::facilityTime(entry->at, zone));
        item->setText(2, entry->subjectKey);
        item->setText(3, entry->what);
        item->setToolTip(0, item->text(1));
        item->setToolTip(3, QStringLiteral("<qt>%1</qt>").arg(entry->what.toHtmlEscaped()));
        item->setData(0,
                      Qt::AccessibleTextRole,
                      i18nc("@info accessible text, an event of the night, read out: a time, live or faulty, a display, what happened",
                            "%1, %2, %3: %4",
                            item->text(0),
                            BoardWording::markName(mark),
                            entry->subjectKey,
                            entry->what));
    }
}
}
