// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/traffictableview.h"

#include "widgets/traffic/traffictable.h"

#include <KLocalizedString>

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QSortFilterProxyModel>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

TrafficTableView::TrafficTableView(const QString &accessibleName, QWidget *parent)
    : QTreeView(parent)
    , m_table(new TrafficTable(this))
    , m_sorted(new QSortFilterProxyModel(this))
{
    setAccessibleName(accessibleName);
    m_sorted->setSourceModel(m_table);
    m_sorted->setSortRole(TrafficTable::sortRole);
    m_sorted->setDynamicSortFilter(true);
    setModel(m_sorted);
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setSelectionMode(ExtendedSelection);
    setTabKeyNavigation(false);
    setSortingEnabled(true);
    m_sorted->sort(-1); // the original order, in which the most important rows are first
    header()->setSortIndicator(-1, Qt::AscendingOrder);
    header()->setSortIndicatorClearable(true);
    connect(header(), &QHeaderView::sortIndicatorChanged, this, [this](int section, Qt::SortOrder order) {
        if (section < 0 && order == Qt::DescendingOrder) { // the original order, never reversed
            m_sorted->sort(-1, Qt::AscendingOrder);
        }
    });
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setStretchLastSection(false);
}

void TrafficTableView::setFigures(const TrafficFigures &figures)
{
    m_table->setFigures(figures);
    if (!currentIndex().isValid() && m_sorted->rowCount() > 0) {
        // makes the first row current, so that Tab leads to a row that a screen reader can read
        selectionModel()->setCurrentIndex(m_sorted->index(0, 0), QItemSelectionModel::NoUpdate);
    }
}

QString TrafficTableView::text(bool onlySelected) const
{
    QStringList lines;
    const auto line = [&](const auto &cell) {
        QStringList cells;
        for (int column = 0; column < m_sorted->columnCount(); ++column) {
            cells.append(cell(column).toString());
        }
        lines.append(cells.join(u'\t'));
    };
    line([&](int column) {
        return m_sorted->headerData(column, Qt::Horizontal);
    });
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        if (!onlySelected || selectionModel()->isRowSelected(row)) {
            line([&](int column) {
                return m_sorted->index(row, column).data();
            });
        }
    }
    return lines.join(u'\n') + u'\n';
}

void TrafficTableView::copy()
{
    QGuiApplication::clipboard()->setText(text(selectionModel()->hasSelection()));
}

void TrafficTableView::copyAll()
{
    QGuiApplication::clipboard()->setText(text(false));
}

void TrafficTableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else {
        QTreeView::keyPressEvent(event);
    }
}

void TrafficTableView::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    menu.addAction(QIcon::fromTheme(u"edit-copy"_s), i18nc("@action:inmenu of a table", "Copy Rows"), this, &TrafficTableView::copy);
    menu.addAction(i18nc("@action:inmenu", "Copy Whole Table"), this, &TrafficTableView::copyAll);
    menu.exec(event->globalPos());
}
}
