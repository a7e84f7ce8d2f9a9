// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/night/nightstate.h"

#include "sessions/common/background.h"

#include <QObject>

#include <memory>
#include <optional>

namespace Nightdesk
{
class NightRecordWorker;
struct NightRecordRequest;

/// What this console has connected, on the disk, and what one left that ended silently. GUI thread; the disk is
/// another thread's, which is left behind if the disk does not answer. Owned by ConsoleNight.
class NightRecord : public QObject
{
    Q_OBJECT
public:
    explicit NightRecord(const QString &directory, QObject *parent = nullptr);
    ~NightRecord() override;

    /// found() or nothingFound() follows.
    void begin();
    /// Empty: nothing is connected.
    void keep(const std::optional<NightState> &state);
    /// Nobody wants to resume what was found; found() or nothingFound() follows for the next.
    void passOver();
    /// The night is ended: neither what was found nor the others are to be resumed. Nothing follows.
    void forgetAll();
    /// What was found is being connected here: the next keep() takes its place.
    void takeOver();

Q_SIGNALS:
    /// A console that was ended from outside in this night left this. No other console offers it meanwhile.
    void found(const Nightdesk::NightState &state);
    void nothingFound();
    void troubled(const QString &text); ///< translated

private:
    std::shared_ptr<NightRecordRequest> m_request;
    NightRecordWorker *const m_worker;
    BackgroundThread m_thread; ///< the worker's
};
}
