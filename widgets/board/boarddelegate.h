// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QPixmap>
#include <QStyledItemDelegate>

namespace Nightdesk
{
/// Paints the board's cells: two lines each, a colored label for the state, marks for the displays, curves below numbers. All rows have the same
/// height. Curves, which are slow to draw, are cached until the desk changes. GUI thread. Owned by BoardView.
class BoardDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit BoardDelegate(QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintHealth(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &upper, const QRect &lower) const;
    void paintMarks(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &place) const;
    void paintCurve(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &place) const;

    mutable QCache<QString, QPixmap> m_curveCache; ///< cached curves of the visible rows
};
}
