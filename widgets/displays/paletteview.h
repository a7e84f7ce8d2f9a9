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

/// The live color map of an 8-bit desktop: its cells, how often they change, and the changes of the last minute. Hidden
/// while the desktop has no color map. Everything is also available as text, for screen readers and copying. GUI
/// thread. Owned by VisualsView.
class PaletteView : public QWidget
{
    Q_OBJECT
public:
    explicit PaletteView(const DesktopSession *session);

    const DesktopSession *session() const; ///< the desktop's session; null: the session was deleted
    /// The text that is copied: one line for each cell, and the known changes.
    QString text() const;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void updateFromSession();
    void refresh();
    void describeCell();

    QPointer<const DesktopSession> m_session;
    PaletteGrid *m_paletteGrid;
    QLabel *m_summaryLabel;
    Sparkline *m_colorChangesCurve;
    QLabel *m_cellLabel;
    QTimer m_refreshTimer; ///< updates, while visible, the figures of the last second
};
}
