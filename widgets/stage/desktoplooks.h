// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/stagelook.h"

#include <QColor>

#include <optional>

namespace Nightdesk
{
class DesktopSession;
class RemoteView;

/// How a person chose to see each desktop of one stage: its scaling and its color. What nobody chose follows the room there is and the
/// profile. The stage owns it. GUI thread.
class DesktopLooks
{
public:
    /// A desktop comes with its @p view: as it was before.
    void restore(const DesktopSession *session, RemoteView *view, const StageLook &look);
    void remove(const DesktopSession *session); ///< it goes; others keep what was chosen
    void clear();
    void keep(StageLook &look) const; ///< what was chosen, but for zooms
    void keepZoom(const DesktopSession *session, const RemoteView *view, StageLook &look) const;

    QColor colour(const DesktopSession *session) const; ///< not valid: none
    /// Empty: as the profile says; an empty text: none.
    void setColour(const DesktopSession *session, const std::optional<QString> &colour);
    void setScaling(const DesktopSession *session, ViewGeometry::Scaling scaling);
    /// Unless a person chose one: exact pixels where they fit.
    void chooseScaling(RemoteView *view) const;

private:
    QHash<QString, ViewGeometry::Scaling> m_scalings; ///< by the desktop's key
    QHash<QString, QString> m_colours; ///< by the desktop's key; empty: none
};
}
