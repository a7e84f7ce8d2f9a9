// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connect/connectflow.h"

#include "app/facility/accountstore.h"
#include "app/facility/facilitychoice.h"
#include "sessions/profiles/facilitywording.h"
#include "widgets/facility/accountdialog.h"
#include "widgets/facility/sitedialog.h"
#include "widgets/facility/trustdialog.h"
#include "widgets/facility/unconfineddialog.h"

#include <QSysInfo>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = ConnectStep::Kind;

ConnectFlow::ConnectFlow(FacilityChoice *choice, QWidget *window, std::function<QDateTime()> now)
    : QObject(window)
    , m_facilityChoice(choice)
    , m_parentWindow(window)
    , m_now(now ? std::move(now) : std::function<QDateTime()>(&QDateTime::currentDateTimeUtc))
{
    // Queued, so that other receivers of the signal show the facility first.
    connect(m_facilityChoice, &FacilityChoice::facilityRead, this, &ConnectFlow::takeNextStep, Qt::QueuedConnection);
    m_xServerTimeout.setSingleShot(true);
    connect(&m_xServerTimeout, &QTimer::timeout, this, [this] {
        // The X server did not answer in time. It cannot show programs anyway, so the user is not asked about confining them.
        setCanConfinePrograms(true);
    });
}

ConnectFlow::~ConnectFlow()
{
    withdrawQuestion();
}

void ConnectFlow::requestConnection(const InstrumentProfile &shown)
{
    if (isFromOtherFacility(shown)) {
        return;
    }
    m_nextRequests.clear();
    startRequest({shown.id, !std::ranges::contains(m_facilityChoice->facility().profiles, shown.id, &InstrumentProfile::id)});
}

bool ConnectFlow::isFromOtherFacility(const InstrumentProfile &shown)
{
    const QString directory = m_facilityChoice->directory();
    if (m_facilityChoice->facility().directory == directory) {
        return false;
    }
    // The user clicked in a list that still shows the previous facility. A profile of the same name in the new facility is not the one requested.
    Q_EMIT obstacleFound(FacilityWording::otherFacilityChosen(directory, shown.name), {});
    return true;
}

void ConnectFlow::requestById(const QString &profileId, bool isLastValidVersion)
{
    m_nextRequests.clear();
    startRequest({profileId, isLastValidVersion});
}

void ConnectFlow::requestConnectionsInTurn(const QList<ConnectRequest> &wishes)
{
    m_nextRequests = wishes;
    startNextRequest();
}

bool ConnectFlow::startNextRequest()
{
    if (m_nextRequests.isEmpty()) {
        return false;
    }
    startRequest(m_nextRequests.takeFirst());
    return true;
}

void ConnectFlow::startRequest(const ConnectRequest &request)
{
    m_currentRequest = request;
    m_isQuestionWithdrawn = false;
    m_requestFacilityDirectory = m_facilityChoice->directory();
    if (m_requestFacilityDirectory.isEmpty()) {
        dropRequests();
        Q_EMIT obstacleFound(FacilityWording::noFacilitySetUp(request.profile), {});
        return;
    }
    takeNextStep();
}

void ConnectFlow::dropRequests()
{
    m_nextRequests.clear();
    if (m_currentRequest) {
        m_currentRequest.reset();
        Q_EMIT requestsDropped();
    }
}

void ConnectFlow::cancel()
{
    if (m_currentRequest) {
        dropRequests();
        withdrawQuestion();
    }
}

void ConnectFlow::forgetUnsavedApprovals()
{
    m_approvedProfileKeys.clear();
    m_unconfinedProgramsChoices.clear();
}

void ConnectFlow::beginWaitForXServer()
{
    m_canConfinePrograms.reset();
    m_xServerTimeout.start(3s);
}

void ConnectFlow::setCanConfinePrograms(bool canConfinePrograms)
{
    m_xServerTimeout.stop();
    m_canConfinePrograms = canConfinePrograms;
    takeNextStep();
}

std::optional<UnconfinedPrograms> ConnectFlow::unconfinedProgramsChoice(const QString &profileId) const
{
    const auto chosen = m_unconfinedProgramsChoices.constFind(profileId);
    return m_canConfinePrograms == true || chosen == m_unconfinedProgramsChoices.cend() ? std::nullopt : std::optional(*chosen);
}

QString ConnectFlow::requestedProfile() const
{
    return m_currentRequest ? m_currentRequest->profile : QString();
}

