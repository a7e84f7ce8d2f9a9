// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class KXmlGuiWindow;
class QAction;

namespace Nightdesk
{
class SupportDesk;

/// What the Help menu has beside KDE's own entries: who is on duty now, and the rooms of the facility. Its Handbook (F1) opens the pages
/// of docs/ in the browser, where they are installed (Debian: nightdesk-doc); else there is no entry. GUI thread. A child of the main window.
class HelpMenu : public QObject
{
    Q_OBJECT
public:
    /// After @p window's setupGUI(). @p support outlives it.
    HelpMenu(KXmlGuiWindow *window, SupportDesk *support);

    QList<QAction *> entries() const;

private:
    void takeHandbook();
    void rebuild();
    QAction *add(const QString &icon, const QString &text);

    KXmlGuiWindow *m_window;
    SupportDesk *m_support;
    QList<QAction *> m_entries;
};
}
