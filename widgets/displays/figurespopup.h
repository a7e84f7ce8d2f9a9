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

/// Where the round-trip time of a link and of a desktop on it goes: each layer now, least, median and 95 % of the last 5 minutes. The line
/// that is clicked says from which counters it comes and with which error. Escape closes it. GUI thread; both may go first. Owned by LinkStrip or StageStrip.
class FiguresPopup : public QFrame
{
    Q_OBJECT
public:
    /// @p desktop may be null: then only what the link itself tells.
    FiguresPopup(Link *link, DesktopSession *desktop, QWidget *parent);

    /// Above or below @p place, on its monitor.
    void popUp(const QWidget *place);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void refresh();
    void explain();

    const QPointer<Link> m_link;
    const QPointer<DesktopSession> m_desktop;
    QList<RoundTripLayer> m_layers;
    QTreeWidget *m_table;
    QLabel *m_tcp; ///< variance and what was sent again
    QLabel *m_source;
};
}
