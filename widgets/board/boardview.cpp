// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardview.h"

#include "widgets/board/boarddelegate.h"
#include "widgets/board/boardmodel.h"
#include "widgets/board/boardsortmodel.h"

#include <KLocalizedString>

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

BoardView::BoardView(BoardModel *model, QWidget *parent)
    : QTreeView(parent)
    , m_boardModel(model)
    , m_sortModel(new BoardSortModel(this))
{
    setAccessibleName(i18nc("@info accessible name", "Workstations of all sites"));
    m_sortModel->setSourceModel(model);
    setModel(m_sortModel);
    setItemDelegate(new BoardDelegate(this));
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setAllColumnsShowFocus(true);
    setRootIsDecorated(false);
    setIndentation(0);
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // columns without room are hidden; their values are on the desk's page
    setVerticalScrollMode(ScrollPerPixel);
    setMouseTracking(true); // tracks the pointer, so that rows do not move while it moves over them
    setSortingEnabled(true);
    header()->setSortIndicatorClearable(true);
    header()->setSortIndicator(static_cast<int>(BoardColumn::Health), Qt::DescendingOrder);
    header()->setSectionResizeMode(QHeaderView::Fixed);
    header()->setSectionsMovable(false);
    header()->setStretchLastSection(false);
    header()->setMinimumSectionSize(0);
    connect(this, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (const auto desk = m_boardModel->desk(m_sortModel->mapToSource(index))) {
            Q_EMIT openRequested(*desk);
        } else {
            setExpanded(index, !isExpanded(index));
        }
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, m_sortModel, &BoardSortModel::noteUserActivity);
    // Groups are expanded at first; the user may collapse them.
    connect(m_sortModel, &QAbstractItemModel::modelReset, this, &QTreeView::expandAll);
    connect(m_sortModel, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &parent, int first, int last) {
        for (int row = first; row <= last && !parent.isValid(); ++row) {
            expand(m_sortModel->index(row, 0));
        }
        if (parent.isValid() && m_sortModel->rowCount(parent) == last - first + 1) {
            expand(parent);
        }
        if (!currentIndex().isValid()) {
            // Selects a row, so that Tab reaches a row that a screen reader can read.
            setCurrentIndex(m_sortModel->index(0, 0));
        }
    });
}

BoardSortModel *BoardView::sortModel() const
{
    return m_sortModel;
}

std::optional<DeskName> BoardView::currentDesk() const
{
    return m_boardModel->desk(m_sortModel->mapToSource(currentIndex()));
}

void BoardView::setCurrentDesk(const DeskName &desk)
{
    setCurrentIndex(m_sortModel->mapFromSource(m_boardModel->indexOf(desk)));
}

QPoint BoardView::menuPosition(const QModelIndex &index) const
{
    const QRect row = visualRect(index.siblingAtColumn(static_cast<int>(BoardColumn::Displays)));
    return viewport()->mapToGlobal(row.isValid() ? row.bottomLeft() : QPoint());
}

void BoardView::drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QTreeView::drawRow(painter, option, index);
    if (index.parent().isValid() || m_boardModel->grouping() == BoardModel::Grouping::None) {
        return;
    }
    const bool isSelected = selectionModel()->isSelected(index);
    QFont bold = font();
    bold.setBold(true);
    painter->save();
    painter->setFont(bold);
    painter->setPen(palette().color(isSelected ? QPalette::HighlightedText : QPalette::Text));
    const QRect row = option.rect.adjusted(6, 0, -6, 0);
    const QString title = (isExpanded(index) ? u"▾  "_s : u"▸  "_s) + index.siblingAtColumn(0).data().toString();
    painter->drawText(row, Qt::AlignLeading | Qt::AlignVCenter, QFontMetrics(bold).elidedText(title, Qt::ElideRight, row.width()));
    painter->restore();
}

void BoardView::keyPressEvent(QKeyEvent *event)
{
    m_sortModel->noteUserActivity();
    const bool isPlain = !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    if (isPlain && event->text() == "/"_L1) {
        Q_EMIT filterFocusRequested();
        return;
    }
    if (event->key() == Qt::Key_L && event->modifiers() == Qt::NoModifier) {
        if (const auto desk = currentDesk()) {
            Q_EMIT viewDisplayMenuRequested(*desk, menuPosition(currentIndex()));
        }
        return;
    }
    QTreeView::keyPressEvent(event);
}

bool BoardView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove || event->type() == QEvent::Wheel) {
        m_sortModel->noteUserActivity();
    }
    return QTreeView::viewportEvent(event);
}

void BoardView::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = isKey ? currentIndex() : indexAt(viewport()->mapFromGlobal(event->globalPos()));
    if (const auto desk = m_boardModel->desk(m_sortModel->mapToSource(index))) {
        Q_EMIT menuRequested(*desk, isKey ? menuPosition(index) : event->globalPos());
    }
}

void BoardView::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange) {
        m_fittedWidth = -1;
        fitColumns();
        viewport()->update();
    }
}

void BoardView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    fitColumns();
}

void BoardView::updateGeometries()
{
    QTreeView::updateGeometries();
    fitColumns(); // fits the columns again, because the vertical scroll bar may have been shown or hidden
}

void BoardView::fitColumns()
{
    const int width = viewport()->width();
    if (width == std::exchange(m_fittedWidth, width) || width < 100) {
        return;
    }
    const QList<int> widths = BoardColumns::widths(width, fontMetrics());
    for (int column = 0; column < boardColumns; ++column) {
        header()->setSectionHidden(column, widths.at(column) == 0);
        if (widths.at(column) > 0) {
            header()->resizeSection(column, widths.at(column));
        }
    }
}
}
