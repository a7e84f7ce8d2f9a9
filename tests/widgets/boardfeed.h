// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"

#include <memory>

namespace Nightdesk::Test
{
/// A board that hears what tests say, as if a broker had brought it. Its clocks stand unless they are moved.
class BoardFeed
{
public:
    /// @p ago: how long ago its clocks stand at first.
    explicit BoardFeed(std::chrono::milliseconds ago = {});
    ~BoardFeed();

    Board &board();
    /// What a desk of one instrument and some displays says: presence, state and numbers.
    static BoardWire::DeskState state(const QString &instrument, const QStringList &people, int displays);
    static DeskName name(const QString &text); ///< "santa-cruz/left"
    void say(const QString &desk, const BoardWire::DeskState &state);
    void say(const QString &desk, const BoardWire::DeskMeasurements &numbers);
    void say(const QString &desk, const BoardWire::DeskHistory &history);
    void leave(const QString &desk, bool inOrder); ///< else its will is told
    /// Waits until the board has told what changed.
    void settle();
    void pass(std::chrono::milliseconds time);
    QDateTime now() const;

    /// Five desks of three sites: three well, one ill, one gone.
    void fill();

private:
    void take(const QString &desk, BoardTopics::MessageKind sort, BoardWire::Message message);

    std::chrono::steady_clock::time_point m_steady;
    QDateTime m_utc;
    quint64 m_sequence = 0;
    std::unique_ptr<Board> m_board;
};
}
