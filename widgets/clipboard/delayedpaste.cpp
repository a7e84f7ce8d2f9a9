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
constexpr auto longestHold = 400ms;
}

DelayedPaste::DelayedPaste(QObject *parent)
    : QObject(parent)
{
    m_timeout.setSingleShot(true);
    connect(&m_timeout, &QTimer::timeout, this, &DelayedPaste::release);
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

void DelayedPaste::begin(QWidget *view, const QEvent &click)
{
    release();
    m_view = view;
    queueEvent(click);
    m_timeout.start(longestHold);
}

bool DelayedPaste::mustQueue(const QWidget *view) const
{
    return m_view && m_view == view && !m_isReleasing;
}

void DelayedPaste::queueEvent(const QEvent &event)
{
    m_events.emplace_back(event.clone());
}

QWidget *DelayedPaste::view() const
{
    return m_view;
}

void DelayedPaste::release()
{
    m_timeout.stop();
    if (std::exchange(m_isReleasing, true)) {
        return;
    }
    const auto events = std::exchange(m_events, {});
    for (const auto &event : events) {
        if (m_view) {
            QCoreApplication::sendEvent(m_view, event.get());
        }
    }
    m_view.clear();
    m_isReleasing = false;
}
}
