// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/traffic/trafficsummary.h"

#include <QObject>

#include <optional>

namespace Nightdesk
{
/// Sums traces up beside the GUI thread, one at a time: of what is asked meanwhile only the last counts. GUI thread; its end waits
/// for nothing. Owned by TrafficView.
class TrafficSummer : public QObject
{
    Q_OBJECT
public:
    explicit TrafficSummer(QObject *parent = nullptr);

    void requestSummary(const TrafficQuestion &question);
    void forget(); ///< nothing of what was asked comes any more
    bool isBusy() const;

Q_SIGNALS:
    void summedUp(const Nightdesk::TrafficSummary &summary);

private:
    void start(const TrafficQuestion &question);
    void receiveSummary(const TrafficSummary &summary, quint64 number);

    std::optional<TrafficQuestion> m_next;
    bool m_isBusy = false;
    quint64 m_number = 0;
    quint64 m_least = 0; ///< what was asked before it does not count
};
}
