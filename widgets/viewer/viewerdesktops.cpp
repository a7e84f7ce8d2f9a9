// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewerdesktops.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/viewkeyboard.h"
#include "widgets/viewer/desktopframe.h"
#include "widgets/viewer/tilearea.h"
#include "widgets/viewer/viewertoolbar.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
ViewerDesktops::ViewerDesktops(TileArea *tiles, ViewerToolbar *toolbar, QObject *parent)
    : QObject(parent)
    , m_tileArea(tiles)
    , m_toolbar(toolbar)
{
    connect(m_tileArea, &TileArea::arrangementChanged, this, &ViewerDesktops::arrangementChanged);
}

QList<DesktopSession *> ViewerDesktops::allDesktops() const
{
    QList<DesktopSession *> sessions;
    for (const Tile &tile : m_tiles) {
        sessions.append(tile.session);
    }
    return sessions;
}

QStringList ViewerDesktops::desktopSessionKeys() const
{
    QStringList desktopSessionKeys;
    for (const Tile &tile : m_tiles) {
        desktopSessionKeys.append(tile.session->key());
    }
    return desktopSessionKeys;
}

void ViewerDesktops::saveLookTo(ViewerLook &look) const
{
    m_desktopAppearances.saveTo(look);
    for (const Tile &tile : m_tiles) {
        m_desktopAppearances.saveZoomTo(tile.session, tile.frame->view(), look);
    }
    if (m_tileArea->isArrangedByUser()) {
        look.tileSizesByDesktopKeys.insert(desktopSessionKeys(), m_tileArea->tileSizes());
    } else {
        look.tileSizesByDesktopKeys.remove(desktopSessionKeys());
    }
}

void ViewerDesktops::resetLook()
{
    m_desktopAppearances.clear();
    m_tileArea->setTabbed(false);
    m_tileArea->equalizeTiles();
    updateFrames();
    for (const Tile &tile : std::as_const(m_tiles)) {
        tile.frame->view()->setScaling(RemoteView::Scaling::OneToOne);
        m_desktopAppearances.applyAutomaticScaling(tile.frame->view());
    }
}

DesktopFrame *ViewerDesktops::makeFrame(DesktopSession *session, const ViewerLook &look)
{
    auto *frame = new DesktopFrame(session);
    RemoteView *view = frame->view();
    view->keyboard()->setSettings(m_viewPrefs.input);
    view->setPrefs(m_viewPrefs);
    Q_EMIT frameAdded(frame);
    connect(view, &RemoteView::focusReceived, this, [this, session] {
        setCurrent(session);
    });
    connect(view, &RemoteView::zoomedByUser, this, [this, view] {
        if (view->session()) {
            m_desktopAppearances.setScaling(view->session(), view->scaling());
            Q_EMIT arrangementChanged();
        }
    });
    connect(session, &Session::labelChanged, view, [this] {
        Q_EMIT currentDesktopChanged();
    });
    connect(session, &DesktopSession::pictureChanged, view, [this, view] {
        m_desktopAppearances.applyAutomaticScaling(view);
    });
    connect(view, &RemoteView::resized, this, [this, view] {
        m_desktopAppearances.applyAutomaticScaling(view); // an image that was too large may fit now
        Q_EMIT titleRectsChanged();
    });
    if (m_nightIndicators) {
        frame->setIndicators(m_nightIndicators);
    }
    m_desktopAppearances.restore(session, view, look);
    return frame;
}

void ViewerDesktops::replaceDesktops(const QList<DesktopSession *> &desktops, const ViewerLook &look)
{
    QList<Tile> tiles;
    QList<QWidget *> frames;
    for (DesktopSession *session : desktops) {
        DesktopFrame *frame = frameOf(session);
        if (!frame) {
            frame = makeFrame(session, look);
        }
        tiles.append({session, frame});
        frames.append(frame);
    }
    const QList<Tile> before = std::exchange(m_tiles, tiles);
    m_tileArea->setTiles(frames);
    for (const Tile &tile : before) {
        if (!desktops.contains(tile.session)) {
            m_desktopAppearances.remove(tile.session); // ViewerWindows keeps these choices
            delete tile.frame;
        }
    }
    m_tileArea->restoreTileSizes(look.tileSizesByDesktopKeys.value(desktopSessionKeys()));
    const DesktopSession *current = m_toolbar->currentDesktop();
    m_toolbar->setDesktops(desktops);
    if (m_toolbar->currentDesktop() != current) {
        setCurrent(m_toolbar->currentDesktop());
    }
    updateFrames();
    applyAutomaticScalings();
}

