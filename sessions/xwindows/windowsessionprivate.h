// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/warmth.h"
#include "sessions/xwindows/claimanswer.h"
#include "sessions/xwindows/localx_p.h"
#include "sessions/xwindows/outputlog.h"
#include "sessions/xwindows/windowsession.h"

#include <chrono>

namespace Nightdesk
{
class Leftovers;

/// What runs for a WindowSession. One start of the program has one number; what still comes from the start before is not heard.
class WindowSession::Private
{
public:
    Private(WindowSession *session, const WindowSpec &windowSpec, LocalX::Private *x);

    void watchLink();
    void watchServer();
    void find(); ///< its command, and begins
    void watchWarmth();
    void reportAside(bool isIcon); ///< iconified or covered
    QStringList ownCommand() const; ///< the spec's, as it is to be started now
    bool begin(); ///< asks the X server to let the program in; false: no random numbers
    void admit(const XAccess &access);
    void start();
    /// @p command, behind its claim if it may run only once.
    QStringList claimed(const QStringList &command);
    /// What came before the program's own output: the answer to its claim. The rest is what is left.
    QByteArray takeClaim(const QByteArray &bytes);
    void programFinished(const ProgramExit &exit);
    /// Its link took it along, and is live again, or its old connection ended: what its profile wants happens.
    void settleLoss();
    /// Whether what is typed reaches it, and what is to be said of that.
    void followAnswers();
    void clear();
    void place();
    void keepOutput(const QStringList &lines);
    void setRect(const std::optional<QRect> &newRect);
    void setConnections(int count);

    WindowSession *const q;
    const WindowSpec spec;
    LocalX::Private *const localX;
    Leftovers *leftovers = nullptr; ///< the link's
    std::unique_ptr<Finder<QStringList>> finder; ///< null: it is the spec's
    QStringList command;
    Warmth *warmth = nullptr; ///< the session's; null: it is not started warm
    bool isIcon = false;
    QTimer authorizeTimer;
    QTimer startTimer; ///< one program after the other
    /// A program that takes longer to go away, and asks nothing, is ended.
    static constexpr std::chrono::seconds closeLimit{5};
    QTimer closeTimer; ///< its windows were asked to go
    bool asksBack = false; ///< another came up
    QTimer claimTimer; ///< the host is asked whether it runs
    std::optional<ClaimAnswer> claim; ///< what the host answers; empty: it is not asked
    QByteArray claimLine; ///< as far as it is here
    QTimer lossTimer; ///< the channel broke: is it the link?
    QTimer exitTimer; ///< it failed: is it the X server?
    QRect area;
    quint32 program = 0; ///< 0: none runs
    std::optional<ProgramMark> mark;
    std::chrono::steady_clock::time_point begun;
    XCookie cookie{};
    std::shared_ptr<RelayCounters> counters = std::make_shared<RelayCounters>();
    std::shared_ptr<XWitnesses> witnesses;
    std::unique_ptr<RemoteProgram> remote;
    OutputLog output;
    std::optional<ProgramExit> exit;
    QString refusal; ///< the X server's words when it did not let the program in
    std::optional<ProgramExit> lastSignal; ///< it was ended from outside, perhaps with its link
    std::optional<QRect> rect;
    /// Where it stood last, and on which area: it comes back there.
    struct Stand {
        QRect rect;
        QRect area;
    };
    std::optional<Stand> lastStand;
    std::optional<Stand> returnsTo; ///< it was not ended by anybody: it comes back to where it stood
    int connections = 0;
    quint32 keyboardOf = 0; ///< the program that what is typed goes to; it may be a start before
    bool opened = false; ///< it runs at the far end
    bool appeared = false;
    bool lostWithLink = false; ///< its last run ended because the link did
    bool asks = false; ///< a person is to say whether it starts again
    bool staysClosed = false; ///< it ended with its link, and that was that
    bool held = false; ///< no key or button goes to it
    std::int64_t withheldBefore = 0;
    std::optional<std::chrono::steady_clock::time_point> silentSince; ///< its connection
    std::optional<QDateTime> keptUntil; ///< while it waits in an old connection
};
}