QString ConnectFlow::nameOfShownQuestion() const
{
    if (!m_questionDialog) {
        return {};
    }
    switch (m_stepOfQuestion.kind) {
    case Kind::AskSite:
        return u"site"_s;
    case Kind::AskAccount:
        return u"account"_s;
    case Kind::AskTrust:
        return u"trust"_s;
    case Kind::AskAboutUnconfinedPrograms:
        return u"programs"_s;
    default:
        return {};
    }
}

ConnectFacts ConnectFlow::currentFacts() const
{
    return {.isFacilityRead = m_facilityChoice->isFacilityRead(),
            .site = m_facilityChoice->site(),
            .isSiteFromCommandLine = m_facilityChoice->isSiteFromCommandLine(),
            .accounts = AccountStore::loadAccounts(m_facilityChoice->directory()),
            .accountInsertedInFacility = m_facilityChoice->account(),
            .approvedProfileKeys = m_approvedProfileKeys,
            .canConfinePrograms = m_canConfinePrograms,
            .unconfinedProgramsChoices = m_unconfinedProgramsChoices,
            .now = m_now()};
}

void ConnectFlow::takeNextStep()
{
    if (m_currentRequest && m_requestFacilityDirectory != m_facilityChoice->directory()) {
        dropRequests(); // the facility was changed: its profile of the same name is not the one that was requested
        withdrawQuestion();
    }
    if (!m_currentRequest && m_questionDialog && m_stepOfQuestion.kind == Kind::AskAccount && m_requestFacilityDirectory != m_facilityChoice->directory()) {
        withdrawQuestion(); // the facility was changed: an answer would store the account for the wrong facility
    }
    if (!m_currentRequest) {
        // If no site is set, the question for the site is asked when the program starts the first time, not only at the
        // first Connect.
        if (!m_questionDialog && m_facilityOfLastSiteQuestion != m_facilityChoice->directory() && m_facilityChoice->isFacilityRead()
            && ConnectSteps::asksForSite(m_facilityChoice->facility(), currentFacts())) {
            ConnectStep step;
            step.kind = Kind::AskSite;
            step.sites = m_facilityChoice->facility().sites;
            askStep(step);
        } else if (m_questionDialog && m_stepOfQuestion.kind == Kind::AskSite && m_stepOfQuestion.sites != m_facilityChoice->facility().sites) {
            withdrawQuestion();
            m_facilityOfLastSiteQuestion.clear();
            takeNextStep();
        }
        return;
    }
    const ConnectStep step = ConnectSteps::next(*m_currentRequest, m_facilityChoice->facility(), currentFacts());
    if (step.kind == Kind::WaitForFacility || (m_questionDialog && ConnectSteps::isSameQuestion(m_stepOfQuestion, step))) {
        return;
    }
    withdrawQuestion();
    switch (step.kind) {
    case Kind::ReadFacilityWithAccount:
        m_facilityChoice->setAccount(step.account);
        return;
    case Kind::Connect:
        m_currentRequest.reset();
        if (!step.account.isEmpty()) {
            saveAccount(step.profile, step.account); // the profile uses this account until the night ends
        }
        Q_EMIT profileReady(step.profile);
        if (!m_currentRequest) { // still empty: no receiver of profileReady() has requested another connection
            startNextRequest();
        }
        return;
    case Kind::CannotConnect:
        stopAtObstacle(step);
        return;
    default:
        askStep(step);
    }
}

void ConnectFlow::askStep(const ConnectStep &step)
{
    switch (step.kind) {
    case Kind::AskSite:
        m_facilityOfLastSiteQuestion = m_facilityChoice->directory();
        askSite(step);
        return;
    case Kind::AskAccount:
        askAccount(step);
        return;
    case Kind::AskTrust:
        askTrust(step);
        return;
    case Kind::AskAboutUnconfinedPrograms:
        askAboutUnconfinedPrograms(step);
        return;
    default:
        return;
    }
}

template<class QuestionDialog>
void ConnectFlow::openQuestion(QuestionDialog *dialog, const ConnectStep &step, auto useAnswer)
{
    connect(dialog, &QuestionDialog::answered, this, [this, useAnswer](const auto &answer) {
        m_questionDialog.clear();
        if (answer) {
            useAnswer(answer);
        } else {
            dropRequests();
        }
    });
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_stepOfQuestion = step;
    m_questionDialog = dialog;
    m_isQuestionWithdrawn = false;
    dialog->open();
}

void ConnectFlow::askSite(const ConnectStep &step)
{
    auto *dialog =
        new SiteDialog({m_facilityChoice->facility().name, step.sites, m_facilityChoice->missingSiteId(), QSysInfo::machineHostName()}, m_parentWindow);
    openQuestion(dialog, step, [this](const std::optional<QString> &site) {
        m_facilityChoice->setSite(*site); // setSite() leads to facilityRead(), which continues with the next step
    });
}

