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
/// Transfers the current image of a desktop once with each of several settings, over its own ssh and VNC connections next to those of the shown
/// display, and measures the cost. Before the first measurement on a connection that was idle, an image is transferred without being measured: TCP
/// starts slowly, which is not a property of the setting. Asks no questions, sends no input, and ends automatically. GUI thread. Owned by
/// TrialDialog.
class DesktopTrial : public QObject
{
    Q_OBJECT
public:
    /// @p sharedLinkObjects: the desk's link context, whose secrets and jump hosts are used.
    DesktopTrial(DesktopSession *session, const SharedLinkObjects &sharedLinkObjects, const TrialLimits &limits = {});
    ~DesktopTrial() override;

    /// Why this desktop cannot be tested now; translated; empty: it can be.
    static QString unavailableReason(const DesktopSession *session);

    void start(); ///< to be called once
    void cancel(); ///< trialEnded() is emitted before this function returns
    bool isOver() const;
    const QList<TrialResult> &results() const; ///< the results measured so far
    qsizetype settingCount() const; ///< how many results there will be
    std::chrono::milliseconds timeLimit() const;
    /// Why the test ended before all settings were measured, translated; empty: all were measured, or the test has not ended.
    QString problem() const;
    Bytes receivedBytes() const; ///< bytes that the server has sent in the test so far, counted without the overhead and compression of ssh

Q_SIGNALS:
    void rowMeasured();
    void trialEnded(); ///< the test has ended; no signal follows

private:
    /// One of the ssh connections that the trial opens.
    struct TrialConnection {
        std::unique_ptr<Link> link;
        std::optional<LinkSample> sample; ///< the latest sample of this connection
    };
    /// The measurement in progress.
    struct Measurement {
        std::optional<std::chrono::steady_clock::time_point> requestedAt; ///< when the login was complete and the image was requested
        std::optional<std::chrono::steady_clock::time_point> completedAt; ///< when the last pixel arrived
        bool isLoggedIn = false;
        bool wasPasswordRequested = false; ///< the server asked for a password
        QRegion missingRegion; ///< the part of the image that has not been received yet
        LinkSample sampleBeforeTransfer;
        TrialResult result;
        bool isWarmUp = false; ///< the transfer is not measured and gives no result
        bool hasSampleAfterCompletion = false; ///< a sample was taken after completedAt
        bool hasWorkerStats = false;
    };

    void openConnections();
    void openConnection(TrialConnection &connection);
    bool areAllConnectionsLive() const; ///< all ssh connections are live
    TrialConnection &connectionFor(const TrialSetting &setting);
    void measureNextSetting();
    void runMeasurement(const TrialSetting &setting, bool isWarmUp);
    void handleFact(const WorkerFact &fact);
    void applyFact(const RfbWire::Progress &progress);
    void applyFact(const RfbWire::Challenge &challenge);
    void applyFact(const ImageDamageFact &damage);
    void applyFact(const RfbWire::Stats &stats);
    template<class Fact>
    void applyFact(const Fact & /*fact*/)
    {
    }
    void handleLinkSample(TrialConnection &connection, const LinkSample &sample);
    void finishResultIfComplete();
    void measurementEnded(const ConnectionEnd &end);
    void shownDisplayStateChanged();
    void endForSingleViewerServer();
    void removeSettingsWithCompressionOf(const TrialSetting &setting);
    void dropMeasurement();
    void endTrial(const QString &problem);

    const QPointer<DesktopSession> m_desktopSession;
    const SharedLinkObjects m_sharedLinkObjects;
    const TrialLimits m_trialLimits;
    const LinkTarget m_linkTarget;
    QList<TrialSetting> m_remainingSettings; ///< not measured yet; the first is in progress
    QList<TrialResult> m_results;
    bool m_wasLetIn = false; ///< the server has accepted a connection of this trial
    QString m_problem;
    bool m_hasEnded = false;
    bool m_hasShownDisplayEnded = false; ///< the shown display ended during the first measurement; the reason is not known yet
    std::vector<std::unique_ptr<TrialConnection>> m_sshConnections; ///< the connections without and with compression
    const TrialConnection *m_fullSpeedConnection = nullptr; ///< the connection that has just transferred an image, so TCP is at full speed
    Quality m_warmUpQuality = Quality::High;
    FramebufferStore m_framebufferStore;
    WorkerWatchdog m_watchdog;
    std::unique_ptr<DesktopLogin> m_desktopLogin;
    std::unique_ptr<ByteMeter> m_byteMeter;
    std::unique_ptr<WorkerConnection> m_workerConnection;
    Bytes m_bytesOfEndedMeasurements; ///< bytes received by measurements that are over
    Measurement m_currentMeasurement;
    QTimer m_timeLimitTimer;
};
}
