// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/power/wakeholds.h"

#include "sessions/common/background.h"

#include <QJsonObject>
#include <QObject>

namespace Nightdesk
{
class WakeWorker;

/// Keeps screens lit and the computer awake while it is wanted: who watches an exposure touches nothing for an hour. Whatever is
/// not there to be asked (no bus, no logind, no X server) is left out without a word. All of it happens in a thread of its own,
/// and ends with the process in any case. GUI thread. Owned by NightWatch or ViewWindow.
class WakeGuard : public QObject
{
    Q_OBJECT
public:
    /// @p display: the X server's name; empty: there is none.
    explicit WakeGuard(const QString &display, QObject *parent = nullptr);
    ~WakeGuard() override;

    void setWanted(bool wanted);
    bool isWanted() const;
    WakeHolds holds() const; ///< as last heard
    QJsonObject describe() const; ///< for scripts

Q_SIGNALS:
    void holdsChanged();

private:
    WakeWorker *const m_worker;
    bool m_isWanted = false;
    WakeHolds m_holds;
    BackgroundThread m_thread; ///< the worker's; a bus that stopped answering sees our connection close
};
}
