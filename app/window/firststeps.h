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

/// What a person can do where no facility is set up: open one, make one, look at one desktop, or try the demo, which connects
/// itself. A child of the console. GUI thread.
class FirstSteps : public QObject
{
    Q_OBJECT
public:
    /// Both outlive the use of this. The action facility_open is there.
    FirstSteps(Console &console, WelcomePage *page);
    ~FirstSteps() override;

    /// `nightdesk demo`, and the page's button. Nothing happens while one is there.
    void tryDemo();

Q_SIGNALS:
    void demoFailed(); ///< the message bar says why

private:
    void askForDesktop();
    void askForNew();
    void connectDemo(const Nightdesk::Facility &facility);

    Console &m_console;
    WelcomePage *const m_page;
    std::unique_ptr<DemoFacility> m_demo;
    bool m_isConnected = false; ///< the demo was asked for
};
}
