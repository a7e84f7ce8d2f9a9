// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/damagegate.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// Damage that Qt has not painted by then lies under something; the worker stops reading after 250 ms without a release.
constexpr auto paintLimit = 200ms;
}

DamageGate::DamageGate(DesktopSession *session)
    : m_session(session)
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, &DamageGate::letThrough);
}

void DamageGate::hold(quint32 generation, quint32 sequence)
{
    m_generation = generation;
    m_sequence = sequence;
}

void DamageGate::expectPaint()
{
    m_limit.start(paintLimit);
}

void DamageGate::letThrough()
{
    m_limit.stop();
    if (m_sequence != 0 && m_session) {
        m_session->release(m_generation, std::exchange(m_sequence, 0));
    }
}
}