DesktopSession *ViewerDesktops::currentDesktop() const
{
    return m_toolbar->currentDesktop();
}

void ViewerDesktops::setCurrent(DesktopSession *session)
{
    m_toolbar->setCurrent(session);
    if (DesktopFrame *frame = frameOf(session)) {
        m_tileArea->setCurrent(frame);
    }
    Q_EMIT currentDesktopChanged();
}

DesktopSession *ViewerDesktops::neighborDesktop(int step) const
{
    const qsizetype count = m_tiles.size();
    const qsizetype at = allDesktops().indexOf(currentDesktop());
    return count > 1 ? m_tiles.at((at + step + count) % count).session : nullptr;
}

/// Updates borders, titles and focus frames for the current desktops.
void ViewerDesktops::updateFrames()
{
    const bool areSeveral = m_tiles.size() > 1 && !m_tileArea->isTabbed();
    m_toolbar->setTabbed(m_tileArea->isTabbed());
    for (const Tile &tile : std::as_const(m_tiles)) {
        const QColor color = m_desktopAppearances.color(tile.session);
        tile.frame->setColor(color);
        tile.frame->setTitleShown(areSeveral);
        tile.frame->view()->setFocusFrameShown(areSeveral);
        m_toolbar->setColor(tile.session, color);
    }
}

void ViewerDesktops::setTabbed(bool tabbed)
{
    m_tileArea->setTabbed(tabbed);
    updateFrames();
    Q_EMIT arrangementChanged();
}

void ViewerDesktops::setColor(DesktopSession *session, const std::optional<QString> &color)
{
    if (!frameOf(session)) {
        return;
    }
    m_desktopAppearances.setColor(session, color);
    updateFrames();
    Q_EMIT arrangementChanged();
}

void ViewerDesktops::applyAutomaticScalings()
{
    for (const Tile &tile : std::as_const(m_tiles)) {
        m_desktopAppearances.applyAutomaticScaling(tile.frame->view());
    }
}

void ViewerDesktops::setPrefs(const ViewPrefs &prefs)
{
    m_viewPrefs = prefs;
    for (const Tile &tile : std::as_const(m_tiles)) {
        tile.frame->view()->setPrefs(prefs);
        tile.frame->view()->keyboard()->setSettings(prefs.input);
    }
}

void ViewerDesktops::setIndicators(NightIndicators *indicators)
{
    m_nightIndicators = indicators;
    for (const Tile &tile : std::as_const(m_tiles)) {
        tile.frame->setIndicators(indicators);
    }
}

QList<QRect> ViewerDesktops::titleRects(const QWidget *in) const
{
    QList<QRect> titleRects;
    for (const Tile &tile : m_tiles) {
        if (const QRect line = tile.frame->titleRect(); !line.isEmpty() && tile.frame->isVisibleTo(in)) {
            titleRects.append(QRect(tile.frame->mapTo(in, line.topLeft()), line.size()));
        }
    }
    return titleRects;
}

void ViewerDesktops::hideMagnifiers()
{
    for (const Tile &tile : std::as_const(m_tiles)) {
        tile.frame->view()->setMagnifierShown(false);
    }
}

DesktopFrame *ViewerDesktops::frameOf(const DesktopSession *session) const
{
    const auto found = std::ranges::find(m_tiles, session, &Tile::session);
    return found == m_tiles.end() ? nullptr : found->frame;
}

RemoteView *ViewerDesktops::viewOf(const DesktopSession *session) const
{
    const DesktopFrame *frame = frameOf(session);
    return frame ? frame->view() : nullptr;
}
}
