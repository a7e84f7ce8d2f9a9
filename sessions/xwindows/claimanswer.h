// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/appholder.h"
#include "sessions/display/occupied.h"

#include <QByteArray>

#include <optional>

namespace Nightdesk
{
/// What claim.sh at the summit told: whether the program may be started, and who has it if not. Its words are a stranger's,
/// much of it another account's: bounded, checked, display-safe. Pure. Owned by ProgramClaim.
class ClaimAnswer
{
public:
    enum class State {
        Asking, ///< nothing yet, or not all of it
        Held, ///< it is ours: what follows is the program's own
        Occupied,
        Refused, ///< nothing can be claimed there
    };

    explicit ClaimAnswer(const QByteArray &tag = {});

    /// False: the line is none of ours. @p now: for ages that the summit tells.
    bool readLine(QByteArrayView line, const QDateTime &now);
    State state() const;
    AppHolder holder() const; ///< Occupied
    Failure refusal() const; ///< Refused
    std::optional<Occupied::Unseen> unseen() const; ///< Held

private:
    void takeFact(QByteArrayView key, QByteArrayView value, const QDateTime &now);

    QByteArray m_tag;
    State m_state = State::Asking;
    State m_coming = State::Asking; ///< once all of it is here
    AppHolder m_holder;
    QByteArray m_refusal;
    std::optional<Occupied::Unseen> m_unseen;
};
}
