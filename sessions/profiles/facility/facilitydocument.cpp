// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilitydocument.h"

#include "sessions/profiles/facility/brokerreader.h"
#include "sessions/profiles/facility/facilityinspector.h"
#include "sessions/profiles/format/tablereader.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/tablenames.h"
#include "sessions/profiles/textsof.h"
#include "sessions/profiles/toml/tomldocument.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{

void checkScreenSizes(const TomlNode &site, const QStringList &screens, Problems &problems)
{
    const TomlNode *sizes = site.table(u"screen-sizes"_s);
    if (!sizes || screens.isEmpty()) {
        return;
    }
    for (const TomlEntry &size : sizes->entries()) {
        if (!screens.contains(size.key)) {
            problems.error(size.place,
                           problemText(i18nc("@info an error in a profile; %1: a name in quotes", "the site has no screen %1", quoted(size.key)),
                                       i18nc("@info what a key of a profile expects; %1: names", "one of %1", screens.join(u", "_s)),
                                       suggestion(size.key, screens)));
        }
    }
}
}

FacilityDocument::FacilityDocument(QByteArrayView text, const QString &file)
    : m_filePath(file)
{
    Problems problems;
    TomlOutline outline;
    const std::optional<TomlNode> root = TomlDocument::read(text, file, problems, &outline);
    if (!root) {
        m_problems = problems.sorted();
        return;
    }
    m_rootTable = *root;
    Problems format;
    if (!TableReader::checkFormatVersion(TableId::Facility, m_rootTable, format)) {
        m_problems = format.sorted();
        m_rootTable = {};
        return;
    }
    problems.add(format.sorted());
    m_isReadable = true;
    m_valueContext.file = file;
    if (const TomlNode *texts = m_rootTable.table(TableNames::variables)) {
        m_valueContext.variables.defineVariables(*texts);
        m_valueContext.variables.resolve(); // errors in variables are ignored here, because FacilityInspector reports them
    }
    TableReader(m_valueContext, problems).read(TableId::Facility, m_rootTable, &m_header);
    readSites(problems);
    readGroups(problems);
    m_people = readTableList<PersonSpec>(u"person"_s, problems);
    m_rooms = readTableList<RoomSpec>(u"room"_s, problems);
    QList<FacilityErrors::Finding> findings;
    const QList<ProfileError> ofTheFile = problems.sorted();
    for (const ProfileError &problem : ofTheFile) {
        findings.append({problem});
    }
    findings += FacilityInspector::checkFacility(*this);
    for (const FacilityErrors::Finding &finding : std::as_const(findings)) {
        problems.add(finding.problem);
    }
    checkBroker(problems); // called after m_facilityErrors was set, since an error in [broker] does not make any profile invalid
    m_problems = problems.sorted();
    m_facilityErrors = FacilityErrors(findings, outline, m_rootTable);
}

const FacilityHeader &FacilityDocument::header() const
{
    return m_header;
}

const QList<SiteSpec> &FacilityDocument::sites() const
{
    return m_sites;
}

SiteSpec FacilityDocument::site(const QString &id) const
{
    const auto found = std::ranges::find(m_sites, id, &SiteSpec::id);
    return found == m_sites.end() ? SiteSpec() : *found;
}

QStringList FacilityDocument::siteNames() const
{
    return textsOf(m_sites, &SiteSpec::id);
}

QStringList FacilityDocument::screens(const QString &site) const
{
    QStringList result;
    for (const SiteSpec &one : m_sites) {
        if (site.isEmpty() || one.id == site) {
            result += one.screens;
        }
    }
    result.removeDuplicates();
    return result;
}

QList<PersonSpec> FacilityDocument::people() const
{
    return m_people;
}

QList<RoomSpec> FacilityDocument::rooms() const
{
    return m_rooms;
}

std::optional<BrokerSpec> FacilityDocument::broker(const QString &site, const QString &account) const
{
    const BrokerReader::ParsedBroker reading = BrokerReader::readBroker(*this, site, account);
    if (!reading.spec) {
        return std::nullopt;
    }
    // A line that could not be read may have been meant for this link. The route is then unknown, and no broker is
    // used.
    const QSet<QString> links{reading.spec->link.id};
    return errorsForUsedParts({site, {}, links, reading.spec->needsAccount}).isEmpty() ? reading.spec : std::nullopt;
}

const TomlNode &FacilityDocument::root() const
{
    return m_rootTable;
}

const FacilityGroups &FacilityDocument::groups() const
{
    return m_groups;
}

const TomlNode *FacilityDocument::groupTable(const QString &name) const
{
    const TomlNode *groups = m_rootTable.table(TableNames::groups);
    return groups ? groups->table(name) : nullptr;
}

