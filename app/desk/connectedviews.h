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
class LinkStrip;
class OutputPane;
class Session;
class SessionList;
class VisualsView;

/// Shows the links and displays of what is connected in the main window, as they come and go: a strip for each link, a card
/// for each display, a program's output, a desktop's color map, and their questions. GUI thread. A child of Console.
class ConnectedViews : public QObject
{
    Q_OBJECT
public:
    /// All outlive this; @p console owns it. @p strips gets those of the links, from its top on.
    ConnectedViews(Console &console, SessionList *displays, OutputPane *output, VisualsView *visuals, QVBoxLayout *strips);

private:
    void add(Link *link);
    void add(Session *session);
    void remove(Link *link);
    void remove(Session *session);
    /// With more than one instrument connected, each strip says whose link it is.
    void nameStrips();

    Console &m_console;
    SessionList *const m_displays;
    OutputPane *const m_output;
    VisualsView *const m_visuals;
    QVBoxLayout *const m_place; ///< of the strips
    QHash<const Link *, LinkStrip *> m_strips;
};
}
