// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/xservermonitor.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QScrollArea;
class QSplitter;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace Nightdesk
{
class PaletteView;
class Session;

/// A read-only table that compares this workstation's X server with a desktop's X server, which is chosen above the
/// table. Each row has one fact, marked if it differs, and its meaning. All visuals of both servers are listed below.
/// Under the table are the live color maps of connected 8-bit desktops. GUI thread. Owned by the page that ConsolePages
/// puts it on.
class VisualsView : public QWidget
{
    Q_OBJECT
public:
    VisualsView();

    /// Sets the servers to compare. Keeps the chosen server if it is still listed.
    void setServers(const XServerFacts &here, const QList<XServerMonitor::RemoteServer> &remotes);
    void setScreens(const ScreenFacts &screens);
    void addSession(const Session *session); ///< @p session: ignored if it is not a desktop
    void removeSession(const Session *session); ///< to be called before the session is deleted

private:
    void fillTable();
    const XServerMonitor::RemoteServer *chosenServer() const;
    void arrangePalettes();
    QTreeWidgetItem *addRow(const QString &name, const QString &here, const QString &there, const QString &meaning);
    void addVisuals(QTreeWidgetItem *row, int screen, const XServerFacts *there);

    XServerFacts m_localServer;
    QList<XServerMonitor::RemoteServer> m_remoteServers;
    ScreenFacts m_screenFacts;
    QLabel *m_summaryLabel;
    QLabel *m_serverLabel;
    QComboBox *m_serverBox;
    QTreeWidget *m_comparisonTable;
    QSplitter *m_splitter; ///< contains the table and, below it, the color maps
    QScrollArea *m_paletteArea; ///< the color maps; shown while a palette is known
    QVBoxLayout *m_paletteColumn;
    QList<PaletteView *> m_palettes; ///< one per desktop
};
}
