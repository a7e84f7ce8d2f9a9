// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace Nightdesk
{
class PaletteGrid;
class Sparkline;

/// The live color map of an 8-bit desktop: its cells, how often they change, and the last minute; hidden while the desktop has none.
/// All of it is there as text too, to be read aloud and copied. GUI thread. Owned by VisualsView.
class PaletteView : public QWidget
{
    Q_OBJECT
public:
    explicit PaletteView(const DesktopSession *session, QWidget *parent = nullptr);

    const DesktopSession *session() const; ///< null: it has gone
    /// What is copied: a line for each cell, and what is known of the changes.
    QString text() const;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void follow();
    void refresh();
    void describeCell();

    QPointer<const DesktopSession> m_session;
    PaletteGrid *m_grid;
    QLabel *m_summary;
    Sparkline *m_history;
    QLabel *m_cell;
    QTimer m_clock; ///< while it is seen: the figures are of the last second
};
}
