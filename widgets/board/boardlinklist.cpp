// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardlinklist.h"

#include "widgets/board/boarddisplaylist.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHeaderView>
#include <QResizeEvent>

#include <algorithm>

namespace Nightdesk
{
BoardLinkList::BoardLinkList(QWidget *parent)
    : QTreeWidget(parent)
{
    setAccessibleName(i18nc("@info accessible name", "Connections of the workstation"));
    setHeaderLabels({i18nc("@title:column", "Connection"),
                     i18nc("@title:column of a connection", "State"),
                     i18nc("@title:column round-trip time", "RTT"),
                     i18nc("@title:column bytes a second that arrive", "In"),
                     i18nc("@title:column bytes a second that leave", "Out"),
                     i18nc("@title:column how much a connection compresses", "Compression"),
                     i18nc("@title:column what limits a data rate", "Limited By")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setAlternatingRowColors(true);
    setTabKeyNavigation(false);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void BoardLinkList::show(const BoardDesk *desk)
{
    const QList<BoardWire::LinkReport> links = desk && desk->state ? desk->state->links : QList<BoardWire::LinkReport>();
    while (topLevelItemCount() > links.size()) {
        delete takeTopLevelItem(topLevelItemCount() - 1);
    }
    while (topLevelItemCount() < links.size()) {
        new QTreeWidgetItem(this);
    }
    for (int row = 0; row < topLevelItemCount(); ++row) {
        const BoardWire::LinkReport &link = links.at(row);
        QTreeWidgetItem *item = topLevelItem(row);
        const BoardMark mark = BoardWording::mark(link);
        if (item->data(0, Qt::UserRole).toInt() != static_cast<int>(mark) + 1) {
            item->setData(0, Qt::UserRole, static_cast<int>(mark) + 1);
            item->setIcon(0, boardMarkIcon(mark));
        }
        BoardWire::LinkMeasurements numbers;
        if (desk->numbers) {
            const auto found = std::ranges::find(desk->numbers->links, link.id, &BoardWire::LinkMeasurements::id);
            numbers = found == desk->numbers->links.end() ? numbers : *found;
        }
        const auto rate = [](std::optional<qint64> perSecond) {
            return perSecond ? Wording::rate(Bytes{*perSecond}) : QString();
        };
        item->setText(0, link.id);
        item->setText(1, BoardWording::state(link.state));
        item->setForeground(1, BoardWording::color(mark));
        item->setText(2, numbers.roundTrip ? Wording::duration(*numbers.roundTrip) : QString());
        item->setText(3, rate(numbers.bytesInPerSecond));
        item->setText(4, rate(numbers.bytesOutPerSecond));
        item->setText(5,
                      numbers.compressionRatio ? BoardWording::compressionRatio(*numbers.compressionRatio)
                          : link.isCompressed  ? QString()
                                               : i18nc("@info:status of a connection’s compression", "off"));
        item->setText(6, BoardWording::flowLimit(numbers.flowLimit));
        for (const int column : {2, 3, 4, 5}) {
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
    }
}

void BoardLinkList::resizeEvent(QResizeEvent *event)
{
    // Where the width is too small, the link's name remains visible.
    const int characters = event->size().width() / std::max(1, fontMetrics().averageCharWidth());
    setColumnHidden(4, characters < 88);
    setColumnHidden(5, characters < 76);
    setColumnHidden(6, characters < 60);
    QTreeWidget::resizeEvent(event);
}
}
