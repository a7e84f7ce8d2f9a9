// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

namespace Nightdesk
{
class Console;
class DemoFacility;
class WelcomePage;
struct Facility;

/// The actions that are possible without a facility: open one, create one, view a single desktop, or try the demo,
/// which is connected automatically. A child of the console. GUI thread.
class FirstSteps : public QObject
{
    Q_OBJECT
public:
    /// Both arguments must exist while this is used. The action facility_open must already exist.
    FirstSteps(Console &console, WelcomePage *page);
    ~FirstSteps() override;

    /// Starts the demo, for `nightdesk demo` and the page's button. Does nothing if it is already running.
    void tryDemo();

private:
    void askForDesktop();
    void askForNewFacility();
    void connectDemo(const Nightdesk::Facility &facility);

    Console &m_console;
    WelcomePage *const m_welcomePage;
    std::unique_ptr<DemoFacility> m_demo;
    bool m_isDemoRequested = false; ///< the connection of the demo was requested
};
}
