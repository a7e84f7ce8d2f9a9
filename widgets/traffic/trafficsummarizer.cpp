// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficsummarizer.h"

#include "sessions/common/backgroundjobs.h"

namespace Nightdesk
{
TrafficSummarizer::TrafficSummarizer(QObject *parent)
    : QObject(parent)
{
}

bool TrafficSummarizer::isBusy() const
{
    return m_isBusy;
}

void TrafficSummarizer::requestSummary(const TrafficQuestion &question)
{
    if (m_isBusy) {
        m_next = question;
    } else {
        start(question);
    }
}

void TrafficSummarizer::forget()
{
    m_next.reset();
    m_least = m_number + 1;
}

void TrafficSummarizer::start(const TrafficQuestion &question)
{
    m_isBusy = true;
    const quint64 number = ++m_number;
    BackgroundJobs::shared().run(
        [question] {
            const auto begin = std::chrono::steady_clock::now();
            TrafficSummary summary = TrafficSummary::of(question);
            summary.took = std::chrono::steady_clock::now() - begin;
            return summary;
        },
        this,
        [this, number](const TrafficSummary &summary) {
            receiveSummary(summary, number);
        });
}

void TrafficSummarizer::receiveSummary(const TrafficSummary &summary, quint64 number)
{
    m_isBusy = false;
    if (m_next) {
        start(*std::exchange(m_next, {}));
    }
    if (number >= m_least) {
        Q_EMIT summedUp(summary);
    }
}
}
