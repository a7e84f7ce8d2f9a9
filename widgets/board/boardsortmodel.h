// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>
#include <QTimer>

#include <chrono>

namespace Nightdesk
{
/// The order of a BoardModel's rows, and which rows the filter shows. A changed row is moved to its new position soon, but not while the user is
/// active: noteUserActivity() reports that the user points, scrolls or types in the view. GUI thread. Owned by BoardView.
class BoardSortModel : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    /// How long rows do not move after noteUserActivity(), and the minimum time between two moves.
    static constexpr std::chrono::milliseconds minMoveInterval{1000};

    explicit BoardSortModel(QObject *parent = nullptr);

    void setSourceModel(QAbstractItemModel *model) override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    /// Every word must occur in a desk's site, name, observers or instruments; empty: all desks.
    void setFilterWords(const QString &words);
    void noteUserActivity();
    /// Sorts and filters immediately.
    void sortNow();

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    void requestSort();
    void sortWhenDue();

    QStringList m_filterWords;
    QTimer m_sortTimer;
    std::chrono::steady_clock::time_point m_lastUserActivityAt;
    std::chrono::steady_clock::time_point m_lastSortAt;
    bool m_needsSort = false;
};
}
