// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/clipboard/pastehold.h"

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

PasteHold::PasteHold(QObject *parent)
    : QObject(parent)
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, &PasteHold::release);
}

PasteHold::~PasteHold() = default;

bool PasteHold::isInput(const QEvent &event)
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

void PasteHold::begin(QWidget *view, const QEvent &click)
{
    release();
    m_view = view;
    keep(click);
    m_limit.start(longestHold);
}

bool PasteHold::holds(const QWidget *view) const
{
    return m_view && m_view == view && !m_isLettingGo;
}

void PasteHold::keep(const QEvent &event)
{
    m_events.emplace_back(event.clone());
}

QWidget *PasteHold::view() const
{
    return m_view;
}

void PasteHold::release()
{
    m_limit.stop();
    if (std::exchange(m_isLettingGo, true)) {
        return;
    }
    const auto events = std::exchange(m_events, {});
    for (const auto &event : events) {
        if (m_view) {
            QCoreApplication::sendEvent(m_view, event.get());
        }
    }
    m_view.clear();
    m_isLettingGo = false;
}
}
