// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace Nightdesk
{
/// Draws an error: icon, severity in words, line:column, and the message on as many lines as it needs. GUI thread. Owned by ProblemView.
class ProblemDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ProblemDelegate(QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    struct PartRects {
        QRect icon;
        QRect severityPart;
        QRect errorPosition;
        QRect message;
    };
    PartRects partRects(const QStyleOptionViewItem &option, const QRect &rect) const;
};
}
