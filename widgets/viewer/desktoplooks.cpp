// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/desktoplooks.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/view/remoteview.h"

namespace Nightdesk
{
void DesktopAppearances::restore(const DesktopSession *session, RemoteView *view, const ViewerLook &look)
{
    const QString key = session->key();
    if (const auto chosen = look.desktopScalings.constFind(key); chosen != look.desktopScalings.constEnd()) {
        m_scalingOfDesktop.insert(key, *chosen);
        if (*chosen == RemoteView::Scaling::Zoomed) {
            view->setZoom(look.desktopZooms.value(key, 1));
        } else {
            view->setScaling(*chosen);
        }
    }
    if (const auto chosen = look.desktopColors.constFind(key); chosen != look.desktopColors.constEnd()) {
        m_colorOfDesktop.insert(key, *chosen);
    }
}

void DesktopAppearances::remove(const DesktopSession *session)
{
    m_scalingOfDesktop.remove(session->key());
    m_colorOfDesktop.remove(session->key());
}

void DesktopAppearances::clear()
{
    m_scalingOfDesktop.clear();
    m_colorOfDesktop.clear();
}

void DesktopAppearances::saveTo(ViewerLook &look) const
{
    look.desktopScalings.insert(m_scalingOfDesktop);
    look.desktopColors.insert(m_colorOfDesktop);
}

void DesktopAppearances::saveZoomTo(const DesktopSession *session, const RemoteView *view, ViewerLook &look) const
{
    const QString key = session->key();
    look.desktopZooms.remove(key);
    if (m_scalingOfDesktop.value(key) == RemoteView::Scaling::Zoomed) {
        look.desktopZooms.insert(key, view->zoom());
    }
}

QColor DesktopAppearances::color(const DesktopSession *session) const
{
    const auto chosen = m_colorOfDesktop.constFind(session->key());
    return QColor(chosen == m_colorOfDesktop.constEnd() ? session->spec().color : *chosen);
}

void DesktopAppearances::setColor(const DesktopSession *session, const std::optional<QString> &color)
{
    if (color) {
        m_colorOfDesktop.insert(session->key(), *color);
    } else {
        m_colorOfDesktop.remove(session->key());
    }
}

void DesktopAppearances::setScaling(const DesktopSession *session, ViewGeometry::Scaling scaling)
{
    m_scalingOfDesktop.insert(session->key(), scaling);
}

void DesktopAppearances::applyAutomaticScaling(RemoteView *view) const
{
    const DesktopSession *session = view->session();
    if (!session || session->picture().image.isNull() || m_scalingOfDesktop.contains(session->key())) {
        return;
    }
    // Scaling makes values hard to read: only images that are too large are scaled.
    const QSize room = view->size() * view->devicePixelRatioF();
    const QSize picture = session->picture().image.size();
    const bool fits = picture.width() <= room.width() && picture.height() <= room.height();
    view->setScaling(fits ? RemoteView::Scaling::OneToOne : RemoteView::Scaling::Fit);
}
}
