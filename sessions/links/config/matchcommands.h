// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkcontrol.h"

#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Runs the commands of "Match exec" blocks for one reading of the ssh configuration: each for a few seconds at most, all together not much longer,
/// and none after the link was stopped. All links share the results for some minutes, so that a reconnection does not wait for the same command
/// again. Link's thread. Made by LinkWorker for one attempt.
class MatchExecCommands
{
public:
    explicit MatchExecCommands(LinkControl &control);

    /// Whether the command succeeded; empty: it did not end in time.
    std::optional<bool> run(const QString &command);

private:
    std::optional<bool> runUncached(const QString &command);

    LinkControl &m_linkControl;
    const std::chrono::steady_clock::time_point m_commandsDeadline;
};
}
