// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/viewer/viewerlook.h"

#include <QColor>

#include <optional>

namespace Nightdesk
{
class DesktopSession;
class RemoteView;

/// The user's choices for each desktop of one viewer window: scaling and color. What the user did not choose follows the available room and the profile. The
/// viewer window owns it. GUI thread.
class DesktopAppearances
{
public:
    /// To be called when a desktop is added: gives its @p view the scaling, zoom and color that @p look has for it.
    void restore(const DesktopSession *session, RemoteView *view, const ViewerLook &look);
    void remove(const DesktopSession *session); ///< the desktop leaves this viewer window; ViewerLook keeps the choices
    void clear();
    void saveTo(ViewerLook &look) const; ///< writes the chosen scalings and colors, but not the zooms
    void saveZoomTo(const DesktopSession *session, const RemoteView *view, ViewerLook &look) const;

    QColor color(const DesktopSession *session) const; ///< invalid: no color
    /// An empty optional stands for the profile's color, an empty text for no color.
    void setColor(const DesktopSession *session, const std::optional<QString> &color);
    void setScaling(const DesktopSession *session, ViewGeometry::Scaling scaling);
    /// Unless the user chose a scaling: unscaled if the image fits, else reduced.
    void applyAutomaticScaling(RemoteView *view) const;

private:
    QHash<QString, ViewGeometry::Scaling> m_scalingOfDesktop; ///< the scaling that the user chose, by the desktop's key
    QHash<QString, QString> m_colorOfDesktop; ///< the color that the user chose, by the desktop's key; an empty text: no color
};
}
