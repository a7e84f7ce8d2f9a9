// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/traffic/trafficsummary.h"

#include <QObject>

#include <optional>

namespace Nightdesk
{
/// Summarizes traces in a background thread, one at a time; of the requests made meanwhile, only the latest is processed. GUI thread; its destructor
/// does not wait. Owned by TrafficView.
class TrafficSummarizer : public QObject
{
    Q_OBJECT
public:
    explicit TrafficSummarizer(QObject *parent = nullptr);

    void requestSummary(const TrafficSummaryRequest &request);
    void discardEarlierRequests(); ///< discards earlier requests: their results are not emitted any more
    bool isBusy() const;

Q_SIGNALS:
    void summaryReady(const Nightdesk::TrafficSummary &summary);

private:
    void start(const TrafficSummaryRequest &request);
    void receiveSummary(const TrafficSummary &summary, quint64 number);

    std::optional<TrafficSummaryRequest> m_nextRequest;
    bool m_isBusy = false;
    quint64 m_lastRequestNumber = 0;
    quint64 m_firstValidRequestNumber = 0; ///< results with a lower number are outdated
};
}
