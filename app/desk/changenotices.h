// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDateTime>
#include <QHash>
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

/// Says what was changed while instruments are connected, for each of them: it counts from its next Connect on, what is connected
/// stays as it is. GUI thread. Owned by ConsoleNight.
class ChangeNotices : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive this.
    ChangeNotices(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, DeskScreens *screens, MessageBar *message, QObject *parent);

    void siteChosen();

private:
    /// One that is connected.
    struct Known {
        QString directory; ///< whose profile it is, and with which account
        QString account;
        std::optional<InstrumentProfile> told; ///< the form that was spoken of last
        QDateTime reportedAt; ///< UTC
    };
    void profileConnected(const QString &profileId);
    void profileDisconnected(const QString &profileId);
    void accountChanged(const QString &profileId, const QString &account);
    void facilityRead(const Facility &facility);
    void compare(const InstrumentProfile &connected, const Facility &facility);
    void offerReconnect(const QString &profileId);
    void offerNext();
    void connectAgain(const QString &profileId);
    void askFirst(const QString &profileId, int programs);

    Desk *m_desk;
    FacilityChoice *m_choice;
    ConnectFlow *m_flow;
    DeskScreens *m_screens;
    MessageBar *m_message;
    QHash<QString, Known> m_known; ///< by profile
    QStringList m_waiting; ///< profiles whose message another one's took the place of
    QPointer<QMessageBox> m_question;
    QString m_asked; ///< the profile that it is about
};
}
