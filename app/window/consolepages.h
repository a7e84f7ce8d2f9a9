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
class Mistakes;
class OutputPane;
class ProfileActions;
class ResumeOffer;
class Session;
class SessionList;
class VisualsView;
class WelcomePage;

/// What the main window shows, from top to bottom: the message bar, what is offered and asked, the pages (instruments, displays,
/// output, visuals, configuration problems), and a strip for each link. The main window owns it. GUI thread.
class ConsolePages : public QWidget
{
    Q_OBJECT
public:
    /// @p console outlives the use of this; its message bar and questions get their places here.
    explicit ConsolePages(Console &console);

    // Of this widget, and never null.
    QTabWidget *tabs() const;
    InstrumentPicker *picker() const;
    WelcomePage *welcome() const; ///< in the picker's place until a facility is read
    SessionList *displays() const;
    OutputPane *output() const;
    VisualsView *visuals() const;
    Mistakes *mistakes() const;
    ResumeOffer *offerPage() const;
    QVBoxLayout *strips() const;

    void addBar(QWidget *bar); ///< above the pages, below those that are there
    /// One for each page, and those of the pages themselves.
    void addActions(KActionCollection *actions);
    void setFacility(const Facility &facility, const QString &site);
    /// There is no facility at all.
    void showWelcome();
    /// Without a connection there are neither displays nor output.
    void setConnected(bool isConnected);

public Q_SLOTS:
    void showPicker();
    void showDisplays();

Q_SIGNALS:
    void raiseRequested(Nightdesk::Session *session);

private:
    QTabWidget *m_tabs;
    QStackedWidget *m_instruments; ///< the picker, or the welcome page
    InstrumentPicker *m_picker;
    WelcomePage *m_welcome;
    SessionList *m_displays;
    OutputPane *m_output;
    VisualsView *m_visuals;
    ResumeOffer *m_offer;
    QVBoxLayout *m_bars;
    QVBoxLayout *m_strips;
    Mistakes *m_mistakes;
    ProfileActions *m_profiles;
};
}
