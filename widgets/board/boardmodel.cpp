// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardmodel.h"

#include "widgets/common/sparkline.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

BoardModel::BoardModel(QObject *parent)
    : QAbstractItemModel(parent)
{
    rebuild();
}

void BoardModel::setBoard(Board *board)
{
    if (board == m_board) {
        return;
    }
    if (m_board) {
        m_board->disconnect(this);
    }
    beginResetModel();
    m_board = board;
    rebuild();
    endResetModel();
    if (board) {
        connect(board, &Board::deskAdded, this, &BoardModel::addDesk);
        connect(board, &Board::deskRemoved, this, &BoardModel::removeDesk);
        connect(board, &Board::desksChanged, this, &BoardModel::updateDesks);
        connect(board, &Board::connectedChanged, this, &BoardModel::updateAll);
    }
}

void BoardModel::setGrouping(Grouping grouping)
{
    if (grouping == m_grouping) {
        return;
    }
    beginResetModel();
    m_grouping = grouping;
    rebuild();
    endResetModel();
}

BoardModel::Grouping BoardModel::grouping() const
{
    return m_grouping;
}

void BoardModel::setTimezone(const QTimeZone &zone)
{
    m_displayContext.zone = zone;
    updateAll();
}

void BoardModel::setSiteNames(const QHash<QString, QString> &names)
{
    if (names == m_displayContext.siteNames) {
        return;
    }
    beginResetModel();
    m_displayContext.siteNames = names;
    rebuild();
    endResetModel();
}

void BoardModel::rebuild()
{
    m_groups.clear();
    m_groupsByDesk.clear();
    m_displayContext.now = QDateTime::currentDateTimeUtc();
    m_displayContext.isConnected = !m_board || m_board->isConnected();
    if (m_grouping == Grouping::None) {
        m_groups.push_back(std::make_unique<Group>());
    }
    if (!m_board) {
        return;
    }
    for (const DeskName &desk : m_board->desks()) {
        Group *group = findGroup(desk);
        if (!group) {
            const auto [key, title] = groupKeyAndTitle(desk);
            m_groups.push_back(std::make_unique<Group>(Group{key, title, {}}));
            group = m_groups.back().get();
        }
        group->desks.append(desk);
        m_groupsByDesk.insert(desk, group);
    }
}

std::pair<QString, QString> BoardModel::groupKeyAndTitle(const DeskName &desk) const
{
    if (m_grouping == Grouping::Site) {
        return {desk.site, m_displayContext.siteNames.value(desk.site, desk.site)};
    }
    const BoardDesk *known = m_board ? m_board->desk(desk) : nullptr;
    if (m_grouping == Grouping::None || !known) {
        return {};
    }
    const QString names = BoardWording::instruments(*known);
    return {names, names.isEmpty() ? i18nc("@title:group workstations without an instrument", "No Instrument") : names};
}

BoardModel::Group *BoardModel::findGroup(const DeskName &desk)
{
    const QString key = groupKeyAndTitle(desk).first;
    const auto found = std::ranges::find(m_groups, key, [](const std::unique_ptr<Group> &group) {
        return group->key;
    });
    return found == m_groups.end() ? nullptr : found->get();
}

void BoardModel::addDesk(const DeskName &desk)
{
    if (m_groupsByDesk.contains(desk)) {
        return;
    }
    m_displayContext.now = QDateTime::currentDateTimeUtc();
    Group *group = findGroup(desk);
    if (!group) {
        const auto [key, title] = groupKeyAndTitle(desk);
        const int row = static_cast<int>(m_groups.size());
        beginInsertRows({}, row, row);
        m_groups.push_back(std::make_unique<Group>(Group{key, title, {}}));
        group = m_groups.back().get();
        endInsertRows();
    }
    const int row = static_cast<int>(group->desks.size());
    beginInsertRows(indexOf(group), row, row);
    group->desks.append(desk);
    m_groupsByDesk.insert(desk, group);
    endInsertRows();
}

