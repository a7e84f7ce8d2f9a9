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

/// Ends the night. At noon, this happens automatically: secrets entered for the night are forgotten, and connections
/// stay. If the user ends the night, everything is also disconnected. GUI thread. A child of the main window.
class EndOfNight : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object. @p window is the question's parent.
    EndOfNight(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, NightClock *clock, QWidget *window);

    /// Asks the user, then ends the night.
    void askToEndNight();
    void endNight();

Q_SIGNALS:
    void nightEnding(); ///< the user ends the night: from now on, nothing of this night may be resumed
    void nightEnded(); ///< the user ended the night; nothing is connected any more

private:
    void forgetSecretsAndApprovals();

    Desk *m_desk;
    FacilityChoice *m_facilityChoice;
    ConnectFlow *m_connectFlow;
    QWidget *m_parentWindow;
    QPointer<QMessageBox> m_questionBox;
};
}
