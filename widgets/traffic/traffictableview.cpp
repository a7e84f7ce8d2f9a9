// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/traffictableview.h"

#include "widgets/traffic/traffictablemodel.h"

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
    , m_tableModel(new TrafficTableModel(this))
    , m_sortModel(new QSortFilterProxyModel(this))
{
    setAccessibleName(accessibleName);
    m_sortModel->setSourceModel(m_tableModel);
    m_sortModel->setSortRole(TrafficTableModel::sortRole);
    m_sortModel->setDynamicSortFilter(true);
    setModel(m_sortModel);
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setSelectionMode(ExtendedSelection);
    setTabKeyNavigation(false);
    setSortingEnabled(true);
    m_sortModel->sort(-1); // the original order, in which the most important rows are first
    header()->setSortIndicator(-1, Qt::AscendingOrder);
    header()->setSortIndicatorClearable(true);
    connect(header(), &QHeaderView::sortIndicatorChanged, this, [this](int section, Qt::SortOrder order) {
        if (section < 0 && order == Qt::DescendingOrder) { // the original order, never reversed
            m_sortModel->sort(-1, Qt::AscendingOrder);
        }
    });
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setStretchLastSection(false);
}

void TrafficTableView::setFigures(const TrafficTableData &figures)
{
    m_tableModel->setFigures(figures);
    if (!currentIndex().isValid() && m_sortModel->rowCount() > 0) {
        // makes the first row current, so that Tab leads to a row that a screen reader can read
        selectionModel()->setCurrentIndex(m_sortModel->index(0, 0), QItemSelectionModel::NoUpdate);
    }
}

QString TrafficTableView::text(bool onlySelected) const
{
    QStringList lines;
    const auto line = [&](const auto &cell) {
        QStringList cells;
        for (int column = 0; column < m_sortModel->columnCount(); ++column) {
            cells.append(cell(column).toString());
        }
        lines.append(cells.join(u'\t'));
    };
    line([&](int column) {
        return m_sortModel->headerData(column, Qt::Horizontal);
    });
    for (int row = 0; row < m_sortModel->rowCount(); ++row) {
        if (!onlySelected || selectionModel()->isRowSelected(row)) {
            line([&](int column) {
                return m_sortModel->index(row, column).data();
            });
        }
    }
    return lines.join(u'\n') + u'\n';
}

void TrafficTableView::copySelectedRows()
{
    QGuiApplication::clipboard()->setText(text(selectionModel()->hasSelection()));
}

void TrafficTableView::copyWholeTable()
{
    QGuiApplication::clipboard()->setText(text(false));
}

void TrafficTableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelectedRows();
    } else {
        QTreeView::keyPressEvent(event);
    }
}

void TrafficTableView::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    menu.addAction(QIcon::fromTheme(u"edit-copy"_s), i18nc("@action:inmenu of a table", "Copy Rows"), this, &TrafficTableView::copySelectedRows);
    menu.addAction(i18nc("@action:inmenu", "Copy Whole Table"), this, &TrafficTableView::copyWholeTable);
    menu.exec(event->globalPos());
}
}
