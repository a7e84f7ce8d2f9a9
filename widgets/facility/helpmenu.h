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

/// KDE's Help menu with additional entries: who is on duty now, and the facility's meeting rooms. Handbook (F1) opens docs/ in the browser.
/// GUI thread. A child of the main window.
class HelpMenu : public QObject
{
    Q_OBJECT
public:
    /// Create this after setupGUI() of @p window. @p support outlives this object.
    HelpMenu(KXmlGuiWindow *window, SupportDesk *support);

    QList<QAction *> entries() const;

Q_SIGNALS:
    void handbookFailed(const QString &text); ///< @p text: why no page opened, and what to do; translated

private:
    void replaceHandbookAction();
    void openHandbook();
    void rebuild();
    QAction *addAction(const QString &icon, const QString &text);

    KXmlGuiWindow *m_window;
    SupportDesk *m_supportDesk;
    QList<QAction *> m_entries;
};
}