const TomlNode *FacilityDocument::siteTable(const QString &name) const
{
    const TomlNode *sites = m_rootTable.table(TableNames::sites);
    return sites ? sites->table(name) : nullptr;
}

const QString &FacilityDocument::file() const
{
    return m_filePath;
}

bool FacilityDocument::isReadable() const
{
    return m_isReadable;
}

const QList<ProfileError> &FacilityDocument::problems() const
{
    return m_problems;
}

QList<ProfileError> FacilityDocument::errorsForUsedParts(const FacilityErrors::UsedParts &use) const
{
    // The list of errors is limited: a dropped error may concern any profile.
    const bool isWhole = m_isReadable && m_problems.size() < Problems::maxProblemCount;
    return isWhole ? m_facilityErrors.errorsFor(use) : m_problems;
}

void FacilityDocument::readSites(Problems &problems)
{
    const TomlNode *sites = m_rootTable.table(TableNames::sites);
    if (!sites) {
        return;
    }
    const KeyInfo *key = findKey(TableId::Facility, TableNames::sites);
    for (const TomlEntry &entry : sites->entries()) {
        if (!entry.value.isTable() || !ValueGrammar::isIdentifier(entry.key)) {
            if (entry.value.kind != TomlNode::Kind::Broken) {
                problems.error(entry.place,
                               problemText(i18nc("@info an error in a profile; %1: a name in quotes", "%1 is not a valid name for a site", quoted(entry.key)),
                                           entry.value.isTable() ? valueExpectation(*findKey(TableId::Profile, u"id"_s)) : valueExpectation(*key)));
            }
            continue;
        }
        if (m_sites.size() == maxSites) {
            problems.error(
                entry.place,
                i18nc("@info an error in a profile; %1: a number", "there are too many sites: a facility can have at most %1", QString::number(maxSites)));
            break;
        }
        SiteSpec site;
        site.id = entry.key;
        TableReader(m_valueContext, problems).read(key->childTable, entry.value, &site);
        if (site.name.isEmpty()) {
            site.name = site.id;
        }
        checkScreenSizes(entry.value, site.screens, problems);
        m_sites.append(site);
    }
}

void FacilityDocument::readGroups(Problems &problems)
{
    m_groups = FacilityGroups(m_rootTable);
    const TomlNode *groups = m_rootTable.table(TableNames::groups);
    if (!groups) {
        return;
    }
    for (const TomlEntry &entry : groups->entries()) {
        if (!ValueGrammar::isIdentifier(entry.key)) {
            problems.error(entry.place,
                           problemText(i18nc("@info an error in a profile; %1: a name in quotes", "%1 is not a valid name for a group", quoted(entry.key)),
                                       valueExpectation(*findKey(TableId::Profile, u"id"_s))));
        } else if (entry.value.isTable()) {
            // TableReader needs a target, but stores nothing in it: this call only checks the keys. Profiles that include the group read its values.
            int nothing = 0;
            TableReader(m_valueContext, problems).read(TableId::FacilityGroup, entry.value, &nothing);
        } else if (entry.value.kind != TomlNode::Kind::Broken) {
            problems.error(entry.place,
                           problemText(i18nc("@info an error in a profile; %1: a name in quotes", "%1 is not a group", quoted(entry.key)),
                                       valueExpectation(*findKey(TableId::Facility, TableNames::groups))));
        }
    }
}

void FacilityDocument::checkBroker(Problems &problems) const
{
    const QStringList sites = m_sites.isEmpty() ? QStringList{QString()} : siteNames();
    // Places of the errors reported so far: the same error may be worded differently at another site.
    QSet<QString> reportedPlaces;
    for (const ProfileError &problem : problems.sorted()) {
        reportedPlaces.insert(problem.place.toString());
    }
    for (const QString &site : sites) {
        const QList<ProfileError> found = BrokerReader::readBroker(*this, site).problems;
        for (const ProfileError &problem : found) {
            if (!reportedPlaces.contains(problem.place.toString())) {
                reportedPlaces.insert(problem.place.toString());
                problems.add(problem);
            }
        }
    }
}

template<typename Spec>
QList<Spec> FacilityDocument::readTableList(const QString &name, Problems &problems) const
{
    QList<Spec> result;
    for (const TomlNode &node : m_rootTable.itemsOf(name)) {
        if (!node.isTable()) {
            return {}; // TableReader has reported that the value is not a list of tables
        }
        Spec spec;
        spec.place = node.place;
        Problems found;
        TableReader(m_valueContext, found).read(findKey(TableId::Facility, name)->childTable, node, &spec);
        problems.add(found.sorted());
        if (!found.hasErrors()) {
            result.append(spec);
        }
    }
    return result;
}
}
