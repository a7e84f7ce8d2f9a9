// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardlinklist.h"

#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHeaderView>

namespace Nightdesk
{
BoardLinkList::BoardLinkList(QWidget *parent)
    : BoardList(i18nc("@info accessible name", "Connections of the workstation"),
                {i18nc("@title:column", "Connection"),
                 i18nc("@title:column of a connection", "State"),
                 i18nc("@title:column round-trip time", "RTT"),
                 i18nc("@title:column bytes a second that arrive", "In"),
                 i18nc("@title:column bytes a second that leave", "Out"),
                 i18nc("@title:column how much a connection compresses", "Compression"),
                 i18nc("@title:column what limits a data rate", "Limited By")},
                {{4, 88}, {5, 76}, {6, 60}},
                parent)
{
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
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
        const BoardWire::LinkMeasurements numbers = desk->numbersOf(link);
        const auto rate = [](std::optional<qint64> perSecond) {
            return perSecond ? Wording::rate(Bytes{*perSecond}) : QString();
        };
        showState(item, BoardWording::mark(link), BoardWording::state(link.state));
        item->setText(0, link.id);
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
}
