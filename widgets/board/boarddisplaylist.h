// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardlist.h"

#include <functional>

namespace Nightdesk
{
/// The displays of one desk. Each has a button that views the display, or that says why it cannot be viewed. GUI
/// thread. Owned by DeskBoardPage.
class BoardDisplayList : public BoardList
{
    Q_OBJECT
public:
    /// Returns why a display cannot be viewed, translated; empty: it can be viewed.
    using ViewObstacleFunction = std::function<QString(const QString &display)>;

    explicit BoardDisplayList(QWidget *parent = nullptr);

    /// @p desk: null for an empty list.
    void show(const BoardDesk *desk, const ViewObstacleFunction &obstacle, const QDateTime &now, const QTimeZone &zone);
    using BoardList::show;
    /// The key of the first display that can be viewed; empty: no display can be viewed.
    QString firstViewableDisplayKey() const;

Q_SIGNALS:
    void viewDisplayRequested(const QString &display);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void rebuild(const QList<BoardWire::DisplayReport> &displays, const QStringList &displayKeys);
    void fill(QTreeWidgetItem *item, const BoardWire::DisplayReport &display, const BoardDesk &desk, const QDateTime &now, const QTimeZone &zone);
    void requestView(const QTreeWidgetItem *item);

    QStringList m_displayKeys;
};
}
