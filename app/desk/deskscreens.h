// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desk/screenmappingstore.h"
#include "widgets/screens/deskmonitors.h"
#include "widgets/screens/screenlabels.h"
#include "widgets/viewer/viewerlook.h"

#include <QObject>
#include <QPointer>

namespace Nightdesk
{
class Desk;
class DesktopLayoutStore;
class FacilityChoice;
class InstrumentPicker;
class ScreensDialog;
class ViewerWindows;

/// Connects everything about screens and monitors: the stored assignment of screens to monitors, the viewer windows,
/// the drawing of screens, the dialog and the labels on the monitors. GUI thread. A child of the main window.
class DeskScreensController : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object. @p window is the dialog's parent.
    DeskScreensController(FacilityChoice *choice, Desk *desk, ViewerWindows *viewerWindows, InstrumentPicker *picker, QWidget *window);

    /// Shows the viewer windows of the desk, after its first profile was connected. They also show what is connected later at the same site.
    void showViewerWindows(const ViewerLook &look = {});
    void openDialog();
    void identifyScreens();
    /// The window title, with instruments, site and account; titleChanged() is emitted when it changes.
    QString title() const;
    QString shownSiteId() const; ///< the site whose screens the viewer windows show

Q_SIGNALS:
    void titleChanged(const QString &title);

private:
    void updateTitle();
    void showMonitorDrawing();
    void handleMonitorsChanged();
    void saveMapping(const ScreenMapping &chosen);
    /// The profiles whose displays are on the site's screens: the connected profiles, else the one selected in the list.
    QList<InstrumentProfile> profiles() const;
    ScreenMap effectiveMap() const;

    FacilityChoice *m_facilityChoice;
    Desk *m_desk;
    ViewerWindows *m_viewerWindows;
    InstrumentPicker *m_instrumentPicker;
    QWidget *m_parentWindow;
    ScreenMappingStore m_mappingStore;
    DesktopLayoutStore *m_layoutStore;
    DeskMonitorWatcher m_deskMonitorWatcher;
    ScreenLabels m_screenLabels;
    QPointer<ScreensDialog> m_screensDialog;
    QString m_dialogSiteId; ///< the site whose screens the open dialog assigns
    QString m_shownSiteId; ///< the site whose screens the viewer windows show
};
}
