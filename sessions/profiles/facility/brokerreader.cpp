// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/brokerreader.h"

#include "sessions/profiles/facility/profilecomposer.h"
#include "sessions/profiles/format/tablereader.h"
#include "sessions/profiles/tablenames.h"

using namespace Qt::StringLiterals;

namespace Nightdesk::BrokerReader
{
namespace
{
constexpr auto brokerTable = "broker"_L1;

/// The facility's links with the values that apply at the site.
TomlNode effectiveLinks(const ProfileComposer &composer)
{
    Problems toldWithTheFacility;
    const TomlNode all = composer.compose({}, true, toldWithTheFacility);
    const TomlEntry *links = all.find(TableNames::links);
    return links && links->value.isTable() ? links->value : TomlNode();
}

bool isComplete(const BrokerSpec &spec)
{
    const auto *port = std::get_if<TcpAddress>(&spec.address);
    return port ? port->port != 0 : !std::get<UnixSocket>(spec.address).path.isEmpty();
}
}

ParsedBroker readBroker(const FacilityDocument &facility, const QString &site, const QString &account)
{
    const TomlEntry *entry = facility.root().find(brokerTable);
    if (!entry || !entry->value.isTable()) {
        return {};
    }
    const TomlNode nothing;
    const ProfileComposer composer(facility, site, {}, nothing);
    const TomlNode links = effectiveLinks(composer);
    const auto contextWith = [&](Variables variables) {
        ValueReader::Context context;
        context.file = facility.file();
        context.site = site;
        context.areAllDefinitionsRead = !facility.root().hasUnreadableLine;
        composer.defineVariables(nothing, variables);
        variables.setDefinitionsFullyRead(context.areAllDefinitionsRead);
        variables.resolve();
        context.variables = variables;
        for (const TomlEntry &link : links.entries()) {
            context.links.append(link.key);
        }
        return context;
    };

    Problems problems;
    BrokerSpec spec;
    spec.place = entry->place;
    TableReader(contextWith({}), problems).read(TableId::Broker, entry->value, &spec);
    bool isFullyRead = !entry->value.hasUnreadableLine && isComplete(spec) && !spec.link.id.isEmpty();
    if (const TomlEntry *link = links.find(spec.link.id)) {
        spec.link.place = link->value.place;
        TableReader reader(contextWith(Variables::forAccount(account)), problems);
        reader.read(TableId::Link, link->value, &spec.link);
        spec.needsAccount = reader.hasUsedAccountVariable();
        if (spec.link.knownHostsPath.isEmpty()) {
            spec.link.knownHostsPath = facility.header().knownHostsPath;
        }
        isFullyRead = isFullyRead && link->value.isTable() && !link->value.hasUnreadableLine;
    }
    ParsedBroker result{.spec = {}, .problems = problems.sorted()};
    if (isFullyRead && !problems.hasErrors()) {
        result.spec = spec;
    }
    return result;
}
}
