// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QMessageBox;
class QWidget;

namespace Nightdesk
{
class ConnectFlow;
class Desk;
class FacilityChoice;
class NightClock;

/// Ends the night: at noon by itself, which forgets what was told for the night and cuts nothing; or because somebody says so,
/// which disconnects as well. GUI thread. A child of the main window.
class EndOfNight : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive this. @p window is the question's parent.
    EndOfNight(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, NightClock *clock, QWidget *window);

    /// Asks once, then ends it.
    void askToEnd();
    void end();

Q_SIGNALS:
    void ending(); ///< by a person: from here on nothing of the night is to be connected again
    void ended(); ///< by a person; nothing is connected any more

private:
    void forget();

    Desk *m_desk;
    FacilityChoice *m_choice;
    ConnectFlow *m_flow;
    QWidget *m_window;
    QPointer<QMessageBox> m_question;
};
}
