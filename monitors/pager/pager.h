// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/pager/pagerpolicy.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <chrono>

namespace Nightdesk
{
/// Runs the facility's command that wakes the support astronomer: its words, then the desk's name, who calls and the call's id;
/// what they said on its standard input. Never a shell; a minimal environment. What it has started ends with it, and it after a while.
/// GUI or main thread. Owned by PagerClient.
class Pager : public QObject
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds limit{30};

    explicit Pager(const QStringList &command, QObject *parent = nullptr);
    ~Pager() override; ///< what still runs is ended

    void setLimit(std::chrono::milliseconds limit); ///< for tests
    /// What a desk says of its call, however often.
    void receiveCall(const DeskName &desk, const BoardWire::Call &call);

Q_SIGNALS:
    void lineLogged(const QString &line); ///< for the log: that it was run, what it printed, how it ended

private:
    void runDuePager();
    void run(const PagerPolicy::Due &due);
    void read(QProcess *process, const QString &desk);

    QStringList m_command;
    std::chrono::milliseconds m_limit = limit;
    PagerPolicy m_policy;
    QTimer m_timer;
    QList<QPointer<QProcess>> m_running;
};
}
