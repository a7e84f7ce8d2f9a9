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
/// Rings at a board for each desk that calls, with sound, again and again until an SA has heard it. Without a bus, or without anybody who
/// shows notifications, it beeps. GUI thread. Owned by BoardConversation.
class BoardBell : public QObject
{
    Q_OBJECT
public:
    /// @p pause between two rings.
    explicit BoardBell(QObject *parent = nullptr, std::chrono::milliseconds pause = std::chrono::seconds(20));
    ~BoardBell() override;

    /// As the board knows it now; one that is not ringing any more falls silent.
    void setCall(const DeskName &desk, const BoardWire::Call &call);
    void forget(const DeskName &desk);
    void clear(); ///< the board is another
    bool isRinging() const;

Q_SIGNALS:
    void rang(const Nightdesk::DeskName &desk); ///< just now
    void acknowledged(const Nightdesk::DeskName &desk, const QString &call); ///< by the notification's button
    void deskRequested(const Nightdesk::DeskName &desk); ///< the notification was clicked

private:
    struct Ringing {
        BoardWire::Call call;
        QPointer<KNotification> shown;
    };
    void ring(const DeskName &desk);

    QMap<DeskName, Ringing> m_ringing;
    QTimer m_again;
};
}
