// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/night/bellmute.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace Nightdesk
{
class Desk;
class NightIndicators;
class Session;

/// The bells of a desk's remote desktops: plays a sound, unless muted, and shows which desktop rang. GUI thread. Owned by NightServices or OneDesktopWindow.
class NightBell : public QObject
{
    Q_OBJECT
public:
    /// @p desk and @p indicators outlive this object. @p sound plays the sound and does not block; empty: the system's beep.
    NightBell(Desk *desk, NightIndicators *indicators, std::function<void()> sound = {}, QObject *parent = nullptr);

    void setTimezone(const QString &timezone); ///< the facility's time zone: "mute until noon" means noon there
    void mute(BellMute::MuteLength length);
    void unmute();
    void restoreMute(const QDateTime &until);
    /// When the muting ends, UTC; invalid: the bell is not muted.
    QDateTime mutedUntil() const;

Q_SIGNALS:
    void muteChanged();

private:
    void watchSession(Session *session);
    void unmuteWhenDue();
    void showMuteState();

    NightIndicators *const m_indicators;
    const std::function<void()> m_playSound;
    BellMute m_bellMute;
    QString m_facilityTimezone;
    QTimer m_muteTimer;
};
}
