// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/trafficsummer.h"

#include <QThreadPool>

#include <mutex>

namespace Nightdesk
{
struct TrafficSummer::Mailbox {
    std::mutex mutex;
    TrafficSummer *owner = nullptr; ///< null: it is gone
};

TrafficSummer::TrafficSummer(QObject *parent)
    : QObject(parent)
    , m_mailbox(std::make_shared<Mailbox>())
{
    m_mailbox->owner = this;
}

TrafficSummer::~TrafficSummer()
{
    const std::scoped_lock lock(m_mailbox->mutex);
    m_mailbox->owner = nullptr;
}

bool TrafficSummer::isBusy() const
{
    return m_isBusy;
}

void TrafficSummer::ask(const TrafficQuestion &question)
{
    if (m_isBusy) {
        m_next = question;
    } else {
        start(question);
    }
}

void TrafficSummer::forget()
{
    m_next.reset();
    m_least = m_number + 1;
}

void TrafficSummer::start(const TrafficQuestion &question)
{
    m_isBusy = true;
    const quint64 number = ++m_number;
    QThreadPool::globalInstance()->start([mailbox = m_mailbox, question, number] {
        const auto begin = std::chrono::steady_clock::now();
        TrafficSummary summary = TrafficSummary::of(question);
        summary.took = std::chrono::steady_clock::now() - begin;
        const std::scoped_lock lock(mailbox->mutex);
        if (TrafficSummer *owner = mailbox->owner) {
            QMetaObject::invokeMethod(
                owner,
                [owner, summary = std::move(summary), number] {
                    owner->take(summary, number);
                },
                Qt::QueuedConnection);
        }
    });
}

void TrafficSummer::take(const TrafficSummary &summary, quint64 number)
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
