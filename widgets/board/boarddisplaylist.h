// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/wording/boardwording.h"

#include <QTreeWidget>

#include <functional>

namespace Nightdesk
{
/// The displays of one desk, each with a button that looks in, or that says why it cannot be looked at. GUI thread. Owned by DeskBoardPage.
class BoardDisplayList : public QTreeWidget
{
    Q_OBJECT
public:
    /// Empty: it can be looked at; else translated why not.
    using Obstacle = std::function<QString(const QString &display)>;

    explicit BoardDisplayList(QWidget *parent = nullptr);

    void show(const BoardDesk *desk, const Obstacle &obstacle, const QDateTime &now, const QTimeZone &zone); ///< null: nothing
    using QTreeWidget::show;
    /// The first that can be looked at; empty: none.
    QString firstToLookAt() const;

Q_SIGNALS:
    void lookRequested(const QString &display);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void rebuild(const QList<BoardWire::DisplayReport> &displays, const QStringList &keys);
    void fill(QTreeWidgetItem *item, const BoardWire::DisplayReport &display, const BoardDesk &desk, const QDateTime &now, const QTimeZone &zone);
    void look(const QTreeWidgetItem *item);

    QStringList m_keys;
};

/// A mark as an icon of the scheme in force.
QIcon boardMarkIcon(BoardMark mark);
}
