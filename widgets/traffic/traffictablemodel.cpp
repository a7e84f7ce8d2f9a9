// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/traffictablemodel.h"

#include <QHash>

namespace Nightdesk
{
namespace
{
/// Identifies each row: by its first cell, and by a count if several rows have the same first cell.
QList<std::pair<QString, int>> rowKeys(const TrafficTableData &figures)
{
    QList<std::pair<QString, int>> result;
    QHash<QString, int> seen;
    for (const TrafficTableData::Row &row : figures.rows) {
        const QString name = row.value(0).text;
        result.append({name, seen[name]++});
    }
    return result;
}
}

void TrafficTableModel::setFigures(const TrafficTableData &figures)
{
    const bool isSameShape = figures.columns == m_tableFigures.columns && figures.rows.size() == m_tableFigures.rows.size();
    // figures of a running program change several times a second, so the selection and position are kept
    if (isSameShape && !figures.rows.isEmpty()) {
        Q_EMIT layoutAboutToBeChanged();
        const QList<std::pair<QString, int>> before = rowKeys(m_tableFigures);
        QHash<std::pair<QString, int>, int> places;
        for (const auto &name : rowKeys(figures)) {
            places.insert(name, static_cast<int>(places.size()));
        }
        m_tableFigures = figures;
        const QModelIndexList old = persistentIndexList();
        QModelIndexList moved; // selected rows remain selected, wherever they are now
        for (const QModelIndex &one : old) {
            const auto place = places.constFind(before.value(one.row()));
            moved.append(place == places.constEnd() ? QModelIndex() : index(*place, one.column()));
        }
        changePersistentIndexList(old, moved);
        Q_EMIT layoutChanged();
        return;
    }
    beginResetModel();
    m_tableFigures = figures;
    endResetModel();
}

int TrafficTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tableFigures.rows.size());
}

int TrafficTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tableFigures.columns.size());
}

QVariant TrafficTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const TrafficTableData::Cell cell = m_tableFigures.rows[index.row()].value(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case sortRole:
        return cell.number ? QVariant(*cell.number) : QVariant(cell.text);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((cell.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant TrafficTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return m_tableFigures.columns.value(section).header;
    }
    if (role == Qt::InitialSortOrderRole) {
        return section > 0 ? Qt::DescendingOrder : Qt::AscendingOrder; // users look for the largest figures
    }
    if (role == Qt::ToolTipRole) {
        return m_tableFigures.columns.value(section).tip;
    }
    return {};
}
}