void ConnectFlow::askAccount(const ConnectStep &step)
{
    auto *dialog = new AccountDialog({step.profile.name, step.profile.accounts, step.account}, m_parentWindow);
    openQuestion(dialog, step, [this, profile = step.profile](const std::optional<QString> &account) {
        saveAccount(profile, *account);
        if (m_currentRequest) {
            takeNextStep();
            return;
        }
        m_facilityChoice->setAccount(*account);
        Q_EMIT accountChanged(profile.id, *account);
    });
}

void ConnectFlow::askTrust(const ConnectStep &step)
{
    auto *dialog = new TrustDialog({step.profile.name, step.profile.file, step.account, step.verdict, m_isQuestionWithdrawn}, m_parentWindow);
    openQuestion(dialog, step, [this, profileId = step.profile.id, hash = step.verdict.manifestHash, profileApprovalKey = step.profileApprovalKey](bool) {
        // The approval takes effect now, even if it cannot be saved on the disk.
        m_approvedProfileKeys.insert(profileApprovalKey);
        m_facilityChoice->approveProfile(profileId, hash);
        takeNextStep();
    });
}

void ConnectFlow::askAboutUnconfinedPrograms(const ConnectStep &step)
{
    QStringList programs;
    for (const WindowSpec &window : step.profile.windows) {
        if (needsConfinement(window)) {
            programs.append(window.title.isEmpty() ? window.id : window.title);
        }
    }
    auto *dialog = new UnconfinedProgramsDialog(step.profile.name, programs, m_parentWindow);
    openQuestion(dialog, step, [this, profileId = step.profile.id](const std::optional<UnconfinedPrograms> &answer) {
        m_unconfinedProgramsChoices.insert(profileId, *answer);
        takeNextStep();
    });
}

void ConnectFlow::askForOtherAccount(const InstrumentProfile &profile)
{
    if (m_questionDialog || isFromOtherFacility(profile)) {
        return;
    }
    dropRequests(); // a request that still waits without a question: its owners must not wait for it any longer
    m_requestFacilityDirectory = m_facilityChoice->directory();
    m_isQuestionWithdrawn = false;
    ConnectStep step;
    step.kind = Kind::AskAccount;
    step.profile = profile;
    const ConnectFacts now = currentFacts();
    step.account = now.accounts.accountOfTonight(profile, m_facilityChoice->facility().timezone, now.now);
    if (step.account.isEmpty()) {
        step.account = now.accounts.proposedAccount(profile);
    }
    askStep(step);
}

void ConnectFlow::withdrawQuestion()
{
    if (m_questionDialog) {
        m_questionDialog->disconnect(this); // the question is withdrawn: its closing must not count as an answer
        m_questionDialog->close();
        m_questionDialog.clear();
        m_isQuestionWithdrawn = true;
    }
}

void ConnectFlow::stopAtObstacle(const ConnectStep &step)
{
    const QString profileId = requestedProfile();
    const QString why = obstacleText(step.obstacle, profileId);
    const QString broken = step.obstacle == ConnectStep::Obstacle::HasErrors ? profileId : QString();
    if (m_nextRequests.isEmpty()) {
        dropRequests();
        Q_EMIT obstacleFound(why, broken);
        return;
    }
    m_currentRequest.reset();
    Q_EMIT obstacleFound(why, broken);
    if (!m_currentRequest) {
        startNextRequest();
    }
}

QString ConnectFlow::obstacleText(ConnectStep::Obstacle obstacle, const QString &profileId) const
{
    const Facility &facility = m_facilityChoice->facility();
    switch (obstacle) {
    case ConnectStep::Obstacle::UnknownSite:
        return FacilityWording::unknownSite(facility, m_facilityChoice->site());
    case ConnectStep::Obstacle::ProfileWasCorrected:
        return FacilityWording::profileErrorsWereCorrected(facility, profileId);
    case ConnectStep::Obstacle::TrustNotDetermined:
        return FacilityWording::trustNotDetermined(profileId);
    case ConnectStep::Obstacle::NoSuchProfile:
    case ConnectStep::Obstacle::HasErrors:
    case ConnectStep::Obstacle::None:
        break;
    }
    return FacilityWording::unusableProfile(facility, profileId);
}

void ConnectFlow::saveAccount(const InstrumentProfile &profile, const QString &account)
{
    AccountStore::saveAccount(m_facilityChoice->directory(), {profile.id, account, m_now()});
}
}
