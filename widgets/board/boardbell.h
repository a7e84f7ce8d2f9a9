// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QMap>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>

class KNotification;

namespace Nightdesk
{
/// Rings at a status board for each desk that calls, by a notification with sound, repeated until a support astronomer (SA) acknowledges the call.
/// Beeps too: a session may have no D-Bus or notification server. GUI thread. Owned by BoardConversation.
class BoardBell : public QObject
{
    Q_OBJECT
public:
    /// @p pause: time between two rings.
    explicit BoardBell(QObject *parent = nullptr, std::chrono::milliseconds pause = std::chrono::seconds(20));
    ~BoardBell() override;

    /// Sets the present state of the desk's call: starts to ring, or stops if the call is no longer ringing.
    void setCall(const DeskName &desk, const BoardWire::Call &call);
    void forgetCall(const DeskName &desk);
    void stopAllRinging(); ///< all calls stop ringing; call this when the board is replaced
    bool isRinging() const;

Q_SIGNALS:
    void bellRang(const Nightdesk::DeskName &desk); ///< the bell sounded for this desk
    void acknowledgeRequested(const Nightdesk::DeskName &desk, const QString &call); ///< the notification's button was clicked
    void openDeskRequested(const Nightdesk::DeskName &desk); ///< the notification was clicked

private:
    struct RingingCall {
        BoardWire::Call call;
        QPointer<KNotification> notification;
    };
    void ring(const DeskName &desk);

    QMap<DeskName, RingingCall> m_ringingCalls;
    QTimer m_repeatRingTimer;
};
}
