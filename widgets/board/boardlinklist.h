// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/wording/boardwording.h"

#include <QTreeWidget>

namespace Nightdesk
{
/// A desk's ssh links with their figures. GUI thread. Owned by DeskBoardPage.
class BoardLinkList : public QTreeWidget
{
    Q_OBJECT
public:
    explicit BoardLinkList(QWidget *parent = nullptr);

    void show(const BoardDesk *desk); ///< @p desk: null for an empty list
    using QTreeWidget::show;

protected:
    void resizeEvent(QResizeEvent *event) override;
};
}
