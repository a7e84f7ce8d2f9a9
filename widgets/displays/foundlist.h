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
/// The desktops that run tonight at the far end of a link and that no display of the list shows, each with a button that opens
/// it, and what the answer was where it was none. GUI thread; the link may go before it (then delete it). Owned by SessionList.
class FoundList : public QFrame
{
    Q_OBJECT
public:
    explicit FoundList(Discovery *discovery, QWidget *parent = nullptr);

    Link *link() const;
    /// What is shown already, found or not.
    void setKnown(const QList<DesktopAddress> &known);
    void setScreens(const QStringList &names);

Q_SIGNALS:
    void connectRequested(Nightdesk::Link *link); ///< it is closed, and nobody else may want it
    /// @p screen: one of the site's; empty: it has none to choose from.
    void openRequested(Nightdesk::Link *link, const Nightdesk::FoundDesktop &desktop, const QString &screen);

private:
    void refresh();
    void again();
    QList<FoundDesktop> offered() const;
    void addRow(const FoundDesktop &desktop);

    const QPointer<Discovery> m_discovery;
    QList<DesktopAddress> m_known;
    QStringList m_screens;
    QLabel *m_summary;
    QPushButton *m_again;
    QVBoxLayout *m_rows;
    QLabel *m_trouble;
    QList<FoundDesktop> m_shown; ///< a row each
};
}
