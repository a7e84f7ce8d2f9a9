// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/input/otherspointer.h"
#include "widgets/input/typingjudge.h"

#include <QObject>

namespace Nightdesk
{
class DesktopSession;

/// Watches one desktop for somebody else who meddles with what we type. Child of the session, GUI thread.
class TypingWatch : public QObject
{
    Q_OBJECT
public:
    explicit TypingWatch(DesktopSession *session);

    /// What to tell a person: translated, calm.
    static QString words(TypingJudge::Sign sign, const QString &title);

Q_SIGNALS:
    void noticed(Nightdesk::TypingJudge::Sign sign);

private:
    void tell(std::optional<TypingJudge::Sign> sign);

    TypingJudge m_judge;
    OthersPointer m_others;
};
}
