// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardhistorylist.h"

#include "widgets/board/boarddisplaylist.h"

#include <KLocalizedString>

#include <QHeaderView>
#include <QResizeEvent>

#include <algorithm>
#include <array>

namespace Nightdesk
{
BoardHistoryList::BoardHistoryList(QWidget *parent)
    : QTreeWidget(parent)
{
    setAccessibleName(i18nc("@info accessible name", "Events of the night"));
    setHeaderLabels({i18nc("@title:column a time of day in Universal Time", "UT"),
                     i18nc("@title:column a time of day at the observatory", "Observatory"),
                     i18nc("@title:column a display or connection", "Subject"),
                     i18nc("@title:column what happened", "Event")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setAlternatingRowColors(true);
    setTabKeyNavigation(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setStretchLastSection(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void BoardHistoryList::resizeEvent(QResizeEvent *event)
{
    const int characters = event->size().width() / std::max(1, fontMetrics().averageCharWidth());
    setColumnHidden(1, characters < 60);
    setColumnHidden(2, characters < 42);
    QTreeWidget::resizeEvent(event);
}

void BoardHistoryList::setEntries(const QList<BoardWire::Trouble> &entries, const QDateTime &now, const QTimeZone &zone)
{
    if (entries == m_entries && zone == m_zone) {
        return;
    }
    m_entries = entries;
    m_zone = zone;
    clear();
    const std::array icons{boardMarkIcon(BoardMark::Live), boardMarkIcon(BoardMark::Poor), boardMarkIcon(BoardMark::Bad)};
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
