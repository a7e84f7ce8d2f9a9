// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/answerjudge.h"
#include "sessions/desktops/desktoprun.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/desktops/heldkeys.h"
#include "sessions/desktops/linksharer.h"
#include "sessions/desktops/releasedebts.h"
#include "sessions/desktops/serverrecall.h"

namespace Nightdesk
{
quint64 wireInstant(BootClock::time_point instant);

/// What a DesktopSession is made of; alone that class includes this. Turns the facts that a worker tells into the session's
/// state and signals.
class DesktopSession::Private
{
public:
    Private(DesktopSession *session, const DesktopSpec &desktop, std::unique_ptr<Finder<DesktopAddress>> addressFinder);

    void prepare();
    void open();
    void connectTo(const DesktopAddress &place);
    void send(const RfbWire::ToWorker &message);
    void release(quint32 generation, quint32 sequence);
    void sendPolicy();
    void viewChanged();
    void sendView();
    void sendShare();
    void askForSize();
    void setExact(bool exact);
    void setBehind(const std::optional<std::chrono::steady_clock::time_point> &since);
    /// What was asked by then has been answered: also that nothing is new.
    void heardOf(BootClock::time_point upTo);
    bool mayPass(ClipboardPolicy way) const; ///< ToSummit or FromSummit
    void changeClipboard(ClipboardPolicy &policy, bool toServer, bool fromServer);
    void sendClipboard(const QByteArray &utf8);
    void ended(const RunEnd &end);
    void setCursor(const QImage &image, const QPoint &spot);
    void forgetOpenQuestion();
    void looked();
    void giveUp(const RunEnd &end);
    /// Whether it answers now; says so, and opens or closes the gate of the input.
    AnswerJudge::Verdict review();
    /// What is typed now reaches the server soon or not at all.
    bool takesInput();
    void setGate(bool open);
    void oweReleases();
    void payReleases();
    /// Whether the login may go on with the sandbox that the worker has; ends the run if not.
    bool checkSandbox();
    QString secretName() const;
    QString returnName() const;
    void keepRecall();
    void secretRefused();

    // What the worker tells, one function for each fact.
    void told(const RfbWire::Hello &hello);
    void told(const RfbWire::Progress &progress);
    void told(const NamedFact &named);
    void told(const DamagedFact &damage);
    void told(const CursorFact &fact);
    void told(const PointerFact &moved);
    void told(const RfbWire::Bell &bell);
    void told(const RfbWire::Challenge &asked);
    void told(const RfbWire::Stats &now);
    void told(const RfbWire::FenceTime &time);
    void told(const RfbWire::Heard &heard);
    void told(const ClipboardFact &clipboard);
    void told(const RfbWire::ClipboardRefused &refused);
    void told(const RfbWire::Leds &leds);
    void told(const RfbWire::Abilities &abilities);
    void told(const RfbWire::Clarity &clarity);
    void told(const RfbWire::Resizable &resizable);
    template<class Other>
    void told(const Other &)
    {
        // WantPicture, Log and Failed are DesktopRun's.
    }

    static inline bool requiresSandbox = false;

    DesktopSession *const q;
    const DesktopSpec spec;
    bool viewOnly;
    ClipboardPolicy clipboardChosen = ClipboardPolicy::Both; ///< by the person
    ClipboardPolicy clipboardAllowed = ClipboardPolicy::Both; ///< by the console
    quint32 clipboardTransfer = 0;
    Visibility visibility = Visibility::Visible;
    const QObject *teller = nullptr; ///< the view that told of visibility last, for comparing
    bool hasFocus = false;
    bool isKept = false;
    QRect shown; ///< of the desktop; empty: all of it
    bool isExact = false;
    bool isUnseen = false; ///< nothing is asked for
    std::optional<std::chrono::steady_clock::time_point> behindSince; ///< the picture is of then
    std::optional<BootClock::time_point> askedAgainAt; ///< while it is behind, but in sight
    RfbWire::LinkShare share;
    QSize wantedSize; ///< of the desktop; empty: any
    QSize askedSize; ///< of this run's server
    QTimer sizePause; ///< one size was asked for just now
    const std::shared_ptr<LinkSharer> sharer;
    std::optional<DesktopAddress> address; ///< empty: not found yet
    const std::unique_ptr<Finder<DesktopAddress>> finder; ///< null: the address is the profile's
    PictureStore pictures;
    WorkerJudge judge;
    ServerRecall recall;
    bool hasRecall = false; ///< of this address
    std::unique_ptr<DesktopRun> run;

    DesktopPicture picture; ///< as shown
    DesktopPicture nextPicture; ///< made, nothing drawn in it yet: the one before stays on view
    DamagedFact unreleased;
    std::optional<std::chrono::steady_clock::time_point> lastDamage;
    QImage cursor;
    QPoint hotSpot;
    bool hasAppeared = false; ///< in this run
    DesktopFacts facts;
    std::optional<quint8> lights; ///< RfbWire::Leds
    DesktopStats stats;
    quint32 minorVersion = 0;

    HeldKeys keysDown;
    QPoint pointer;
    quint16 buttons = 0;
    ReleaseDebts debts;

    AnswerJudge answers;
    WaitMeter login; ///< for a sign of life, until something is shown
    QTimer tick;
    bool gateIsOpen = true;
    std::chrono::milliseconds toldLimit{}; ///< as the worker knows it; 0: it does not

    std::optional<Secret> triedSecret; ///< kept for the night when it was right
    std::optional<RfbWire::Challenge> challenge; ///< while its answer is waited for
    bool questionIsOpen = false;
    int refusals = 0; ///< of passwords, since the last that was right
};
}
