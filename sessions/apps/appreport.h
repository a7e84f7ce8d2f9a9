// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"

#include <QByteArray>
#include <QByteArrayList>

namespace Nightdesk
{
/// What the script at the summit tells of a display, a line for each fact, as its bytes arrive. What stands before its first line
/// is what the account's login shell says. Lines that are not known are passed over; nothing is believed further than its bounds. Pure. Owned by AppDisplay.
class AppReport
{
public:
    enum class State {
        Silent, ///< our script has not spoken yet
        Telling,
        Ready, ///< place() is known, and the display runs
        Over, ///< lastWord() is known
        Broken, ///< it said what it never says, or too much
    };
    static constexpr qsizetype maxLine = 2048;
    static constexpr qsizetype maxBefore = 64 * 1024; ///< of a login shell's words

    State feed(const QByteArray &bytes);
    State state() const;
    const AppPlace &place() const;
    QByteArray id() const; ///< of this very display; another one has another
    qint64 outputFrom() const; ///< how much the program had said before what is passed on
    /// "exit 3", "fail noserver Xvnc", ...: a word and what belongs to it.
    QByteArrayList lastWord() const;
    QByteArray value(const QByteArray &key) const; ///< of a fact that is not part of the place
    QByteArrayList values(const QByteArray &key) const; ///< of all of that name, in their order

private:
    void line(const QByteArray &line);
    void fact(const QByteArray &key, const QByteArray &value);
    void becomeReady();

    State m_state = State::Silent;
    QByteArray m_partial;
    qsizetype m_before = 0;
    AppPlace m_place;
    qint64 m_outputFrom = 0;
    QByteArrayList m_lastWord;
    QList<std::pair<QByteArray, QByteArray>> m_facts;
};
}
