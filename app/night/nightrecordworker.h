// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/night/nightstate.h"
#include "sessions/desk/nightfile.h"

#include <QObject>
#include <QSet>

#include <mutex>
#include <optional>

namespace Nightdesk
{
/// What the disk is to hold. Set by the GUI thread, taken by the worker: of several that come while one is written the last
/// one counts.
struct NightRecordRequest {
    std::mutex mutex;
    std::optional<std::optional<NightState>> wanted; ///< outer empty: nothing new; inner empty: nothing is connected
};

/// NightRecord's part that touches the disk. Lives on its thread. Owned by NightRecord.
class NightRecordWorker : public QObject
{
    Q_OBJECT
public:
    NightRecordWorker(const QString &directory, std::shared_ptr<NightRecordRequest> request);

    /// Takes this console's name, then looks for what another one left. found() or nothingFound() follows.
    void begin();
    /// The next one, as begin() looks for the first; that before is removed for good.
    void passOver();
    /// The night is ended: all that can be resumed and that no other console offers is removed for good.
    void forgetAll();
    /// What was found is being connected here: it is removed as soon as our own state is on the disk.
    void takeOver();
    void fulfil();

Q_SIGNALS:
    void found(const Nightdesk::NightState &state);
    void nothingFound();
    /// Something could not be read, or written for the first time; translated.
    void troubled(const QString &text);

private:
    void findRecords();
    /// Says why it is not used; it stays for whoever can read it.
    void leave(const NightFile::Remains &remains, const QString &why);

    NightFile m_file;
    std::shared_ptr<NightRecordRequest> m_request;
    std::optional<NightFile::Remains> m_remains;
    QSet<QByteArray> m_left; ///< names of those that were left where they are
    bool m_isTakenOver = false;
    bool m_isTroubled = false;
};
}
