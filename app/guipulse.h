// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

class QJsonObject;

namespace Nightdesk
{
/// Measures how long the GUI thread keeps people waiting: a timer that comes late tells. Only where NIGHTDESK_PULSE is set, for
/// it wakes the program up two hundred times a second. GUI thread.
class GuiPulse : public QObject
{
    Q_OBJECT
public:
    /// Nothing where it is not wanted.
    static void start(QObject *parent);
    /// Adds the longest pause since this was asked last, and what the thread computed in it, to the console's state.
    static void describe(const QObject *parent, QJsonObject &state);

private:
    explicit GuiPulse(QObject *parent);
    void beat();

    QTimer m_timer;
    std::chrono::steady_clock::time_point m_last;
    std::chrono::nanoseconds m_lastComputed;
    std::chrono::nanoseconds m_longest{};
    std::chrono::nanoseconds m_computed{}; ///< in the longest: the rest of it the machine did something else
};
}
