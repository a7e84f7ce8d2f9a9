// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/night/connectsteps.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>

class QDialog;
class QWidget;

namespace Nightdesk
{
class FacilityChoice;

/// The steps from a request to connect a profile until it may be connected. Asks the questions that ConnectSteps
/// returns, one at a time, and stores the answers. If files change meanwhile, replaces the open question by the one
/// that is then needed. GUI thread. A child of its window.
class ConnectFlow : public QObject
{
    Q_OBJECT
public:
    /// @p window is the parent of dialogs. @p now returns the time; empty: the computer's clock.
    ConnectFlow(FacilityChoice *choice, QWidget *window, std::function<QDateTime()> now = {});
    ~ConnectFlow() override;

    /// Requests the connection of @p shown, a profile in the list of instruments: its present version, or its last valid version.
    void requestConnection(const InstrumentProfile &shown);
    /// Requests the connection of a profile by its id, as soon as the facility is read; @p isLastValidVersion: in its last valid version.
    void requestById(const QString &profileId, bool isLastValidVersion = false);
    /// Requests several connections in turn. If one is not possible, the next one follows; Cancel drops all of them.
    void requestConnectionsInTurn(const QList<ConnectRequest> &wishes);
    /// Asks for another account for tonight. Existing connections keep their account.
    void askForOtherAccount(const InstrumentProfile &profile);
    /// Drops the requested connections and closes the open question.
    void cancel();
    /// Forgets approvals that were not saved on the disk. Call when a night is over.
    void forgetUnsavedApprovals();
    /// Call when the desk's X server is asked for its capabilities: profiles with X programs wait for setCanConfinePrograms(), 3 s at most.
    void beginWaitForXServer();
    void setCanConfinePrograms(bool canConfinePrograms);
    /// The user's choice tonight for X programs of this profile that the X server cannot confine; empty: no choice was needed.
    std::optional<UnconfinedPrograms> unconfinedProgramsChoice(const QString &profileId) const;
    /// The profile whose connection is requested; empty: none.
    QString requestedProfile() const;
    /// The open question, for scripts: "site", "account", "trust" or "programs"; empty: none.
    QString nameOfShownQuestion() const;

Q_SIGNALS:
    /// The profile may be connected: everything is known and approved.
    void profileReady(const Nightdesk::InstrumentProfile &profile);
    /// The profile cannot be connected. @p why is translated. @p brokenProfileId: the profile's id, if only its errors prevent the connection.
    void obstacleFound(const QString &why, const QString &brokenProfileId);
    void accountChanged(const QString &profileId, const QString &account);
    /// The requested connection and all after it were dropped: it is not possible, or the user canceled a question.
    void requestsDropped();

private:
    /// True: @p shown is from the list of another facility than the present one. Emits obstacleFound() then.
    bool isFromOtherFacility(const InstrumentProfile &shown);
    void startRequest(const ConnectRequest &request);
    bool startNextRequest();
    void dropRequests();
    void takeNextStep();
    void askStep(const ConnectStep &step);
    void askSite(const ConnectStep &step);
    void askAccount(const ConnectStep &step);
    void askTrust(const ConnectStep &step);
    void askAboutUnconfinedPrograms(const ConnectStep &step);
    /// Opens the dialog of @p step. Its answer goes to @p useAnswer; without one, the requests are dropped.
    template<class QuestionDialog>
    void openQuestion(QuestionDialog *dialog, const ConnectStep &step, auto useAnswer);
    void withdrawQuestion();
    void stopAtObstacle(const ConnectStep &step);
    QString obstacleText(ConnectStep::Obstacle obstacle, const QString &profileId) const;
    void saveAccount(const InstrumentProfile &profile, const QString &account);
    ConnectFacts currentFacts() const;

    FacilityChoice *m_facilityChoice;
    QWidget *m_parentWindow;
    std::function<QDateTime()> m_now;
    std::optional<ConnectRequest> m_currentRequest;
    QList<ConnectRequest> m_nextRequests; ///< requests that follow after m_currentRequest
    QString m_requestFacilityDirectory; ///< directory of the facility that the present request, or a new account, is for
    /// Directory of the facility whose site was already asked for, so that each run asks only once.
    QString m_facilityOfLastSiteQuestion;
    ConnectStep m_stepOfQuestion; ///< the step that the open question m_questionDialog is about
    QPointer<QDialog> m_questionDialog;
    bool m_isQuestionWithdrawn = false; ///< the last question was withdrawn, and no other question has replaced it yet
    QSet<QString> m_approvedProfileKeys;
    std::optional<bool> m_canConfinePrograms = true;
    QHash<QString, UnconfinedPrograms> m_unconfinedProgramsChoices;
    QTimer m_xServerTimeout;
};
}
