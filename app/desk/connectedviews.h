// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>

class QVBoxLayout;

namespace Nightdesk
{
class Console;
class Link;
class LinkStatusPanel;
class OutputPane;
class Session;
class SessionList;
class VisualsView;

/// Shows links and displays of connected profiles in the main window, while they exist: a strip for each link, a card for each display, a program's
/// output, a desktop's color map, and their questions. GUI thread. A child of Console.
class ConnectedProfileViews : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object; @p console owns this. The strips of links are inserted at the top of @p strips.
    ConnectedProfileViews(Console &console, SessionList *displays, OutputPane *output, VisualsView *visuals, QVBoxLayout *strips);

private:
    void add(Link *link);
    void add(Session *session);
    void remove(Link *link);
    void remove(Session *session);
    /// If several instruments are connected, each strip shows the instruments that use its link.
    void showStripInstruments();

    Console &m_console;
    SessionList *const m_sessionList;
    OutputPane *const m_outputPane;
    VisualsView *const m_visualsView;
    QVBoxLayout *const m_linkStripLayout; ///< the layout that contains the strips of links
    QHash<const Link *, LinkStatusPanel *> m_linkStrips;
};
}
