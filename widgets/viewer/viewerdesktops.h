// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewprefs.h"
#include "widgets/viewer/desktoplooks.h"

#include <QList>
#include <QObject>
#include <QStringList>

#include <optional>

namespace Nightdesk
{
class DesktopFrame;
class DesktopSession;
class NightIndicators;
class RemoteView;
class ViewerToolbar;
class TileArea;

/// The desktops of one viewer window: each has a frame with its view in the tiles, a button in the toolbar, and the look that the user chose. The toolbar
/// knows which one is current. Owned by the viewer window, as are tiles and toolbar, which must outlive this. GUI thread.
class ViewerDesktops : public QObject
{
    Q_OBJECT
public:
    ViewerDesktops(TileArea *tiles, ViewerToolbar *toolbar, QObject *parent);

    /// Frames of desktops that are already shown are kept unchanged. @p look: the arrangement from which added desktops get theirs.
    void replaceDesktops(const QList<DesktopSession *> &desktops, const ViewerLook &look);
    QList<DesktopSession *> allDesktops() const; ///< the desktops in the order passed to replaceDesktops()
    RemoteView *viewOf(const DesktopSession *session) const; ///< null: not on this viewer window

    DesktopSession *currentDesktop() const; ///< the desktop that has or last had the focus; null: there is none
    void setCurrent(DesktopSession *session); ///< makes this desktop current; null: none
    DesktopSession *neighborDesktop(int step) const; ///< the desktop after (1) or before (-1) the current one; null: there is no other

    void saveLookTo(ViewerLook &look) const; ///< writes the arrangement of these desktops; tabbedScreens is not changed
    void resetLook(); ///< discards all arrangements of the user
    void setTabbed(bool tabbed);
    /// An empty optional stands for the profile's color, an empty text for no color.
    void setColor(DesktopSession *session, const std::optional<QString> &color);
    /// The available room changed: scales desktops again, except those that the user scaled.
    void applyAutomaticScalings();

    // These settings apply to all views, including those of desktops added later.
    void setPrefs(const ViewPrefs &prefs);
    void setIndicators(NightIndicators *indicators); ///< call this once; @p indicators must outlive this object
    /// The title lines of the tiles, in coordinates of @p in; none if there is only one desktop.
    QList<QRect> titleRects(const QWidget *in) const;
    void hideMagnifiers();

Q_SIGNALS:
    void titleRectsChanged(); ///< titleRects() may have changed
    void frameAdded(Nightdesk::DesktopFrame *frame); ///< a frame was added; emitted before it is visible
    void currentDesktopChanged(); ///< another desktop is current, or the current desktop has another label
    void arrangementChanged(); ///< saveLookTo() may give another result

private:
    struct Tile {
        DesktopSession *session;
        DesktopFrame *frame;
    };
    DesktopFrame *makeFrame(DesktopSession *session, const ViewerLook &look);
    DesktopFrame *frameOf(const DesktopSession *session) const;
    QStringList desktopSessionKeys() const;
    void updateFrames();

    TileArea *const m_tileArea;
    ViewerToolbar *const m_toolbar;
    QList<Tile> m_tiles;
    DesktopAppearances m_desktopAppearances;
    ViewPrefs m_viewPrefs;
    NightIndicators *m_nightIndicators = nullptr; ///< not owned; must outlive this object
};
}
