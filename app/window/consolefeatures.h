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
class ConsoleMinimizer;
class ConsoleBoard;
class ConsoleBus;
class ConsoleDiagnostics;
class ConsoleNight;
class ConsolePages;
class ConsoleVisuals;
class DeskScreensController;
class FirstSteps;
class Keychain;
class ExternalLinkOpener;
class NightServices;
class SupportContactsDialog;
class Session;
class XTrafficWatch;

/// Creates the features of a console and connects them with each other. Contains no logic of its own. Owned by the console, as are the features. GUI
/// thread.
class ConsoleFeatures : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object. Create this before setupGUI() of @p window, which shows the actions created here.
    ConsoleFeatures(Console &console, ConsolePages &pages, KXmlGuiWindow *window);

    /// Starts to read the facility and the X server. Call once, after all receivers are connected.
    void start();
    /// Looks for a console of this night that ended unexpectedly, and offers to resume its layout. @p atOnce: resumes
    /// without a click, or reports that there is nothing to resume.
    void offerToResume(bool atOnce);
    void tryDemo(); ///< starts a small demonstration observatory on this computer, and connects to it
    void openExternalUrl(const QString &url); ///< opens a vnc: or nightdesk: URL, after asking the user
    /// Call when a logout or a shutdown ends the console: what is connected can be resumed later.
    void prepareForLogout();
    /// Disconnects everything and reports that to the broker; runs an event loop meanwhile, 4 s at most. Must be the last call.
    void disconnectAndSignOff();

public Q_SLOTS:
    /// Moves the keyboard focus to the open question.
    void focusOpenQuestion();

Q_SIGNALS:
    void consoleRequested(); ///< the main window needs the user's attention
    void showDisplayRequested(Nightdesk::Session *session);
    void instrumentConnected(bool isInPreviousLayout); ///< an instrument was connected; @p isInPreviousLayout: in its previous layout
    void nightDetermined(const QDate &night); ///< the present night at the facility
    void titleChanged(const QString &title); ///< @p title: the text for the window's title

private:
    void buildSessionActions();
    void buildSettingsActions();
    QAction *addAction(const QString &name, const QString &icon, const QString &text, const QKeySequence &key = {});
    void connectNightSignals();
    void connectQuestionSignals();
    void handleFacilityRead(const Facility &facility);
    void openPeopleDialog();
    QString stateJson() const;

    Console &m_console;
    ConsolePages &m_pages;
    ConsoleVisuals *m_consoleVisuals;
    Keychain *m_keychain;
    ConsoleBus *m_consoleBus;
    XTrafficWatch *m_trafficWatch;
    DeskScreensController *m_deskScreensController;
    ConsoleNight *m_consoleNight;
    NightServices *m_nightServices;
    ConsoleBoard *m_consoleBoard;
    ConsoleDiagnostics *m_consoleDiagnostics = nullptr;
    BoardTab *m_boardTab = nullptr;
    FirstSteps *m_firstSteps = nullptr;
    ExternalLinkOpener *m_linkOpener = nullptr;
    ConsoleMinimizer *m_minimizer = nullptr;
    QPointer<SupportContactsDialog> m_supportPeopleDialog;
    bool m_hasReadFacility = false; ///< true: a facility has been read
};
}
