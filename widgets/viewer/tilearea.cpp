// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/tilearea.h"

#include <QApplication>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace Nightdesk
{
TileArea::TileArea()
    : m_rowsSplitter(new QSplitter(Qt::Vertical))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_rowsSplitter);
    m_rowsSplitter->setChildrenCollapsible(false);
    connect(m_rowsSplitter, &QSplitter::splitterMoved, this, &TileArea::handleSplitMoved);
}

void TileArea::handleSplitMoved()
{
    m_isArrangedByUser = true;
    Q_EMIT arrangementChanged();
}

QSplitter *TileArea::splitterOfRow(int index)
{
    while (m_rowsSplitter->count() <= index) {
        auto *splitterOfRow = new QSplitter(Qt::Horizontal);
        splitterOfRow->setChildrenCollapsible(false);
        connect(splitterOfRow, &QSplitter::splitterMoved, this, &TileArea::handleSplitMoved);
        m_rowsSplitter->addWidget(splitterOfRow);
    }
    return qobject_cast<QSplitter *>(m_rowsSplitter->widget(index));
}

void TileArea::setTiles(const QList<QWidget *> &tiles)
{
    for (QWidget *tile : std::as_const(m_tiles)) {
        if (!tiles.contains(tile)) {
            tile->hide();
            tile->setParent(nullptr);
        }
    }
    m_tiles = tiles;
    m_savedTileSizes.clear();
    if (!tiles.contains(m_currentTile)) {
        m_currentTile = tiles.value(0);
    }
    // A tile that changes its row is hidden for a moment and loses the keyboard: the focus is restored below.
    QWidget *const focused = isAncestorOf(QApplication::focusWidget()) ? QApplication::focusWidget() : nullptr;
    const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(static_cast<double>(tiles.size())))));
    int rows = 0;
    for (int i = 0; i < tiles.size(); ++i) {
        QSplitter *const in = splitterOfRow(i / columns);
        rows = i / columns + 1;
        if (in->widget(i % columns) != tiles.at(i)) {
            in->insertWidget(i % columns, tiles.at(i));
        }
    }
    while (m_rowsSplitter->count() > rows) {
        delete m_rowsSplitter->widget(m_rowsSplitter->count() - 1);
    }
    updateTileVisibility();
    equalizeTiles();
    if (focused && focused->isVisibleTo(this) && !focused->hasFocus()) {
        focused->setFocus(Qt::OtherFocusReason);
    }
}

void TileArea::setTabbed(bool tabbed)
{
    if (tabbed == m_isTabbed) {
        return;
    }
    const bool isOwn = isArrangedByUser();
    if (tabbed) {
        m_savedTileSizes = tileSizes(); // hidden tiles lose their sizes
    }
    m_isTabbed = tabbed;
    updateTileVisibility();
    if (!tabbed) {
        restoreTileSizes(std::exchange(m_savedTileSizes, {}));
    }
    m_isArrangedByUser = isOwn;
}

void TileArea::setCurrent(QWidget *tile)
{
    m_currentTile = tile;
    updateTileVisibility();
}

void TileArea::updateTileVisibility()
{
    if (m_isTabbed && m_currentTile) {
        m_currentTile->show(); // shown before the other tile is hidden, so that the keyboard focus never leaves the tiles
        m_currentTile->parentWidget()->show();
    }
    for (QWidget *tile : std::as_const(m_tiles)) {
        tile->setVisible(!m_isTabbed || tile == m_currentTile);
    }
    for (int i = 0; i < m_rowsSplitter->count(); ++i) {
        m_rowsSplitter->widget(i)->setVisible(!m_isTabbed || (m_currentTile && m_currentTile->parentWidget() == m_rowsSplitter->widget(i)));
    }
}

QList<QSplitter *> TileArea::splitters() const
{
    QList<QSplitter *> all{m_rowsSplitter};
    for (int i = 0; i < m_rowsSplitter->count(); ++i) {
        all.append(qobject_cast<QSplitter *>(m_rowsSplitter->widget(i)));
    }
    return all;
}

QList<QList<int>> TileArea::tileSizes() const
{
    if (m_isTabbed && !m_savedTileSizes.isEmpty()) {
        return m_savedTileSizes;
    }
    QList<QList<int>> splits;
    for (const QSplitter *splitter : splitters()) {
        const QList<int> sizes = splitter->sizes();
        splits.append(sizes.contains(0) ? QList<int>() : sizes);
    }
    return splits;
}

bool TileArea::isArrangedByUser() const
{
    if (m_isArrangedByUser || m_isTabbed) {
        return m_isArrangedByUser;
    }
    return std::ranges::any_of(splitters(), [](const QSplitter *splitter) {
        const QList<int> sizes = splitter->sizes();
        return !sizes.isEmpty() && std::ranges::max(sizes) - std::ranges::min(sizes) > 2; // differences of up to 2 pixels come from rounding
    });
}

void TileArea::restoreTileSizes(const QList<QList<int>> &splits)
{
    m_isArrangedByUser = m_isArrangedByUser || !splits.isEmpty();
    if (m_isTabbed) {
        m_savedTileSizes = splits;
        return;
    }
    const QList<QSplitter *> all = splitters();
    for (qsizetype i = 0; i < std::min(splits.size(), all.size()); ++i) {
        if (splits[i].size() == all[i]->count()) {
            all[i]->setSizes(splits[i]);
        }
    }
}

void TileArea::equalizeTiles()
{
    m_isArrangedByUser = false;
    const QList<QSplitter *> all = splitters();
    for (QSplitter *splitter : all) {
        for (int i = 0; i < splitter->count(); ++i) {
            splitter->setStretchFactor(i, 1);
        }
        const int side = splitter->orientation() == Qt::Horizontal ? width() : height();
        splitter->setSizes(QList<int>(splitter->count(), std::max(1, side / std::max(1, splitter->count()))));
    }
}
}
