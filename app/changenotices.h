// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDateTime>
#include <QObject>
#include <QPointer>

#include <optional>

class QMessageBox;

namespace Nightdesk
{
class ConnectFlow;
class Desk;
class DeskScreens;
class FacilityChoice;
class MessageBar;

/// Says what was changed while an instrument is connected: it counts from the next Connect on, what is connected stays as it
/// is. GUI thread.
class ChangeNotices : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive this.
    ChangeNotices(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, DeskScreens *screens, MessageBar *message, QObject *parent);

    void siteChosen();

private:
    void accountChanged(const QString &account);
    void facilityRead(const Facility &facility);
    void offer();
    void connectAgain();
    void askFirst(int programs);

    Desk *m_desk;
    FacilityChoice *m_choice;
    ConnectFlow *m_flow;
    DeskScreens *m_screens;
    MessageBar *m_message;
    QString m_directory; ///< whose profile is connected, with which account
    QString m_account;
    std::optional<InstrumentProfile> m_told; ///< the form that was spoken of last
    QDateTime m_toldAt; ///< UTC
    QPointer<QMessageBox> m_question;
};
}
