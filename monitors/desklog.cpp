// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/desklog.h"

#include "monitors/deskstatus.h"
#include "sessions/common/logging.h"
#include "sessions/desk/desk.h"

namespace Nightdesk
{
namespace
{
QString failureReason(const std::optional<Failure> &failure)
{
    return failure ? QStringLiteral(": %1 (%2)").arg(failure->what, failure->affectedItem) : QString();
}
}

DeskLog::DeskLog(Desk *desk, QObject *parent)
    : QObject(parent)
{
    connect(desk, &Desk::profileConnected, this, [desk](const QString &id) {
        qCInfo(LogDesk).noquote() << "connecting" << id << "with" << desk->sessions(id).size() << "displays over" << desk->links(id).size() << "links";
    });
    connect(desk, &Desk::profileDisconnected, this, [](const QString &id) {
        qCInfo(LogDesk).noquote() << "disconnected" << id;
    });
    connect(desk, &Desk::linkAdded, this, [this, desk](Link *link) {
        watch(link, desk->profileOf(link).id + QLatin1Char('/') + link->target().spec.id);
    });
    connect(desk, &Desk::sessionAdded, this, qOverload<Session *>(&DeskLog::watch));
}

void DeskLog::watch(Link *link, const QString &name)
{
    connect(link, &Link::stateChanged, this, [link, name](LinkState state) {
        if (state == LinkState::Live) {
            const LinkFacts facts = link->facts();
            qCInfo(LogLink).noquote() << "link" << name << "is live:" << facts.account << "at" << facts.address << "port" << facts.port << facts.serverBanner
                                      << facts.cipher << (facts.sshCompresses ? "compressed" : "not compressed");
        } else {
            qCInfo(LogLink).noquote() << "link" << name << "is"
                                      << DeskStatus::name(state) + (state == LinkState::Closed ? failureReason(link->lastFailure()) : QString());
        }
    });
    connect(link, &Link::answeringChanged, this, [name](bool answers) {
        qCInfo(LogLink).noquote() << "link" << name << (answers ? "answers again" : "does not answer: input is held");
    });
    connect(link, &Link::connectionRenewed, this, [name] {
        qCInfo(LogLink).noquote() << "link" << name << "goes on in a new connection";
    });
    connect(link, &Link::linkRenewalFailed, this, [name](const Failure &failure) {
        qCInfo(LogLink).noquote() << "link" << name << "could not be made again" << failureReason(failure);
    });
}

void DeskLog::watch(Session *session)
{
    connect(session, &Session::stateChanged, this, [session](SessionState state) {
        QString more = failureReason(session->failure());
        if (state == SessionState::Live) {
            for (const StepTiming &step : session->steps()) {
                more += QStringLiteral(" %1 %2 ms").arg(DeskStatus::name(step.step), QString::number(step.duration.count()));
            }
        }
        qCInfo(LogDesk).noquote() << "display" << session->key() << "is" << DeskStatus::name(state) + more;
    });
    connect(session, &Session::answeringChanged, this, [session](Session::AnswerState answering) {
        static constexpr const char *names[] = {"answers", "is silent: input is held", "is stalled", "waits in an old connection"};
        qCInfo(LogDesk).noquote() << "display" << session->key() << names[static_cast<int>(answering)];
    });
}
}
