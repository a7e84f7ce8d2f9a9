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
class DeskScreensController;
class FacilityChoice;
class MessageBar;

/// Shows a message if the profile of a connected instrument is changed: the change takes effect at the next Connect, and the present connection stays
/// as it is. GUI thread. Owned by ConsoleNight.
class ProfileChangeNotices : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object.
    ProfileChangeNotices(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, DeskScreensController *screens, MessageBar *message, QObject *parent);

    void reportSiteChange();

private:
    /// The facts about a connected profile.
    struct ConnectedProfileFacts {
        QString directory; ///< directory of the facility from which the profile was connected
        QString account; ///< account with which the profile was connected
        std::optional<InstrumentProfile> lastReportedVersion; ///< the changed version that the last message was about
        QDateTime lastReportedAt; ///< when the last message was shown, UTC
    };
    void handleProfileConnected(const QString &profileId);
    void handleProfileDisconnected(const QString &profileId);
    void handleAccountChanged(const QString &profileId, const QString &account);
    void handleFacilityRead(const Facility &facility);
    void reportChanges(const InstrumentProfile &connected, const Facility &facility);
    void offerReconnect(const QString &profileId);
    void offerNextReconnect();
    void offerNextReconnectIfFree();
    void reconnect(const QString &profileId);
    void askBeforeReconnect(const QString &profileId, int programs);

    Desk *m_desk;
    FacilityChoice *m_facilityChoice;
    ConnectFlow *m_connectFlow;
    DeskScreensController *m_deskScreensController;
    MessageBar *m_messageBar;
    QHash<QString, ConnectedProfileFacts> m_connectedProfiles; ///< by profile id
    QStringList m_postponedProfileIds; ///< profiles whose messages wait until the bar is free again
    QPointer<QMessageBox> m_questionBox;
    QString m_questionProfileId; ///< id of the profile that m_questionBox is about
};
}
