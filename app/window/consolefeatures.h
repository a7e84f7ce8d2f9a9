// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDate>
#include <QObject>
#include <QPointer>

class KXmlGuiWindow;
class QAction;
class QKeySequence;

namespace Nightdesk
{
class BoardTab;
class Console;
class ConsoleAside;
class ConsoleBoard;
class ConsoleBus;
class ConsoleDiagnostics;
class ConsoleNight;
class ConsolePages;
class ConsoleVisuals;
class DeskScreens;
class FirstSteps;
class Keychain;
class LinkOpener;
class NightWatch;
class PeopleDialog;
class Session;
class XTrafficWatch;

/// Makes the features of a console, each with what it needs, and joins those that need each other. Decides nothing by itself. The
/// console owns it, and the features. GUI thread.
class ConsoleFeatures : public QObject
{
    Q_OBJECT
public:
    /// All outlive this. Before the setupGUI() of @p window, which shows the actions that are made here.
    ConsoleFeatures(Console &console, ConsolePages &pages, KXmlGuiWindow *window);

    /// Reads the facility and the X server. Once, when all that listens is joined.
    void start();
    /// Looks whether a console of this night ended silently, and offers what it had connected. @p resume: connects it
    /// without being clicked; if there is nothing, the window says so.
    void begin(bool resume);
    void tryDemo(); ///< starts a small observatory on this computer, and connects it
    void openLink(const QString &link); ///< one that came from outside: asks first
    /// The console is about to be ended from outside (a logout, a shutdown): what is connected can be resumed.
    void leave();
    /// Disconnects everything and says goodbye; runs the event loop for as long as that takes, 4 s at most. The last call.
    void end();

public Q_SLOTS:
    /// Gives the keyboard to the question that waits.
    void answerQuestion();

Q_SIGNALS:
    void consoleRequested(); ///< something in the main window wants a person
    void displayRequested(Nightdesk::Session *session);
    void connected(bool isArranged); ///< an instrument came; true: as it was before
    void nightReported(const QDate &night); ///< which night it is at the facility
    void placeReported(const QString &title); ///< for the window's title

private:
    void buildSessionActions();
    void buildSettingsActions();
    QAction *add(const QString &name, const QString &icon, const QString &text, const QKeySequence &key = {});
    void joinNight();
    void joinQuestions();
    void facilityRead(const Facility &facility);
    void showPeople();
    QString stateJson() const;

    Console &m_console;
    ConsolePages &m_pages;
    ConsoleVisuals *m_visuals;
    Keychain *m_keychain;
    ConsoleBus *m_bus;
    XTrafficWatch *m_traffic;
    DeskScreens *m_screens;
    ConsoleNight *m_night;
    NightWatch *m_watch;
    ConsoleBoard *m_deskBoard;
    ConsoleDiagnostics *m_diagnostics = nullptr;
    BoardTab *m_board = nullptr;
    FirstSteps *m_firstSteps = nullptr;
    LinkOpener *m_links = nullptr;
    ConsoleAside *m_aside = nullptr;
    QPointer<PeopleDialog> m_people;
    bool m_hasRead = false; ///< a facility
};
}
