// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/clipboard/delayedpaste.h"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// Limit of the delay. Programs on this workstation answer within some milliseconds. If one does not answer, the desktop
// must not appear to hang.
constexpr auto maxPasteDelay = 400ms;
}

DelayedPaste::DelayedPaste()
{
    m_delayLimitTimer.setSingleShot(true);
    connect(&m_delayLimitTimer, &QTimer::timeout, this, &DelayedPaste::sendQueuedEvents);
}

DelayedPaste::~DelayedPaste() = default;

bool DelayedPaste::isInput(const QEvent &event)
{
    switch (event.type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
        return true;
    default:
        return false;
    }
}

void DelayedPaste::delayClick(QWidget *view, const QEvent &click)
{
    sendQueuedEvents();
    m_pasteView = view;
    queueEvent(click);
    m_delayLimitTimer.start(maxPasteDelay);
}

bool DelayedPaste::mustQueue(const QWidget *view) const
{
    return m_pasteView && m_pasteView == view && !m_isSendingQueuedEvents;
}

void DelayedPaste::queueEvent(const QEvent &event)
{
    m_queuedEvents.emplace_back(event.clone());
}

QWidget *DelayedPaste::view() const
{
    return m_pasteView;
}

void DelayedPaste::sendQueuedEvents()
{
    m_delayLimitTimer.stop();
    if (std::exchange(m_isSendingQueuedEvents, true)) {
        return;
    }
    const auto events = std::exchange(m_queuedEvents, {});
    for (const auto &event : events) {
        if (m_pasteView) {
            QCoreApplication::sendEvent(m_pasteView, event.get());
        }
    }
    m_pasteView.clear();
    m_isSendingQueuedEvents = false;
}
}
