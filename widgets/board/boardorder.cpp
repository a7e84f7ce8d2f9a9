// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardorder.h"

#include "widgets/board/boardmodel.h"

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

BoardOrder::BoardOrder(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setDynamicSortFilter(false); // off, because a dynamic sort would move rows at every change
    setRecursiveFilteringEnabled(true);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &BoardOrder::sortWhenDue);
    QSortFilterProxyModel::sort(static_cast<int>(BoardColumn::Health), Qt::DescendingOrder);
}

void BoardOrder::setSourceModel(QAbstractItemModel *model)
{
    if (sourceModel()) {
        sourceModel()->disconnect(this);
    }
    QSortFilterProxyModel::setSourceModel(model);
    if (model) {
        sortNow(); // sorts again, because the sort column is valid only with a model
        // Connected here, so that it runs after QSortFilterProxyModel's own slots for these signals.
        connect(model, &QAbstractItemModel::dataChanged, this, &BoardOrder::requestOrder);
        connect(model, &QAbstractItemModel::rowsInserted, this, &BoardOrder::requestOrder);
        connect(model, &QAbstractItemModel::modelReset, this, &BoardOrder::requestOrder);
    }
}

void BoardOrder::sort(int column, Qt::SortOrder order)
{
    if (column < 0) { // ignored, because nobody needs the unsorted order
        column = static_cast<int>(BoardColumn::Health);
        order = Qt::DescendingOrder;
    }
    QSortFilterProxyModel::sort(column, order);
}

void BoardOrder::setFilterWords(const QString &words)
{
    QStringList split = words.simplified().split(u' ', Qt::SkipEmptyParts);
    if (split == m_words) {
        return;
    }
    m_words = split;
    sortNow();
}

QString BoardOrder::filterWords() const
{
    return m_words.join(u' ');
}

void BoardOrder::noteUserActivity()
{
    m_touchedAt = std::chrono::steady_clock::now();
}

void BoardOrder::requestOrder()
{
    m_isStale = true;
    if (!m_timer.isActive()) {
        sortWhenDue();
    }
}

void BoardOrder::sortWhenDue()
{
    if (!m_isStale) {
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    const auto due = std::max(m_touchedAt, m_settledAt) + minMoveInterval;
    if (now < due) {
        m_timer.start(std::chrono::ceil<std::chrono::milliseconds>(due - now));
        return;
    }
    sortNow();
}

void BoardOrder::sortNow()
{
    m_isStale = false;
    m_settledAt = std::chrono::steady_clock::now();
    m_timer.stop();
    invalidateRowsFilter();
    QSortFilterProxyModel::sort(sortColumn(), sortOrder());
}

bool BoardOrder::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const QVariant a = left.data(BoardModel::SortRole);
    const QVariant b = right.data(BoardModel::SortRole);
    const bool isDown = sortOrder() == Qt::DescendingOrder;
    if (a.isValid() != b.isValid()) {
        return a.isValid() != isDown; // unknown values come last in both directions
    }
    const bool areTexts = a.typeId() == QMetaType::QString;
    if (a.isValid()) {
        const auto ordering = [&] {
            if (areTexts) {
                const int order = a.toString().localeAwareCompare(b.toString());
                return order < 0 ? QPartialOrdering::Less : order > 0 ? QPartialOrdering::Greater : QPartialOrdering::Equivalent;
            }
            return QVariant::compare(a, b);
        }();
        if (ordering == QPartialOrdering::Less || ordering == QPartialOrdering::Greater) {
            return ordering == QPartialOrdering::Less;
        }
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

bool BoardOrder::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    if (m_words.isEmpty()) {
        return true;
    }
    const QString searched = sourceModel()->index(row, 0, parent).data(BoardModel::SearchRole).toString();
    return !searched.isEmpty() && std::ranges::all_of(m_words, [&searched](const QString &word) {
        return searched.contains(word, Qt::CaseInsensitive);
    });
}
}
