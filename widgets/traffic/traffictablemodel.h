// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <optional>

namespace Nightdesk
{
/// A table of figures: the texts, and the numbers by which they are sorted. A value.
struct TrafficTableData {
    struct Cell {
        QString text; ///< the cell's text, plain and safe to show
        std::optional<double> number; ///< the cell is sorted by this number and aligned right; empty: a text cell
    };
    using Row = QList<Cell>;
    struct Column {
        QString header;
        QString tip; ///< what the column means, in one sentence
        bool operator==(const Column &) const = default;
    };
    QList<Column> columns;
    QList<Row> rows;
};

/// TrafficTableData for a view. GUI thread. Owned by TrafficTableView.
class TrafficTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int sortRole = Qt::UserRole;
    using QAbstractTableModel::QAbstractTableModel;

    void setFigures(const TrafficTableData &figures);
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    TrafficTableData m_tableFigures;
};
}
