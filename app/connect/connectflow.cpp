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
    , m_choice(choice)
    , m_window(window)
    , m_now(now ? std::move(now) : std::function<QDateTime()>(&QDateTime::currentDateTimeUtc))
{
    // Queued, so that other receivers of the signal show the facility first.
    connect(m_choice, &FacilityChoice::facilityRead, this, &ConnectFlow::takeNextStep, Qt::QueuedConnection);
    m_xServerTimeout.setSingleShot(true);
    connect(&m_xServerTimeout, &QTimer::timeout, this, [this] {
        // The X server did not answer in time: desktops must not wait for it, and it cannot show programs anyway.
        setCanConfinePrograms(true);
    });
}

ConnectFlow::~ConnectFlow()
{
    closeQuestion();
}

void ConnectFlow::requestConnection(const InstrumentProfile &shown)
{
    if (isShownOutdated(shown)) {
        return;
    }
    m_nextRequests.clear();
    startRequest({shown.id, !std::ranges::contains(m_choice->facility().profiles, shown.id, &InstrumentProfile::id)});
}

bool ConnectFlow::isShownOutdated(const InstrumentProfile &shown)
{
    const QString directory = m_choice->directory();
    if (m_choice->facility().directory == directory) {
        return false;
    }
    // The user clicked in a list that still shows the previous facility. A profile of the same name in the new facility is not the one requested.
    Q_EMIT stopped(FacilityWording::otherFacility(directory, shown.name), {});
    return true;
}

void ConnectFlow::requestById(const QString &profileId, bool lastValid)
{
    m_nextRequests.clear();
    startRequest({profileId, lastValid});
}

void ConnectFlow::requestInTurn(const QList<ConnectRequest> &wishes)
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

void ConnectFlow::startRequest(const ConnectRequest &startRequest)
{
    m_request = startRequest;
    m_isQuestionWithdrawn = false;
    m_requestDirectory = m_choice->directory();
    if (m_requestDirectory.isEmpty()) {
        dropRequests();
        Q_EMIT stopped(FacilityWording::noFacility(startRequest.profile), {});
        return;
    }
    takeNextStep();
}

void ConnectFlow::dropRequests()
{
    m_nextRequests.clear();
    if (m_request) {
        m_request.reset();
        Q_EMIT requestsDropped();
    }
}

void ConnectFlow::cancel()
{
    if (m_request) {
        dropRequests();
        closeQuestion();
    }
}

void ConnectFlow::forgetApprovals()
{
    m_approvedKeys.clear();
    m_unconfinedChoices.clear();
}

void ConnectFlow::awaitXServer()
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

std::optional<UnconfinedPrograms> ConnectFlow::unconfined(const QString &profileId) const
{
    const auto chosen = m_unconfinedChoices.constFind(profileId);
    return m_canConfinePrograms == true || chosen == m_unconfinedChoices.cend() ? std::nullopt : std::optional(*chosen);
}

QString ConnectFlow::wanted() const
{
    return m_request ? m_request->profile : QString();
}

QString ConnectFlow::openQuestionName() const
{
    if (!m_question) {
        return {};
    }
    switch (m_askedStep.kind) {
    case Kind::AskSite:
        return u"site"_s;
    case Kind::AskAccount:
        return u"account"_s;
    case Kind::AskTrust:
        return u"trust"_s;
    case Kind::AskUnconfined:
        return u"programs"_s;
    default:
        return {};
    }
}

ConnectFacts ConnectFlow::currentKnowledge() const
{
    ConnectFacts currentKnowledge;
    currentKnowledge.isRead = m_choice->isRead();
    currentKnowledge.site = m_choice->site();
    currentKnowledge.isSiteFromCommandLine = m_choice->isSiteFromCommandLine();
    currentKnowledge.accounts = AccountStore::load(m_choice->directory());
    currentKnowledge.accountOfReading = m_choice->account();
    currentKnowledge.agreed = m_approvedKeys;
    currentKnowledge.canConfinePrograms = m_canConfinePrograms;
    currentKnowledge.unconfined = m_unconfinedChoices;
    currentKnowledge.now = m_now();
    return currentKnowledge;
}

