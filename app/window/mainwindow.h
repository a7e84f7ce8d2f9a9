// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KXmlGuiWindow>

#include <QDate>

namespace Nightdesk
{
class Console;
class ConsoleFeatures;
class ConsolePages;
class Session;

/// The main window: the pages of a console, and the menu of its features. Owns and shows the console, and raises itself
/// or a display. Has no logic for links or displays. GUI thread. Owned by main().
class MainWindow : public KXmlGuiWindow
{
    Q_OBJECT
public:
    /// @p facility: a directory; empty: that of the settings, else the system's. @p site: an id; empty: that of the settings.
    MainWindow(const QString &facility, const QString &site);
    ~MainWindow() override;

    /// Connects the profile as soon as the facility is read; shows a message if there is no such profile.
    void connectWhenFacilityIsRead(const QString &profileId);
    void showInfo(const QString &text); ///< @p text is translated
    ConsoleFeatures *features() const; ///< owned by this window's console

Q_SIGNALS:
    void nightDetermined(const QDate &night); ///< the present night at the facility

protected:
    bool queryClose() override;

private:
    void showNewConnection(bool isInPreviousLayout);
    void applyConnectedState(bool connected);
    void raiseConsole();
    void showDisplay(Session *session);

    Console *const m_console;
    ConsolePages *const m_pages;
    ConsoleFeatures *m_features;
};
}
