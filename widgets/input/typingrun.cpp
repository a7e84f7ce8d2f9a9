// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/typingrun.h"

#include <algorithm>

namespace Nightdesk
{
KeyListTyper::KeyListTyper(DesktopSession *session)
    : m_desktopSession(session)
{
    connect(session, &DesktopSession::inputReceivedByServer, this, [this](BootClock::time_point upTo) {
        if (m_isRunning && upTo >= m_lastGroupSentAt) {
            typeNextGroup();
        }
    });
    const auto look = [this] {
        if (m_isRunning && !m_desktopSession->takesInput()) {
            finish(EndReason::InputNotAccepted);
        }
    };
    connect(session, &Session::stateChanged, this, look);
    connect(session, &Session::answeringChanged, this, look);
    connect(session, &DesktopSession::viewOnlyChanged, this, look);
}

void KeyListTyper::start(const QList<quint32> &keysyms)
{
    stop();
    m_keysyms = keysyms;
    m_typedKeyCount = 0;
    m_isRunning = true;
    typeNextGroup();
}

void KeyListTyper::stop()
{
    if (m_isRunning) {
        finish(EndReason::Stopped);
    }
}

qsizetype KeyListTyper::totalKeyCount() const
{
    return m_keysyms.size();
}

void KeyListTyper::typeNextGroup()
{
    const qsizetype upTo = std::min(m_typedKeyCount + keysPerGroup, m_keysyms.size());
    for (; m_typedKeyCount < upTo; ++m_typedKeyCount) {
        if (!m_desktopSession || !m_desktopSession->sendKey(m_keysyms.at(m_typedKeyCount), true)) {
            finish(EndReason::InputNotAccepted);
            return;
        }
        m_desktopSession->sendKey(m_keysyms.at(m_typedKeyCount), false);
    }
    m_lastGroupSentAt = BootClock::now();
    if (m_typedKeyCount == m_keysyms.size()) {
        finish(EndReason::Done);
    } else {
        Q_EMIT progressed();
    }
}

void KeyListTyper::finish(EndReason end)
{
    m_isRunning = false;
    std::fill(m_keysyms.begin(), m_keysyms.end(), 0); // the text may have been a password
    Q_EMIT typingEnded(end);
}
}
