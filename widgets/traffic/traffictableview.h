// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

class QSortFilterProxyModel;

namespace Nightdesk
{
class TrafficTableModel;
struct TrafficTableData;

/// A table of figures, sorted by a click on a column header, copied with Ctrl+C as text for spreadsheets. GUI thread. Owned by TrafficView.
class TrafficTableView : public QTreeView
{
    Q_OBJECT
public:
    explicit TrafficTableView(const QString &accessibleName, QWidget *parent = nullptr);

    void setFigures(const TrafficTableData &figures);
    QString text(bool onlySelected) const; ///< one line per row, cells separated by tabs

public Q_SLOTS:
    void copySelectedRows(); ///< the selected rows, or all rows if none is selected
    void copyWholeTable();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    TrafficTableModel *m_tableModel;
    QSortFilterProxyModel *m_sortModel;
};
}
