// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopclipboard.h"
#include "sessions/desktops/desktopinputgate.h"
#include "sessions/desktops/desktopliveness.h"
#include "sessions/desktops/desktoplogin.h"
#include "sessions/desktops/desktoprun.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/desktops/linksharer.h"
#include "sessions/desktops/reportedfacts.h"
#include "sessions/desktops/shownpicture.h"

namespace Nightdesk
{
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
    void release();
    /// Somebody shows what comes now, and says when it is painted.
    bool isOnDisplay() const;
    void sendPolicy();
    void viewChanged();
    void sendView();
    void sendShare();
    void askForSize();
    void announce(const ShownPicture::Changes &changes);
    /// What was asked by then has been answered: also that nothing is new.
    void heardOf(BootClock::time_point upTo);
    void clipboardWaysChanged();
    void ended(const RunEnd &end);
    void setCursor(const QImage &image, const QPoint &spot);
    void forgetOpenQuestion();
    void looked();
    void giveUp(const RunEnd &end);
    /// Whether it answers now; says so, and opens or closes the gate of the input.
    AnswerJudge::Verdict review();
    /// What is typed now reaches the server soon or not at all.
    bool takesInput();
    void payReleases();
    /// All that are down.
    void releaseKeys();
    void reportMissingSandbox();

    // What the worker tells, one function for each fact.
    void told(const RfbWire::Hello &hello);
    void told(const RfbWire::Progress &progress);
    void told(const DamagedFact &damage);
    void told(const CursorFact &fact);
    void told(const PointerFact &moved);
    void told(const RfbWire::Bell &bell);
    void told(const RfbWire::Challenge &asked);
    void told(const RfbWire::Stats &now);
    void told(const RfbWire::FenceTime &time);
    void told(const RfbWire::Heard &heard);
    void told(const ClipboardFact &copied);
    void told(const RfbWire::ClipboardRefused &refused);
    void told(const RfbWire::Leds &leds);
    void told(const RfbWire::Clarity &clarity);
    void told(const RfbWire::AgeKnown &age);
    void told(const RfbWire::ColorCells &colors);
    template<class Fact>
    void told(const Fact &fact)
    {
        if constexpr (requires { reported.take(fact); }) {
            reported.take(fact);
            Q_EMIT q->factsChanged();
        }
        // WantPicture, Log and Failed are DesktopRun's.
    }

    static inline bool requiresSandbox = false;

    DesktopSession *const q;
    const DesktopSpec spec;
    bool viewOnly;
    DesktopClipboard clipboard;
    Visibility visibility = Visibility::Visible;
    const QObject *teller = nullptr; ///< the view that told of visibility last, for comparing
    QList<QPointer<const QObject>> displays; ///< views that release damage when they have painted it
    bool hasFocus = false;
    bool isKept = false;
    QRect shown; ///< of the desktop; empty: all of it
    RfbWire::LinkShare share;
    QSize wantedSize; ///< of the desktop; empty: any
    QSize askedSize; ///< of this run's server
    QTimer sizePause; ///< one size was asked for just now
    const std::shared_ptr<LinkSharer> sharer;
    std::optional<DesktopAddress> address; ///< empty: not found yet
    const std::unique_ptr<Finder<DesktopAddress>> finder; ///< null: the address is the profile's
    PictureStore pictures;
    WorkerJudge judge;
    DesktopLogin serverLogin;
    bool hasServer = false; ///< serverLogin is of this address
    std::unique_ptr<DesktopRun> run;

    ShownPicture shownPicture;
    QImage cursor;
    QPoint hotSpot;
    ReportedFacts reported;
    DesktopPalette palette;
    QString remark;
    std::optional<quint8> lights; ///< RfbWire::Leds

    DesktopInputGate input;

    DesktopLiveness liveness; ///< of this run
    QTimer tick;
};
}