void BoardModel::removeDesk(const DeskName &desk)
{
    Group *group = m_groupsByDesk.take(desk);
    if (!group) {
        return;
    }
    const int row = static_cast<int>(group->desks.indexOf(desk));
    beginRemoveRows(indexOf(group), row, row);
    group->desks.removeAt(row);
    endRemoveRows();
    if (group->desks.isEmpty() && m_grouping != Grouping::None) {
        const auto place = std::ranges::find(m_groups, group, &std::unique_ptr<Group>::get);
        const int at = static_cast<int>(place - m_groups.begin());
        beginRemoveRows({}, at, at);
        m_groups.erase(place);
        endRemoveRows();
    }
}

void BoardModel::updateDesks(const QList<DeskName> &desks)
{
    m_displayContext.now = QDateTime::currentDateTimeUtc();
    for (const DeskName &desk : desks) {
        Group *group = m_groupsByDesk.value(desk);
        if (!group) {
            continue;
        }
        if (m_grouping == Grouping::Instrument && groupKeyAndTitle(desk).first != group->key) {
            // The desk's instrument has changed: the row is removed and added again, so that it moves to another group.
            removeDesk(desk);
            addDesk(desk);
            continue;
        }
        const QModelIndex first = indexOf(desk);
        Q_EMIT dataChanged(first, first.siblingAtColumn(boardColumns - 1));
        if (m_grouping != Grouping::None) {
            Q_EMIT dataChanged(first.parent(), first.parent().siblingAtColumn(boardColumns - 1));
        }
    }
}

void BoardModel::updateAll()
{
    m_displayContext.now = QDateTime::currentDateTimeUtc();
    m_displayContext.isConnected = !m_board || m_board->isConnected();
    for (const std::unique_ptr<Group> &group : m_groups) {
        const QModelIndex parent = indexOf(group.get());
        if (const int rows = rowCount(parent); rows > 0 && (m_grouping == Grouping::None || parent.isValid())) {
            Q_EMIT dataChanged(index(0, 0, parent), index(rows - 1, boardColumns - 1, parent));
        }
    }
}

std::optional<DeskName> BoardModel::desk(const QModelIndex &index) const
{
    const Group *group = index.isValid() ? static_cast<const Group *>(index.internalPointer()) : nullptr;
    return group ? std::optional(group->desks.value(index.row())) : std::nullopt;
}

QModelIndex BoardModel::indexOf(const DeskName &desk) const
{
    Group *group = m_groupsByDesk.value(desk);
    return group ? createIndex(static_cast<int>(group->desks.indexOf(desk)), 0, group) : QModelIndex();
}

QModelIndex BoardModel::indexOf(const Group *group) const
{
    if (m_grouping == Grouping::None) {
        return {};
    }
    const auto place = std::ranges::find(m_groups, group, &std::unique_ptr<Group>::get);
    return place == m_groups.end() ? QModelIndex() : createIndex(static_cast<int>(place - m_groups.begin()), 0);
}

const BoardModel::Group *BoardModel::groupOf(const QModelIndex &parent) const
{
    if (!parent.isValid()) {
        return m_grouping == Grouping::None ? m_groups.front().get() : nullptr;
    }
    const bool isGroup = !parent.internalPointer() && parent.column() == 0;
    return isGroup && static_cast<std::size_t>(parent.row()) < m_groups.size() ? m_groups.at(static_cast<std::size_t>(parent.row())).get() : nullptr;
}

QModelIndex BoardModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    const Group *group = groupOf(parent);
    return createIndex(row, column, group);
}

QModelIndex BoardModel::parent(const QModelIndex &index) const
{
    const auto *group = index.isValid() ? static_cast<const Group *>(index.internalPointer()) : nullptr;
    return group ? indexOf(group) : QModelIndex();
}

int BoardModel::rowCount(const QModelIndex &parent) const
{
    if (const Group *group = groupOf(parent)) {
        return static_cast<int>(group->desks.size());
    }
    return parent.isValid() ? 0 : static_cast<int>(m_groups.size());
}

int BoardModel::columnCount(const QModelIndex &) const
{
    return boardColumns;
}

