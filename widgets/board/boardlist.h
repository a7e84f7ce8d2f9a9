// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/wording/boardwording.h"

#include <QMap>
#include <QTreeWidget>

namespace Nightdesk
{
/// A list on a desk's page, without a horizontal scroll bar: in a narrow list, columns are hidden, first those that are needed least. GUI thread. Owned
/// by DeskBoardPage.
class BoardList : public QTreeWidget
{
    Q_OBJECT
public:
    /// @p minWidths: for each column that may be hidden, the width of the list from which it is shown, in characters.
    BoardList(const QString &accessibleName, const QStringList &headers, const QMap<int, int> &minWidths, QWidget *parent);

protected:
    /// Shows a state in the first two columns: @p mark as an icon, and @p text in the color of the mark.
    static void showState(QTreeWidgetItem *item, BoardMark mark, const QString &text);
    void resizeEvent(QResizeEvent *event) override;

private:
    const QMap<int, int> m_minWidths;
};
}
