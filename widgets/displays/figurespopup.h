// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/roundtriplayers.h"

#include <QFrame>
#include <QPointer>

class QLabel;
class QTreeWidget;

namespace Nightdesk
{
class DesktopSession;
class Link;

/// The parts of the round-trip time of a connection and of a desktop on it: each layer's value now, and the minimum,
/// median and 95th percentile of the last 5 minutes. For the selected row, shows the counters from which it is
/// computed, and the error. Escape closes the popup. GUI thread; link and desktop may be destroyed first. Owned by
/// LinkStatusPanel or ViewerToolbar.
class FiguresPopup : public QFrame
{
    Q_OBJECT
public:
    /// @p desktop: the desktop whose figures are shown, too; null: only the figures of the link are shown.
    FiguresPopup(Link *link, DesktopSession *desktop, QWidget *parent);

    /// Opens above or below @p widget, on the same monitor.
    void popUpNextTo(const QWidget *widget);

private:
    void refresh();
    void showSourceOfCurrentFigure();

    const QPointer<Link> m_link;
    const QPointer<DesktopSession> m_desktopSession;
    QList<RoundTripLayer> m_roundTripLayers;
    QTreeWidget *m_figuresTable;
    QLabel *m_tcpLabel; ///< variance of the round trip and retransmits, as TCP reports them
    QLabel *m_figureSourceLabel;
};
}