QVariant BoardModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const auto *group = static_cast<const Group *>(index.internalPointer());
    if (!group) {
        return groupData(*m_groups.at(static_cast<std::size_t>(index.row())), index.column(), role);
    }
    const BoardDesk *desk = m_board ? m_board->desk(group->desks.at(index.row())) : nullptr;
    if (!desk) {
        return {};
    }
    const auto column = static_cast<BoardColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return BoardCells::text(*desk, column, m_displayContext);
    case SecondLineRole:
        return BoardCells::secondLine(*desk, column, m_displayContext);
    case Qt::AccessibleTextRole:
        return BoardCells::accessibleText(*desk, column, m_displayContext);
    case Qt::ToolTipRole:
        return BoardCells::toolTip(*desk, column, m_displayContext);
    case SortRole:
        return BoardCells::sortValue(*desk, column);
    case SearchRole:
        return BoardCells::searchText(*desk, m_displayContext);
    case HealthRole:
        return static_cast<int>(desk->health);
    case FirstLineUnusualRole:
        return BoardCells::isFirstLineUnusual(*desk, column);
    case SecondLineUnusualRole:
        return BoardCells::isSecondLineUnusual(*desk, column);
    case DeskDataRevisionRole:
        return desk->revision;
    case NameRole:
        return desk->name.text();
    case CurveRole:
        return curveData(*desk, column);
    case MarksRole: {
        QList<int> marks;
        // Only for desks that did not sign off, because a desk that signed off has nothing open.
        if (column == BoardColumn::Displays && desk->state && desk->health != DeskHealth::Gone) {
            for (const BoardWire::DisplayReport &display : desk->state->displays) {
                marks.append(static_cast<int>(BoardWording::mark(display)));
            }
        }
        return QVariant::fromValue(marks);
    }
    default:
        return {};
    }
}

QVariant BoardModel::groupData(const Group &group, int column, int role) const
{
    DeskHealth worst = DeskHealth::Gone;
    for (const DeskName &name : group.desks) {
        if (const BoardDesk *desk = m_board ? m_board->desk(name) : nullptr) {
            worst = std::max(worst, desk->health);
        }
    }
    switch (role) {
    case HealthRole:
        return static_cast<int>(worst);
    case SortRole:
        return column == static_cast<int>(BoardColumn::Health) ? QVariant(static_cast<int>(worst)) : QVariant(group.title);
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        if (column == 0) {
            return i18ncp("@title:group a site or an instrument, and how many workstations",
                          "%2 (%1 workstation)",
                          "%2 (%1 workstations)",
                          static_cast<int>(group.desks.size()),
                          group.title);
        }
        return {};
    default:
        return {};
    }
}

QVariant BoardModel::curveData(const BoardDesk &desk, BoardColumn column) const
{
    const auto value = column == BoardColumn::RoundTrip ? &DeskPlotPoint::roundTripMs
        : column == BoardColumn::Throughput             ? &DeskPlotPoint::bytesInPerSecond
        : column == BoardColumn::ImageAge               ? &DeskPlotPoint::oldestImageAgeMs
                                                        : nullptr;
    if (!value) {
        return {};
    }
    QList<Sparkline::Point> curve;
    curve.reserve(static_cast<qsizetype>(desk.plotPoints.size()));
    const auto now = std::chrono::steady_clock::now();
    for (const DeskPlotPoint &point : desk.plotPoints) {
        curve.append({std::chrono::round<std::chrono::milliseconds>(now - point.at), point.*value});
    }
    return QVariant::fromValue(curve);
}

QVariant BoardModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= boardColumns) {
        return {};
    }
    const auto column = static_cast<BoardColumn>(section);
    switch (role) {
    case Qt::DisplayRole:
        return BoardColumns::title(column);
    case Qt::ToolTipRole:
        return BoardColumns::toolTip(column);
    case Qt::InitialSortOrderRole:
        // The first sort order of a column shows what users look for first: the worst, the latest, the largest.
        switch (column) {
        case BoardColumn::Desk:
        case BoardColumn::People:
        case BoardColumn::Instruments:
        case BoardColumn::Since:
        case BoardColumn::Versions:
            return Qt::AscendingOrder;
        default:
            return Qt::DescendingOrder;
        }
    default:
        return {};
    }
}
}
