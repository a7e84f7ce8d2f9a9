// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QProcess>
#include <QTemporaryDir>

namespace Nightdesk::Test
{
/// Until somebody takes connections at @p socket: its file is there a moment before that. False: nobody does.
bool waitForAgentAt(const QString &socket);

/// A real ssh-agent in a private directory.
class TestAgent
{
public:
    TestAgent();
    ~TestAgent();
    TestAgent(const TestAgent &) = delete;
    TestAgent &operator=(const TestAgent &) = delete;

    bool start();
    QString socket() const;
    /// Hands it a key, with its certificate where one lies beside it; one with a passphrase must be opened with it, which
    /// ssh-add asks a program for.
    bool add(const QString &keyFile, const QString &passphrase = {});

private:
    QTemporaryDir m_directory;
    QProcess m_process;
};

/// An agent that takes connections and never says a word.
class SilentAgent
{
public:
    SilentAgent();
    QString path() const;

private:
    QTemporaryDir m_directory;
    UniqueFd m_fd;
};
}
