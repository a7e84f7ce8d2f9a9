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

void TrafficSummarizer::requestSummary(const TrafficSummaryRequest &request)
{
    if (m_isBusy) {
        m_nextRequest = request;
    } else {
        start(request);
    }
}

void TrafficSummarizer::discardEarlierRequests()
{
    m_nextRequest.reset();
    m_firstValidRequestNumber = m_lastRequestNumber + 1;
}

void TrafficSummarizer::start(const TrafficSummaryRequest &request)
{
    m_isBusy = true;
    const quint64 number = ++m_lastRequestNumber;
    BackgroundJobs::shared().run(
        [request] {
            const auto begin = std::chrono::steady_clock::now();
            TrafficSummary summary = TrafficSummary::of(request);
            summary.computingTime = std::chrono::steady_clock::now() - begin;
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
    if (m_nextRequest) {
        start(*std::exchange(m_nextRequest, {}));
    }
    if (number >= m_firstValidRequestNumber) {
        Q_EMIT summaryReady(summary);
    }
}
}
