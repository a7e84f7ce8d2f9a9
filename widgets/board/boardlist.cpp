// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardlist.h"

#include "widgets/board/boardmarkpaint.h"

#include <QHeaderView>
#include <QResizeEvent>

#include <algorithm>

namespace Nightdesk
{
BoardList::BoardList(const QString &accessibleName, const QStringList &headers, const QMap<int, int> &minWidths, QWidget *parent)
    : QTreeWidget(parent)
    , m_minWidths(minWidths)
{
    setAccessibleName(accessibleName);
    setHeaderLabels(headers);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setAlternatingRowColors(true);
    setTabKeyNavigation(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void BoardList::showState(QTreeWidgetItem *item, BoardMark mark, const QString &text)
{
    if (const QVariant shown(static_cast<int>(mark)); item->data(0, Qt::UserRole) != shown) {
        item->setData(0, Qt::UserRole, shown);
        item->setIcon(0, BoardMarkPaint::icon(mark));
    }
    item->setText(1, text);
    item->setForeground(1, BoardWording::color(mark));
}

void BoardList::resizeEvent(QResizeEvent *event)
{
    const int characters = event->size().width() / std::max(1, fontMetrics().averageCharWidth());
    for (const auto &[column, minWidth] : m_minWidths.asKeyValueRange()) {
        setColumnHidden(column, characters < minWidth);
    }
    QTreeWidget::resizeEvent(event);
}
}
