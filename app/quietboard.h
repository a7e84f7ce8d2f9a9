// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"
#include "sessions/profiles/profile.h"

#include <QJsonObject>
#include <QObject>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace Nightdesk
{
class Board;
class BrokerClient;
class FacilityWatcher;
class LinkKeeper;

/// The board where no window has one, for `nightdesk status`: connects to the facility's broker with this user's credential of an
/// SA, by a link that asks nobody anything (keys, an agent and a known host let it in, or it stays out), and tells no one that it
/// is there. Needs no display. Its functions run the event loop of its thread while they wait.
class QuietBoard : public QObject
{
    Q_OBJECT
public:
    /// @p directory of the facility's files.
    explicit QuietBoard(const QString &directory);
    ~QuietBoard() override;

    /// This user has an SA's credential, of whichever facility.
    static bool isOffered();
    /// Connects first, for @p limit at most, and goes on with that afterwards. Empty: not reached yet.
    std::optional<QJsonObject> look(std::chrono::milliseconds limit);
    /// Why not: translated; empty: this facility has no broker that this user knows, or nothing is wrong yet. What only took too long
    /// gives way to what is known later.
    QString trouble() const;
    void release();
    /// Something may have arrived meanwhile.
    static void wait(std::chrono::milliseconds time);

private:
    void readBroker(const Facility &facility);
    void begin(const BrokerSpec &spec, const BrokerCredential &credential);
    void watchLink(const BrokerSpec &spec);
    bool waitFor(const std::function<bool()> &isDone, std::chrono::steady_clock::time_point end);
    void setTrouble(const QString &why);
    QString whatIsAwaited() const;

    const QString m_directory;
    std::unique_ptr<FacilityWatcher> m_files; ///< while it looks for the broker, and as long as the board
    // The client's way uses the link: declared after it, so that it goes first.
    std::unique_ptr<LinkKeeper> m_keeper;
    std::unique_ptr<Board> m_board;
    std::unique_ptr<BrokerClient> m_client;
    std::chrono::steady_clock::time_point m_arrivedAt; ///< of the last message, or of the connection
    QString m_trouble;
    QString m_lastFailure; ///< which it tries to get over
    bool m_hasBroker = false; ///< it is known which one, and the credential is looked for
    bool m_wasConnected = false;
    bool m_isOver = false; ///< nothing comes by itself
};
}
