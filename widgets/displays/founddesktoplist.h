// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/discovery.h"

#include <QFrame>
#include <QPointer>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace Nightdesk
{
/// The desktops that run now on the remote host of a connection and that no display of the list shows. Each has a
/// button that opens the desktop. If the search failed, shows the error. GUI thread; if the link is destroyed first,
/// this must be deleted. Owned by SessionList.
class FoundDesktopList : public QFrame
{
    Q_OBJECT
public:
    explicit FoundDesktopList(Discovery *discovery);

    Link *link() const;
    /// @p known: desktops that displays of the list already show.
    void setDesktopsWithDisplay(const QList<DesktopAddress> &known);
    void setScreens(const QStringList &names);

Q_SIGNALS:
    /// The user wants to reconnect the closed link, which possibly no display uses.
    void reconnectRequested(Nightdesk::Link *link);
    /// @p screen: a screen of the site; empty: the site offers no choice.
    void openRequested(Nightdesk::Link *link, const Nightdesk::FoundDesktop &desktop, const QString &screen);

private:
    void refresh();
    void refreshOrReconnect();
    QList<FoundDesktop> offeredDesktops() const;
    void addRow(const FoundDesktop &desktop);

    const QPointer<Discovery> m_discovery;
    QList<DesktopAddress> m_desktopsWithDisplay;
    QStringList m_screenNames;
    QLabel *m_summaryLabel;
    QPushButton *m_refreshButton;
    QVBoxLayout *m_rowLayout;
    QLabel *m_problemLabel;
    QList<FoundDesktop> m_rowDesktops; ///< the desktops that now have a row
};
}
