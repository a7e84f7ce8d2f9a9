// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>

class QVBoxLayout;

namespace Nightdesk
{
class Desk;
class Link;
class LinkStrip;
class OutputPane;
class Questions;
class Session;
class SessionList;
class SupportDesk;

/// Shows the links and displays of what is connected in the main window, as they come and go: a strip for each link, a card
/// for each display, a program's output, and their questions. GUI thread.
class ConnectedViews : public QObject
{
    Q_OBJECT
public:
    /// What shows them; all outlive this.
    struct Views {
        QVBoxLayout *strips;
        SessionList *displays;
        OutputPane *output;
        Questions *questions;
        SupportDesk *support;
    };
    ConnectedViews(Desk *desk, const Views &views, QObject *parent);

private:
    void add(Link *link);
    void add(Session *session);
    void remove(Link *link);
    void remove(Session *session);
    /// With more than one instrument connected, each strip says whose link it is.
    void nameStrips();

    Desk *m_desk;
    const Views m_views;
    QHash<const Link *, LinkStrip *> m_strips;
};
}
