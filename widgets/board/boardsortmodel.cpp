// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardsortmodel.h"

#include "widgets/board/boardmodel.h"

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

BoardSortModel::BoardSortModel(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setDynamicSortFilter(false); // off, because a dynamic sort would move rows at every change
    setRecursiveFilteringEnabled(true);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    m_sortTimer.setSingleShot(true);
    connect(&m_sortTimer, &QTimer::timeout, this, &BoardSortModel::sortWhenDue);
    QSortFilterProxyModel::sort(static_cast<int>(BoardColumn::Health), Qt::DescendingOrder);
}

void BoardSortModel::setSourceModel(QAbstractItemModel *model)
{
    if (sourceModel()) {
        sourceModel()->disconnect(this);
    }
    QSortFilterProxyModel::setSourceModel(model);
    if (model) {
        sortNow(); // sorts again, because the sort column is valid only with a model
        // Connected here, so that it runs after QSortFilterProxyModel's own slots for these signals.
        connect(model, &QAbstractItemModel::dataChanged, this, &BoardSortModel::requestSort);
        connect(model, &QAbstractItemModel::rowsInserted, this, &BoardSortModel::requestSort);
        connect(model, &QAbstractItemModel::modelReset, this, &BoardSortModel::requestSort);
    }
}

void BoardSortModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0) { // ignored, because nobody needs the unsorted order
        column = static_cast<int>(BoardColumn::Health);
        order = Qt::DescendingOrder;
    }
    QSortFilterProxyModel::sort(column, order);
}

void BoardSortModel::setFilterWords(const QString &words)
{
    QStringList split = words.simplified().split(u' ', Qt::SkipEmptyParts);
    if (split == m_filterWords) {
        return;
    }
    m_filterWords = split;
    sortNow();
}

void BoardSortModel::noteUserActivity()
{
    m_lastUserActivityAt = std::chrono::steady_clock::now();
}

void BoardSortModel::requestSort()
{
    m_needsSort = true;
    if (!m_sortTimer.isActive()) {
        sortWhenDue();
    }
}

void BoardSortModel::sortWhenDue()
{
    if (!m_needsSort) {
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    const auto due = std::max(m_lastUserActivityAt, m_lastSortAt) + minMoveInterval;
    if (now < due) {
        m_sortTimer.start(std::chrono::ceil<std::chrono::milliseconds>(due - now));
        return;
    }
    sortNow();
}

void BoardSortModel::sortNow()
{
    m_needsSort = false;
    m_lastSortAt = std::chrono::steady_clock::now();
    m_sortTimer.stop();
    invalidateRowsFilter();
    QSortFilterProxyModel::sort(sortColumn(), sortOrder());
}

bool BoardSortModel::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const QVariant a = left.data(BoardModel::SortRole);
    const QVariant b = right.data(BoardModel::SortRole);
    const bool isDown = sortOrder() == Qt::DescendingOrder;
    if (a.isValid() != b.isValid()) {
        return a.isValid() != isDown; // unknown values come last, in ascending and in descending order
    }
    if (a.typeId() == QMetaType::QString) {
        if (const int order = a.toString().localeAwareCompare(b.toString()); order != 0) {
            return order < 0;
        }
    } else if (const auto order = QVariant::compare(a, b); order == QPartialOrdering::Less || order == QPartialOrdering::Greater) {
        return order == QPartialOrdering::Less;
    }
    // Rows with equal values keep the same order in both sort directions.
    const auto nameOf = [](const QModelIndex &index) {
        const QString name = index.data(BoardModel::NameRole).toString();
        // Without a desk name, the row is a group: use its title.
        return name.isEmpty() ? index.siblingAtColumn(0).data().toString() : name;
    };
    const QString first = nameOf(left);
    const QString next = nameOf(right);
    return isDown ? next < first : first < next;
}

bool BoardSortModel::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    if (m_filterWords.isEmpty()) {
        return true;
    }
    const QString searched = sourceModel()->index(row, 0, parent).data(BoardModel::SearchRole).toString();
    return !searched.isEmpty() && std::ranges::all_of(m_filterWords, [&searched](const QString &word) {
        return searched.contains(word, Qt::CaseInsensitive);
    });
}
}
