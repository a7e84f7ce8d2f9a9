// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktoplogin.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/desktops/workerconnection.h"
#include "sessions/trial/bytemeter.h"
#include "sessions/trial/trialfacts.h"

#include <QPointer>
#include <QRegion>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// Brings the present picture of a desktop here once more with each of some settings, over ssh connections and VNC connections of its
/// own beside those that show it, and measures what that takes. One picture that is not measured goes first over a connection that
/// rested: TCP begins slowly, which is no property of the setting. Asks nobody anything, sends no input, and ends by itself. GUI thread.
/// Owned by TrialDialog.
class DesktopTrial : public QObject
{
    Q_OBJECT
public:
    struct Limits {
        std::chrono::milliseconds time = std::chrono::seconds(30); ///< in all, connecting as well
        Bytes bytes{20'000'000}; ///< in all, on the network
    };

    /// @p surroundings: those of the desk, whose secrets and jump hosts it uses.
    DesktopTrial(DesktopSession *session, const LinkSurroundings &surroundings, const Limits &limits, QObject *parent = nullptr);
    DesktopTrial(DesktopSession *session, const LinkSurroundings &surroundings, QObject *parent = nullptr);
    ~DesktopTrial() override;

    /// Why this desktop cannot be tried now; translated; empty: it can.
    static QString refusal(const DesktopSession *session);

    void start(); ///< once
    void cancel(); ///< ended() follows before it returns
    bool isOver() const;
    const QList<TrialRow> &rows() const; ///< measured so far
    qsizetype settings() const; ///< how many rows there will be
    std::chrono::milliseconds timeLimit() const;
    /// Why it ended before all was measured; translated; empty: it did not.
    QString problem() const;
    Bytes received() const; ///< from the server so far, before ssh

Q_SIGNALS:
    void rowMeasured();
    void ended(); ///< the last signal

private:
    /// A connection beside the one that shows it.
    struct Way {
        std::unique_ptr<Link> link;
        std::optional<LinkSample> sample; ///< the last one
    };
    /// What is being measured.
    struct Measurement {
        std::optional<std::chrono::steady_clock::time_point> askedAt; ///< the server has let us in
        std::optional<std::chrono::steady_clock::time_point> cameAt; ///< the last pixel
        bool isLoggedIn = false;
        bool wasChallenged = false; ///< a password was wanted
        QRegion missing; ///< of the picture
        LinkSample before;
        TrialRow row;
        bool isWarmUp = false; ///< no row comes of it
        bool hasSample = false; ///< from after cameAt
        bool hasStats = false;
    };

    void openWays();
    void open(Way &way);
    bool areAllLive() const; ///< the ways
    Way &wayOf(const TrialSetting &setting);
    void measureNext();
    void run(const TrialSetting &setting, bool isWarmUp);
    void handleFact(const WorkerFact &fact);
    void noteFact(const RfbWire::Progress &progress);
    void noteFact(const RfbWire::Challenge &challenge);
    void noteFact(const DamagedFact &damage);
    void noteFact(const RfbWire::Stats &stats);
    template<class Fact>
    void noteFact(const Fact & /*fact*/)
    {
    }
    void sampled(Way &way, const LinkSample &sample);
    void rowMayBeWhole();
    void runEnded(const ConnectionEnd &end);
    void shownStateChanged();
    void endAsNotShared();
    void leaveOut(const TrialSetting &like);
    void dropRun();
    void finish(const QString &problem);

    const QPointer<DesktopSession> m_session;
    const LinkSurroundings m_surroundings;
    const Limits m_limits;
    const LinkTarget m_target;
    QList<TrialSetting> m_settings; ///< to be measured still, the first is being measured
    QList<TrialRow> m_rows;
    QString m_problem;
    bool m_isOver = false;
    bool m_isShownEnded = false; ///< what is shown, while the first one was measured; why is not known yet
    std::vector<std::unique_ptr<Way>> m_ways; ///< without and with compression
    const Way *m_warm = nullptr; ///< that which has just brought a picture
    Quality m_warmUpQuality = Quality::High;
    PictureStore m_pictures;
    WorkerWatchdog m_watchdog;
    std::unique_ptr<DesktopLogin> m_login;
    std::unique_ptr<ByteMeter> m_meter;
    std::unique_ptr<WorkerConnection> m_run;
    Bytes m_received; ///< by runs that are over
    Measurement m_now;
    QTimer m_time;
};
}
