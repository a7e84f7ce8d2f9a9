// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/completecommand.h"

#include "app/commands/completer.h"
#include "sessions/bus/consolebusclient.h"
#include "sessions/profiles/facility/facilityreader.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QThread>

#include <future>
#include <memory>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using Completer::CompletionCandidate;

namespace
{
QList<CompletionCandidate> facilityCandidates(ArgumentKind kind, const Facility &facility)
{
    QList<CompletionCandidate> result;
    if (kind == ArgumentKind::Site) {
        for (const SiteSpec &site : facility.sites) {
            result.append({site.id, site.name});
        }
        return result;
    }
    for (const InstrumentProfile &profile : facility.profiles) {
        result.append({profile.id, profile.description.isEmpty() ? profile.name : profile.description});
    }
    for (const BrokenProfile &broken : facility.brokenProfiles) {
        result.append({broken.id, {}});
    }
    return result;
}

QList<CompletionCandidate> candidatesFromConsoles(ArgumentKind kind, std::chrono::milliseconds limit)
{
    QList<CompletionCandidate> result;
    const ConsoleBusClient calls(limit);
    const QStringList consoles = calls.consoleBusNames().value_or(QStringList());
    for (const QString &console : consoles) {
        const QJsonObject state = QJsonDocument::fromJson(calls.call(console, u"State"_s).value_or(QVariantList()).value(0).toString().toUtf8()).object();
        if (kind == ArgumentKind::Display) {
            const QJsonArray displays = state.value("displays"_L1).toArray();
            for (const QJsonValue &value : displays) {
                const QJsonObject display = value.toObject();
                result.append({display.value("id"_L1).toString(), display.value("title"_L1).toString()});
            }
            continue;
        }
        if (kind == ArgumentKind::ConnectedHost) {
            const QJsonArray links = state.value("links"_L1).toArray();
            for (const QJsonValue &link : links) {
                result.append({link["host"_L1].toString(), link["id"_L1].toString()});
            }
            continue;
        }
        result.append({state.value("profile"_L1).toString(), {}});
        const QJsonArray profiles = state.value("profiles"_L1).toArray();
        for (const QJsonValue &value : profiles) {
            result.append({value.isObject() ? value.toObject().value("id"_L1).toString() : value.toString(), {}});
        }
    }
    return result;
}

/// Reads the facility on another thread. If that does not finish within the limit, the thread is abandoned.
Facility readFacilityWithin(const QString &directory, const QString &site, std::chrono::milliseconds limit)
{
    auto promise = std::make_shared<std::promise<Facility>>();
    std::future<Facility> answer = promise->get_future();
    QThread *thread = QThread::create([promise, directory, site] {
        promise->set_value(FacilityReader::read(directory, site));
    });
    thread->start();
    return answer.wait_for(limit) == std::future_status::ready ? answer.get() : Facility();
}
}

int runCompleteCommand(const CompleteCommand &command, const DeskSettings &desk, QTextStream &out, std::chrono::milliseconds limit)
{
    const Completer::CompletionOffer offer = Completer::findCompletions(command.words);
    QList<CompletionCandidate> candidates = offer.candidates;
    QString files;
    switch (offer.query.kind) {
    case ArgumentKind::Profile:
    case ArgumentKind::Site: {
        const QString directory = offer.query.facility.isEmpty() ? desk.facilityDirectory : offer.query.facility;
        if (!directory.isEmpty()) {
            candidates += Completer::matchingCandidates(offer.query, facilityCandidates(offer.query.kind, readFacilityWithin(directory, {}, limit)));
        }
        break;
    }
    case ArgumentKind::Display:
    case ArgumentKind::ConnectedHost:
    case ArgumentKind::ConnectedProfile:
        candidates += Completer::matchingCandidates(offer.query, candidatesFromConsoles(offer.query.kind, limit));
        break;
    case ArgumentKind::File:
        files = u":files\n"_s;
        break;
    case ArgumentKind::Program:
        files = u":commands\n"_s;
        break;
    case ArgumentKind::Directory:
        files = u":directories\n"_s;
        break;
    case ArgumentKind::AnyText:
    case ArgumentKind::Host:
    case ArgumentKind::Schema:
    case ArgumentKind::BrokerAction:
        break;
    }
    out << Completer::text(candidates) << files;
    out.flush();
    return 0;
}
}
