// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardlist.h"

namespace Nightdesk
{
/// A desk's ssh links with their figures. GUI thread. Owned by DeskBoardPage.
class BoardLinkList : public BoardList
{
    Q_OBJECT
public:
    explicit BoardLinkList(QWidget *parent = nullptr);

    void show(const BoardDesk *desk); ///< @p desk: null for an empty list
    using BoardList::show;
};
}
