// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QWidget>

class KActionCollection;
class QStackedWidget;
class QTabWidget;
class QVBoxLayout;

namespace Nightdesk
{
class Console;
class InstrumentPicker;
class ConfigurationProblems;
class OutputPane;
class ProfileActions;
class ResumeOffer;
class Session;
class SessionList;
class VisualsView;
class WelcomePage;

/// The contents of the main window, from top to bottom: the message bar, bars with offers and questions, the pages (instruments, displays, output,
/// visuals, configuration problems), and a strip for each link. Owned by the main window. GUI thread.
class ConsolePages : public QWidget
{
    Q_OBJECT
public:
    /// @p console must exist while this is used; its message bar and questions are placed here.
    explicit ConsolePages(Console &console);

    // The following widgets are owned by this widget; the functions never return null.
    QTabWidget *tabs() const;
    InstrumentPicker *instrumentPicker() const;
    WelcomePage *welcomePage() const; ///< shown instead of the picker until a facility is read
    SessionList *sessionList() const;
    OutputPane *outputPane() const;
    VisualsView *visualsView() const;
    ResumeOffer *resumeOffer() const;
    QVBoxLayout *linkStripLayout() const;

    void addBar(QWidget *bar); ///< @p bar is placed above the pages, below the bars that were added before
    /// Adds actions that show the pages, and the actions that belong to what a page shows.
    void addActions(KActionCollection *actions);
    void setFacility(const Facility &facility, const QString &site);
    /// Call if there is no facility.
    void showWelcome();
    /// Without a connection, the pages for displays and output are disabled.
    void setConnected(bool isConnected);

public Q_SLOTS:
    void showPicker();
    void showDisplays();

Q_SIGNALS:
    void raiseRequested(Nightdesk::Session *session);

private:
    QTabWidget *m_tabs;
    QStackedWidget *m_instrumentStack; ///< shows the picker or the welcome page
    InstrumentPicker *m_instrumentPicker;
    WelcomePage *m_welcomePage;
    SessionList *m_sessionList;
    OutputPane *m_outputPane;
    VisualsView *m_visualsView;
    ResumeOffer *m_resumeOffer;
    QVBoxLayout *m_barLayout;
    QVBoxLayout *m_linkStripLayout;
    ConfigurationProblems *m_configurationProblems;
    ProfileActions *m_profileActions;
};
}
