// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/serverwatch.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace Nightdesk
{
/// A read-only table of what this workstation's X server can show, next to the X server of a desktop that is chosen above it: fact by
/// fact, differences marked, each with what it means. All visuals of both are below theirs. GUI thread.
class VisualsView : public QWidget
{
    Q_OBJECT
public:
    explicit VisualsView(QWidget *parent = nullptr);

    /// Keeps the choice if it is still there.
    void setServers(const XServerFacts &here, const QList<ServerWatch::Remote> &remotes);

private:
    void fill();
    const ServerWatch::Remote *chosen() const;
    void addVisuals(QTreeWidgetItem *row, int screen, const XServerFacts *there);

    XServerFacts m_here;
    QList<ServerWatch::Remote> m_remotes;
    QLabel *m_summary;
    QLabel *m_otherLabel;
    QComboBox *m_other;
    QTreeWidget *m_table;
};
}
