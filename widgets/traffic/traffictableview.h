// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

class QSortFilterProxyModel;

namespace Nightdesk
{
class TrafficTable;
struct TrafficFigures;

/// A table of figures that is sorted by a click on its head and copied with Ctrl+C, as text that spreadsheets read. GUI thread. Owned by TrafficView.
class TrafficTableView : public QTreeView
{
    Q_OBJECT
public:
    explicit TrafficTableView(const QString &accessibleName, QWidget *parent = nullptr);

    void setFigures(const TrafficFigures &figures);
    QString text(bool onlySelected) const; ///< rows of cells with tabs between

public Q_SLOTS:
    void copy(); ///< the rows that are selected, else all
    void copyAll();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    TrafficTable *m_table;
    QSortFilterProxyModel *m_sorted;
};
}