void ConnectFlow::takeNextStep()
{
    if (m_request && m_requestDirectory != m_choice->directory()) {
        dropRequests(); // the facility was changed: its profile of the same name is not the one that was requested
        closeQuestion();
    }
    if (!m_request && m_question && m_askedStep.kind == Kind::AskAccount && m_requestDirectory != m_choice->directory()) {
        closeQuestion(); // the facility was changed: an answer would store the account for the wrong facility
    }
    if (!m_request) {
        // If no site is set, the question for the site is asked when the program starts the first time, not only at the
        // first Connect.
        if (!m_question && m_facilityAskedForSite != m_choice->directory() && m_choice->isRead()
            && ConnectSteps::asksForSite(m_choice->facility(), currentKnowledge())) {
            ConnectStep step;
            step.kind = Kind::AskSite;
            step.sites = m_choice->facility().sites;
            askStep(step);
        } else if (m_question && m_askedStep.kind == Kind::AskSite && m_askedStep.sites != m_choice->facility().sites) {
            closeQuestion();
            m_facilityAskedForSite.clear();
            takeNextStep();
        }
        return;
    }
    const ConnectStep step = ConnectSteps::next(*m_request, m_choice->facility(), currentKnowledge());
    if (step.kind == Kind::WaitForReading || (m_question && ConnectSteps::isSameQuestion(m_askedStep, step))) {
        return;
    }
    closeQuestion();
    switch (step.kind) {
    case Kind::WaitForReading:
        return;
    case Kind::AskSite:
    case Kind::AskAccount:
    case Kind::AskTrust:
    case Kind::AskUnconfined:
        askStep(step);
        return;
    case Kind::ReadWithAccount:
        m_choice->setAccount(step.account);
        return;
    case Kind::Connect:
        m_request.reset();
        if (!step.account.isEmpty()) {
            saveAccount(step.profile, step.account); // the profile uses this account until the night ends
        }
        Q_EMIT profileReady(step.profile);
        if (!m_request) { // no new request: a receiver of profileReady() may have requested another connection
            startNextRequest();
        }
        return;
    case Kind::Stop:
        stop(step);
        return;
    }
}

void ConnectFlow::askStep(const ConnectStep &step)
{
    switch (step.kind) {
    case Kind::AskSite:
        m_facilityAskedForSite = m_choice->directory();
        askSite(step);
        return;
    case Kind::AskAccount:
        askAccount(step);
        return;
    case Kind::AskTrust:
        askTrust(step);
        return;
    case Kind::AskUnconfined:
        askUnconfined(step);
        return;
    default:
        return;
    }
}

void ConnectFlow::askSite(const ConnectStep &step)
{
    auto *dialog = new SiteDialog({m_choice->facility().name, step.sites, m_choice->removedSite(), QSysInfo::machineHostName()}, m_window);
    connect(dialog, &SiteDialog::answered, this, [this](const std::optional<QString> &site) {
        m_question.clear();
        if (!site) {
            dropRequests();
            return;
        }
        m_choice->setSite(*site); // setSite() leads to facilityRead(), which continues with the next step
    });
    open(dialog, step);
}

void ConnectFlow::askAccount(const ConnectStep &step)
{
    auto *dialog = new AccountDialog({step.profile.name, step.profile.accounts, step.account}, m_window);
    connect(dialog, &AccountDialog::answered, this, [this, profile = step.profile](const std::optional<QString> &account) {
        m_question.clear();
        if (!account) {
            dropRequests();
            return;
        }
        saveAccount(profile, *account);
        if (m_request) {
            takeNextStep();
            return;
        }
        m_choice->setAccount(*account);
        Q_EMIT accountChanged(profile.id, *account);
    });
    open(dialog, step);
}

