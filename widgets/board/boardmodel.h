// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardcells.h"

#include <QAbstractItemModel>
#include <QPointer>

#include <memory>
#include <vector>

namespace Nightdesk
{
/// A board's desks for a view: one row each, under groups by site or instrument if grouping is selected. A change of a desk changes only that desk's
/// row, and the selection is kept. GUI thread. Owned by BoardPage.
class BoardModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Role {
        SecondLineRole = Qt::UserRole, ///< the cell's second line
        SortRole,
        SearchRole, ///< the text that a filter searches
        HealthRole, ///< a DeskHealth as int; for a group: the worst of its desks
        MarksRole, ///< a QList<int> with a BoardMark (state) for each display of the desk
        CurveRole, ///< the curve of the last 15 minutes, a QList<Sparkline::Point>
        FirstLineUnusualRole, ///< true: the cell's first line shows something unusual and has another color
        SecondLineUnusualRole, ///< true: the cell's second line shows something unusual and has another color
        DeskDataRevisionRole, ///< a number that changes with the desk's data; then the curves must be painted again
        NameRole, ///< the desk's name as text; empty: a group
    };
    enum class Grouping {
        None,
        Site,
        Instrument
    };

    explicit BoardModel(QObject *parent = nullptr);

    void setBoard(Board *board); ///< null: the model is empty
    void setGrouping(Grouping grouping);
    Grouping grouping() const;
    void setTimezone(const QTimeZone &zone);
    void setSiteNames(const QHash<QString, QString> &names);

    std::optional<DeskName> desk(const QModelIndex &index) const; ///< empty: a group, or an invalid index
    QModelIndex indexOf(const DeskName &desk) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Group {
        QString key;
        QString title;
        QList<DeskName> desks;
    };
    using Groups = std::vector<std::unique_ptr<Group>>;
    const Group *groupOf(const QModelIndex &parent) const;
    QModelIndex indexOf(const Group *group) const;
    /// The group of a desk: its key, and its title for users.
    std::pair<QString, QString> groupKeyAndTitle(const DeskName &desk) const;
    Group *findGroup(const DeskName &desk);
    void rebuild();
    void addDesk(const DeskName &desk);
    void removeDesk(const DeskName &desk);
    void updateDesks(const QList<DeskName> &desks);
    void updateAll();
    QVariant groupData(const Group &group, int column, int role) const;
    QVariant curveData(const BoardDesk &desk, BoardColumn column) const;

    QPointer<Board> m_board;
    Grouping m_grouping = Grouping::None;
    BoardCells::BoardDisplayContext m_displayContext;
    Groups m_groups; ///< without grouping, a single group with all desks
    QHash<DeskName, Group *> m_groupsByDesk;
};
}
