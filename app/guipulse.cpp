// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/guipulse.h"

#include <QJsonObject>

#include <ctime>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr auto rhythm = 5ms;

std::chrono::nanoseconds computed()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

double milliseconds(std::chrono::nanoseconds time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}
}

GuiPulse::GuiPulse(QObject *parent)
    : QObject(parent)
    , m_last(std::chrono::steady_clock::now())
    , m_lastComputed(computed())
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(rhythm);
    connect(&m_timer, &QTimer::timeout, this, &GuiPulse::beat);
    m_timer.start();
}

void GuiPulse::start(QObject *parent)
{
    if (qEnvironmentVariableIsSet("NIGHTDESK_PULSE")) {
        new GuiPulse(parent);
    }
}

void GuiPulse::beat()
{
    const auto now = std::chrono::steady_clock::now();
    const auto work = computed();
    const auto pause = now - std::exchange(m_last, now) - rhythm;
    const auto done = work - std::exchange(m_lastComputed, work);
    if (pause > m_longest) {
        m_longest = pause;
        m_computed = done;
    }
}

void GuiPulse::describe(const QObject *parent, QJsonObject &state)
{
    if (auto *pulse = parent->findChild<GuiPulse *>(Qt::FindDirectChildrenOnly)) {
        pulse->beat();
        state.insert(u"pause"_s,
                     QJsonObject{{u"longestMs"_s, milliseconds(std::exchange(pulse->m_longest, {}))},
                                 {u"computedMs"_s, milliseconds(std::exchange(pulse->m_computed, {}))}});
    }
}
}