void ConnectFlow::askTrust(const ConnectStep &step)
{
    auto *dialog = new TrustDialog({step.profile.name, step.profile.file, step.account, step.verdict, m_isQuestionWithdrawn}, m_window);
    connect(dialog, &TrustDialog::answered, this, [this, profileId = step.profile.id, hash = step.verdict.hash, agreement = step.agreement](bool agreed) {
        m_question.clear();
        if (!agreed) {
            dropRequests();
            return;
        }
        // The approval takes effect now, even if it cannot be saved on the disk.
        m_approvedKeys.insert(agreement);
        m_choice->approveProfile(profileId, hash);
        takeNextStep();
    });
    open(dialog, step);
}

void ConnectFlow::askUnconfined(const ConnectStep &step)
{
    QStringList programs;
    for (const WindowSpec &window : step.profile.windows) {
        if (needsConfinement(window)) {
            programs.append(window.title.isEmpty() ? window.id : window.title);
        }
    }
    auto *dialog = new UnconfinedDialog(step.profile.name, programs, m_window);
    connect(dialog, &UnconfinedDialog::answered, this, [this, profileId = step.profile.id](const std::optional<UnconfinedPrograms> &answer) {
        m_question.clear();
        if (!answer) {
            dropRequests();
            return;
        }
        m_unconfinedChoices.insert(profileId, *answer);
        takeNextStep();
    });
    open(dialog, step);
}

void ConnectFlow::changeAccount(const InstrumentProfile &profile)
{
    if (m_question || isShownOutdated(profile)) {
        return;
    }
    m_request.reset();
    m_requestDirectory = m_choice->directory();
    m_isQuestionWithdrawn = false;
    ConnectStep step;
    step.kind = Kind::AskAccount;
    step.profile = profile;
    const ConnectFacts now = currentKnowledge();
    step.account = now.accounts.accountOfTonight(profile, m_choice->facility().timezone, now.now);
    if (step.account.isEmpty()) {
        step.account = now.accounts.proposedAccount(profile);
    }
    askStep(step);
}

void ConnectFlow::open(QDialog *dialog, const ConnectStep &step)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_askedStep = step;
    m_question = dialog;
    m_isQuestionWithdrawn = false;
    dialog->open();
}

void ConnectFlow::closeQuestion()
{
    if (m_question) {
        m_question->disconnect(this); // the question is withdrawn: its closing must not count as an answer
        m_question->close();
        m_question.clear();
        m_isQuestionWithdrawn = true;
    }
}

void ConnectFlow::stop(const ConnectStep &step)
{
    const QString profileId = wanted();
    const QString why = whyStopped(step.obstacle, profileId);
    const QString broken = step.obstacle == ConnectStep::Obstacle::HasErrors ? profileId : QString();
    if (m_nextRequests.isEmpty()) {
        dropRequests();
        Q_EMIT stopped(why, broken);
        return;
    }
    m_request.reset();
    Q_EMIT stopped(why, broken);
    if (!m_request) {
        startNextRequest();
    }
}

QString ConnectFlow::whyStopped(ConnectStep::Obstacle obstacle, const QString &profileId) const
{
    const Facility &facility = m_choice->facility();
    switch (obstacle) {
    case ConnectStep::Obstacle::UnknownSite:
        return FacilityWording::unknownSite(facility, m_choice->site());
    case ConnectStep::Obstacle::WasCorrected:
        return FacilityWording::wasCorrected(facility, profileId);
    case ConnectStep::Obstacle::Unjudged:
        return FacilityWording::unjudged(profileId);
    case ConnectStep::Obstacle::NoSuchProfile:
    case ConnectStep::Obstacle::HasErrors:
    case ConnectStep::Obstacle::None:
        break;
    }
    return FacilityWording::noSuchProfile(facility, profileId);
}

void ConnectFlow::saveAccount(const InstrumentProfile &profile, const QString &account)
{
    AccountStore::save(m_choice->directory(), {profile.id, account, m_now()});
}
}
