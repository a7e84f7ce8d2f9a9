// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/serverwatch.h"

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

/// A read-only table of what this workstation's X server can show, next to the X server of a desktop that is chosen above it: fact by
/// fact, differences marked, each with what it means. All visuals of both are below theirs. Under the table are the live color maps of
/// connected 8-bit desktops. GUI thread. Owned by the page that ConsolePages puts it on.
class VisualsView : public QWidget
{
    Q_OBJECT
public:
    explicit VisualsView(QWidget *parent = nullptr);

    /// Keeps the choice if it is still there.
    void setServers(const XServerFacts &here, const QList<ServerWatch::Remote> &remotes);
    void setScreens(const ScreenFacts &screens);
    void addSession(const Session *session); ///< what is no desktop is left out
    void removeSession(const Session *session); ///< while it is still there

private:
    void fill();
    const ServerWatch::Remote *chosen() const;
    void arrangePalettes();
    QTreeWidgetItem *addRow(const QString &name, const QString &here, const QString &there, const QString &meaning);
    void addVisuals(QTreeWidgetItem *row, int screen, const XServerFacts *there);

    XServerFacts m_here;
    QList<ServerWatch::Remote> m_remotes;
    ScreenFacts m_screens;
    QLabel *m_summary;
    QLabel *m_otherLabel;
    QComboBox *m_other;
    QTreeWidget *m_table;
    QSplitter *m_parts; ///< the table, and below it the color maps
    QScrollArea *m_maps; ///< shown while a palette is known
    QVBoxLayout *m_mapColumn;
    QList<PaletteView *> m_palettes; ///< of all desktops
};
}
