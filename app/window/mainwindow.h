// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <KXmlGuiWindow>

#include <QPointer>

#include <memory>

class QTabWidget;
class QVBoxLayout;

namespace Nightdesk
{
class BoardTab;
class ConsoleAside;
class ConnectFlow;
class ConnectedViews;
class ConsoleBoard;
class ConsoleBus;
class ConsoleDiagnostics;
class ConsoleNight;
class Desk;
class DeskScreens;
class FacilityChoice;
class InstrumentPicker;
class LinkOpener;
class LocalX;
class MessageBar;
class NightWatch;
class Mistakes;
class OutputPane;
class PeopleDialog;
class Questions;
class ResumeOffer;
class ServerWatch;
class Session;
class SessionList;
class SiteAction;
class Stages;
class SupportDesk;
class VisualsView;
class WalletKeeper;
class XTrafficWatch;

/// The window an observer starts from: instruments, displays, output, visuals, and below them what the links do. It joins
/// the desk with its views and decides nothing about links or displays. GUI thread.
class MainWindow : public KXmlGuiWindow
{
    Q_OBJECT
public:
    /// @p facility: a directory; empty: as set, else the system's. @p site: an id; empty: as set.
    MainWindow(const QString &facility, const QString &site);
    ~MainWindow() override;

    /// Connects this profile as soon as the facility is read; a profile that is not there is said in the window.
    void connectWhenRead(const QString &profileId);
    /// Looks whether a console of this night ended without a word, and offers what it had connected. @p resume: connects it
    /// without being clicked; if there is nothing, the window says so.
    void begin(bool resume);
    void inform(const QString &text); ///< translated
    /// One that came from outside: asks first.
    void openLink(const QString &link);
    /// The console is about to be ended from outside (a logout, a shutdown): what is connected can be resumed.
    void leave();

Q_SIGNALS:
    void nightTold(const QDate &night); ///< which night it is at the facility

protected:
    bool queryClose() override;

private:
    void buildPages();
    void buildActions();
    void facilityRead(const Facility &facility);
    void showConnecting(bool isArranged);
    void showConnected(bool connected);
    void raiseConsole();
    void showDisplay(Session *session);
    void showPeople();
    void showServers();
    void showFits();
    void answerQuestion();
    QString stateJson() const;

    std::unique_ptr<LocalX> m_localX;
    std::unique_ptr<Desk> m_desk;
    FacilityChoice *m_choice;
    ServerWatch *m_servers;
    Stages *m_stages;
    Questions *m_questions;
    WalletKeeper *m_wallet;
    ConnectFlow *m_flow;
    ConsoleBus *m_bus;
    SupportDesk *m_support;
    XTrafficWatch *m_traffic;
    LinkOpener *m_links = nullptr;
    ConsoleNight *m_night = nullptr;
    NightWatch *m_watch = nullptr;
    ConsoleBoard *m_deskBoard = nullptr;
    ConsoleDiagnostics *m_diagnostics = nullptr;
    ResumeOffer *m_offer = nullptr;
    QPointer<PeopleDialog> m_people;
    MessageBar *m_message = nullptr;
    DeskScreens *m_screens = nullptr;
    QTabWidget *m_pages = nullptr;
    InstrumentPicker *m_picker = nullptr;
    SessionList *m_sessionList = nullptr;
    OutputPane *m_output = nullptr;
    VisualsView *m_visuals = nullptr;
    Mistakes *m_mistakes = nullptr;
    BoardTab *m_board = nullptr;
    ConsoleAside *m_aside = nullptr;
    QVBoxLayout *m_bars = nullptr; ///< above the pages
    QVBoxLayout *m_stripColumn = nullptr;
    ConnectedViews *m_views = nullptr;
    SiteAction *m_siteAction = nullptr;
    bool m_hasRead = false;
};
}
