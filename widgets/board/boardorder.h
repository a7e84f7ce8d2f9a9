// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>
#include <QTimer>

#include <chrono>

namespace Nightdesk
{
/// The order of a BoardModel's rows and which of them are wanted. What changes is put in its new place soon, but never under a hand:
/// touch() says that somebody points, scrolls or types there. GUI thread. Owned by BoardView.
class BoardOrder : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    /// Rows lie still for so long after touch(), and rest so long between two moves.
    static constexpr std::chrono::milliseconds rest{1000};

    explicit BoardOrder(QObject *parent = nullptr);

    void setSourceModel(QAbstractItemModel *model) override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    /// Each of its words has to be found in a desk's site, name, people or instruments; empty: all desks.
    void setWanted(const QString &words);
    QString wanted() const;
    void touch();
    /// Puts everything in its place now.
    void sortNow();

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    void requestOrder();
    void sortWhenDue();

    QStringList m_words;
    QTimer m_timer;
    std::chrono::steady_clock::time_point m_touchedAt;
    std::chrono::steady_clock::time_point m_settledAt;
    bool m_isStale = false;
};
}
