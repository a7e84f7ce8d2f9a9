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

/// The window an observer starts from: the pages of a console, and the menu of its features. Owns the console, shows it and brings
/// itself or a display to the front; decides nothing about links or displays. GUI thread. Owned by main().
class MainWindow : public KXmlGuiWindow
{
    Q_OBJECT
public:
    /// @p facility: a directory; empty: as set, else the system's. @p site: an id; empty: as set.
    MainWindow(const QString &facility, const QString &site);
    ~MainWindow() override;

    /// Connects this profile as soon as the facility is read; a profile that is not there is said in the window.
    void connectWhenRead(const QString &profileId);
    /// Looks whether a console of this night ended silently, and offers what it had connected. @p resume: connects it
    /// without being clicked; if there is nothing, the window says so.
    void begin(bool resume);
    void showInfo(const QString &text); ///< translated
    /// One that came from outside: asks first.
    void openLink(const QString &link);
    /// `nightdesk demo`.
    void tryDemo();
    /// The console is about to be ended from outside (a logout, a shutdown): what is connected can be resumed.
    void leave();

Q_SIGNALS:
    void nightReported(const QDate &night); ///< which night it is at the facility

protected:
    bool queryClose() override;

private:
    void showConnecting(bool isArranged);
    void showConnected(bool connected);
    void raiseConsole();
    void showDisplay(Session *session);

    Console *const m_console;
    ConsolePages *const m_pages;
    ConsoleFeatures *m_features;
};
}
