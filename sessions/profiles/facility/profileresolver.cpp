// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/profileresolver.h"

#include "sessions/profiles/facility/profilecomposer.h"
#include "sessions/profiles/format/tablereader.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/tablenames.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
// Names of keys in a profile.
constexpr auto desktopTables = "desktop"_L1;
constexpr auto windowTables = "window"_L1;
constexpr auto accountsKey = "accounts"_L1;

QString instrumentName(const TomlNode &root, const QString &file)
{
    const TomlEntry *name = root.find(u"name"_s);
    return name && name->value.kind == TomlNode::Kind::Text ? name->value.text : QFileInfo(file).completeBaseName();
}
}

ProfileResolver::ProfileResolver(const TomlNode &root,
                                 const QString &file,
                                 const FacilityDocument &facility,
                                 const QString &site,
                                 const QString &account,
                                 Problems &problems)
    : m_rootTable(root)
    , m_profileFile(file)
    , m_facilityDocument(facility)
    , m_siteId(site)
    , m_problems(problems)
{
    m_valueContext.file = file;
    m_valueContext.variables = Variables(account, instrumentName(root, file));
    m_valueContext.site = site;
    m_valueContext.screens = facility.screens(site);
    const bool isEveryKnown = std::ranges::none_of(facility.sites(), [](const SiteSpec &one) {
        return one.screens.isEmpty(); // the site's screens are unknown; the line that names them may have an error
    });
    if (facility.sites().size() > 1 && isEveryKnown) {
        m_valueContext.screensOfAllSites = facility.screens({});
    }
}

ProfileResolver::ProfileResolver(const FacilityDocument &facility, const QString &group, const QString &site, Problems &problems)
    : ProfileResolver({}, facility.file(), facility, site, {}, problems)
{
    m_rootTable.place = facility.root().place;
    if (!group.isEmpty()) {
        TomlNode name;
        name.kind = TomlNode::Kind::Text;
        name.text = group;
        TomlNode names;
        names.kind = TomlNode::Kind::Array;
        names.items = {name};
        m_rootTable.insert(TableNames::include, m_rootTable.place, names);
    }
}

InstrumentProfile ProfileResolver::resolve()
{
    m_profile.file = m_profileFile;
    m_profile.site = m_siteId;
    const bool hasAccounts = m_rootTable.find(accountsKey);
    if (const TomlEntry *common = m_facilityDocument.root().find(accountsKey); common && !hasAccounts) {
        m_rootTable.insert(common->key, common->place, common->value);
    }
    m_profileTables = m_rootTable;
    const QStringList groups = includedGroups();
    compose(groups, profileSiteTable());
    Problems header;
    TableReader(m_valueContext, header).read(TableId::Profile, m_profileTables, &m_profile);
    addProblems(header);
    readLinks();
    readDesktops();
    readWindows();
    addFacilityErrors(groups, !hasAccounts);
    leaveOutUnusedLinks();
    for (const LinkSpec &link : std::as_const(m_profile.links)) {
        m_profile.needsAccount = m_profile.needsAccount || m_linksUsingAccount.contains(link.id);
    }
    if (!m_rootTable.find(desktopTables) && !m_rootTable.find(windowTables) && !m_problems.hasErrors()) {
        m_problems.warning(m_rootTable.place, i18nc("@info a warning about a profile", "the profile shows nothing: it has no [[desktop]] and no [[window]]"));
    }
    return m_profile;
}

void ProfileResolver::checkFacility()
{
    compose(includedGroups(), {});
    readLinks();
    // Checks defaults for links, desktops and windows even if the profile has none of these.
    const TomlNode nothing;
    const TomlNode defaults = ProfileComposer(m_facilityDocument, m_siteId, {}, nothing).defaults();
    for (const KeyInfo *kind : keysOf(TableId::Default)) {
        if (const TomlEntry *keys = defaults.find(kind->name)) {
            TableReader(m_valueContext, m_problems).readPartialTable(kind->childTable, keys->value);
        }
    }
    readDesktops();
    readWindows();
}

const TomlNode &ProfileResolver::effective() const
{
    return m_rootTable;
}

const Variables &ProfileResolver::variables() const
{
    return m_valueContext.variables;
}

bool ProfileResolver::isFromFacility(const SourcePlace &place) const
{
    return place.file != m_profileFile;
}

void ProfileResolver::addProblems(const Problems &found)
{
    for (const ProfileError &problem : found.sorted()) {
        // If facility.toml has an error in the same line, that error is reported instead, since this one is probably only its consequence.
        bool known = false;
        for (const ProfileError &one : isFromFacility(problem.place) ? m_facilityDocument.problems() : QList<ProfileError>()) {
            if (one.place.line == problem.place.line && one.severity == problem.severity) {
                m_problems.add(one);
                known = true;
            }
        }
        if (!known) {
            m_problems.add(problem);
        }
    }
}

void ProfileResolver::rejectPartlyReadTable(const TomlNode &table, Problems &found) const
{
    if (!table.hasUnreadableLine || !isFromFacility(table.place)) {
        return;
    }
    const QList<ProfileError> &problems = m_facilityDocument.problems();
    const auto first = std::ranges::find_if(problems, [&table](const ProfileError &problem) {
        return problem.severity == Severity::Error && problem.place.line >= table.place.line;
    });
    if (first != problems.end()) {
        found.add(*first);
    }
}

void ProfileResolver::addFacilityErrors(const QStringList &groups, bool takesFacilityAccounts)
{
    QSet<QString> links;
    for (const QString &link : std::as_const(m_usedLinkIds)) {
        if (m_problemsByFacilityLink.contains(link)) {
            links.insert(link);
        }
    }
    m_problems.add(m_facilityDocument.errorsForUsedParts({m_siteId, groups, links, takesFacilityAccounts}));
    if (!m_areAllDefinitionsRead && !m_problems.hasErrors()) {
        // The suppressed errors are consequences of the facility's errors. Report these, since the profile would seem
        // to have no error otherwise.
        m_problems.add(m_facilityDocument.problems());
    }
}

QStringList ProfileResolver::includedGroups()
{
    QStringList names;
    for (const auto &[name, place] : FacilityGroups::includedNames(m_rootTable)) {
        if (m_facilityDocument.groups().contains(name)) {
            names.append(name);
        } else if (m_facilityDocument.file().isEmpty()) {
            m_problems.error(place,
                             i18nc("@info an error in a profile; %1: a name in quotes",
                                   "there is no group %1: groups are defined in facility.toml, and this file is not in a facility’s profiles directory",
                                   quoted(name)));
        } else if (m_facilityDocument.isReadable()) { // in an unreadable facility.toml the group may exist, so it is not reported as missing
            m_problems.error(place, m_facilityDocument.groups().unknownGroupText(name));
        }
        m_areAllDefinitionsRead = m_areAllDefinitionsRead && m_facilityDocument.groups().contains(name);
    }
    const QStringList groups = m_facilityDocument.groups().withIncludedGroups(names);
    for (const QString &group : groups) {
        m_problems.add(m_facilityDocument.groups().problems(group));
        m_areAllDefinitionsRead = m_areAllDefinitionsRead && m_facilityDocument.groups().problems(group).isEmpty();
    }
    return groups;
}

void ProfileResolver::determineIfAllDefinitionsRead(const QStringList &groups, const TomlNode &siteOverrides)
{
    const auto isFullyRead = [](const TomlNode *table) {
        if (!table) {
            return true;
        }
        const TomlEntry *include = table->find(TableNames::include);
        const TomlEntry *texts = table->find(TableNames::variables);
        const bool isRead = !include || FacilityGroups::includedNames(*table).size() == static_cast<qsizetype>(include->value.items.size());
        const bool isList = !include || include->value.kind == TomlNode::Kind::Array;
        return !table->hasUnreadableLine && isRead && isList && !(texts && texts->value.hasUnreadableLine);
    };
    m_areAllDefinitionsRead = m_areAllDefinitionsRead && isFullyRead(&m_rootTable) && isFullyRead(&siteOverrides) && isFullyRead(&m_facilityDocument.root())
        && isFullyRead(m_facilityDocument.siteTable(m_siteId));
    for (const QString &group : groups) {
        m_areAllDefinitionsRead = m_areAllDefinitionsRead && isFullyRead(m_facilityDocument.groupTable(group));
    }
    m_valueContext.areAllDefinitionsRead = m_areAllDefinitionsRead;
}

TomlNode ProfileResolver::profileSiteTable()
{
    const TomlEntry *sites = m_rootTable.find(TableNames::sites);
    if (!sites || !sites->value.isTable()) {
        return {};
    }
    const QStringList known = m_facilityDocument.siteNames();
    TomlNode siteOverrides;
    for (const TomlEntry &site : sites->value.entries()) {
        if (!known.isEmpty() && !known.contains(site.key)) {
            m_problems.error(site.place,
                             problemText(i18nc("@info an error in a profile; %1: a name in quotes", "the facility has no site %1", quoted(site.key)),
                                         i18nc("@info what a key of a profile expects; %1: names", "one of %1", known.join(u", "_s)),
                                         suggestion(site.key, known)));
        }
        if (!site.value.isTable()) {
            if (site.value.kind != TomlNode::Kind::Broken) {
                m_problems.error(site.place,
                                 problemText(i18nc("@info an error in a profile; %1: a key in quotes", "%1 is not valid", quoted(site.key)),
                                             valueExpectation(*findKey(TableId::Profile, TableNames::sites))));
            }
            continue;
        }
        int nothing = 0; // TableReader needs a target, but stores nothing in it: this call only checks the keys of [site.ID]
        TableReader(m_valueContext, m_problems).read(TableId::ProfileSite, site.value, &nothing);
        if (site.key == m_siteId) {
            siteOverrides = site.value;
        }
    }
    return siteOverrides;
}

void ProfileResolver::compose(const QStringList &groups, const TomlNode &siteOverrides)
{
    determineIfAllDefinitionsRead(groups, siteOverrides);
    const ProfileComposer composer(m_facilityDocument, m_siteId, groups, siteOverrides);
    if (const TomlEntry *texts = siteOverrides.find(TableNames::variables); m_areAllDefinitionsRead && texts && texts->value.isTable()) {
        Variables elsewhere;
        ProfileComposer(m_facilityDocument, m_siteId, groups, {}).defineVariables(m_rootTable, elsewhere);
        checkSiteVariables(texts->value, elsewhere.definitions(), m_problems);
    }
    composer.defineVariables(m_rootTable, m_valueContext.variables);
    m_valueContext.variables.setDefinitionsFullyRead(m_areAllDefinitionsRead);
    m_valueContext.variables.resolve();
    for (const ProfileError &problem : m_valueContext.variables.problems()) {
        if (!isFromFacility(problem.place)) {
            m_problems.add(problem); // an error in a variable of facility.toml is not added here, but only if the profile uses the variable
        }
    }
    m_rootTable = composer.compose(m_rootTable, m_areAllDefinitionsRead, m_problems);
    m_rootTable.remove(TableNames::sites);
    const TomlEntry *include = m_rootTable.find(TableNames::include);
    m_displayIds = DisplayIds(m_profileFile, include ? include->value.place : m_rootTable.place, m_facilityDocument.problems());
    const TomlEntry *own = m_rootTable.find(TableNames::variables);
    if (!m_valueContext.variables.definitions().entries().empty() && (!own || own->value.isTable())) {
        TomlNode table = m_valueContext.variables.definitions();
        table.place = own ? own->value.place : m_rootTable.place;
        m_rootTable.remove(TableNames::variables);
        m_rootTable.insert(TableNames::variables, table.place, table);
    }
}

void ProfileResolver::checkSiteVariables(const TomlNode &siteVariables, const TomlNode &existingVariables, Problems &problems)
{
    // If there are more names than this, no similar name is suggested in errors: the search takes too long in a file full of errors.
    constexpr std::size_t maxNamesForSuggestion = 200;
    QStringList names;
    for (const TomlEntry &definition : existingVariables.entries()) {
        if (existingVariables.entries().size() <= maxNamesForSuggestion) {
            names.append(definition.key);
        }
    }
    for (const TomlEntry &entry : siteVariables.entries()) {
        if (!existingVariables.find(entry.key)) {
            problems.error(entry.place,
                           problemText(i18nc("@info an error in a profile; %1: a name in quotes",
                                             "there is no variable %1 to change at this site; define the variable under [variables] as well",
                                             quoted(entry.key)),
                                       {},
                                       suggestion(entry.key, names)));
        }
    }
}

void ProfileResolver::readLinks()
{
    const TomlEntry *links = m_rootTable.find(TableNames::links);
    if (!links || !links->value.isTable()) {
        return;
    }
    for (const TomlEntry &entry : links->value.entries()) {
        m_valueContext.links.append(entry.key);
        Problems found;
        LinkSpec link;
        link.id = entry.key;
        link.place = entry.value.place;
        if (!ValueGrammar::isIdentifier(entry.key)) {
            found.error(entry.place,
                        problemText(i18nc("@info an error in a profile; %1: a name in quotes", "%1 is not a valid name for a connection", quoted(entry.key)),
                                    valueExpectation(*findKey(TableId::Profile, u"id"_s))));
        } else if (entry.value.isTable()) {
            TableReader reader(m_valueContext, found);
            reader.read(TableId::Link, entry.value, &link);
            rejectPartlyReadTable(entry.value, found);
            if (reader.hasUsedAccountVariable()) {
                m_linksUsingAccount.insert(link.id);
            }
        } else if (entry.value.kind != TomlNode::Kind::Broken || isFromFacility(entry.place)) {
            found.error(entry.place,
                        problemText(i18nc("@info an error in a profile; %1: a name in quotes", "%1 is not a connection", quoted(entry.key)),
                                    valueExpectation(*findKey(TableId::Profile, TableNames::links))));
        }
        if (link.knownHostsPath.isEmpty()) {
            link.knownHostsPath = m_facilityDocument.header().knownHostsPath;
        }
        if (isFromFacility(entry.place)) {
            m_problemsByFacilityLink.insert(link.id, found);
        } else {
            addProblems(found);
        }
        m_profile.links.append(link);
    }
}

void ProfileResolver::readDesktops()
{
    for (const TomlNode &node : tablesNamed(desktopTables)) {
        m_profile.desktops.append(readDisplay<DesktopSpec>(TableId::Desktop, node));
        const DesktopSpec &desktop = m_profile.desktops.last();
        checkDiscoverKey(desktop, node);
        checkViewer(desktop, node, !std::holds_alternative<UnixSocket>(desktop.address));
        checkIneffectiveKeys(desktop, node);
    }
}

void ProfileResolver::checkDiscoverKey(const DesktopSpec &desktop, const TomlNode &node)
{
    const TomlEntry *discover = node.find(u"discover"_s);
    const TomlEntry *links = m_rootTable.find(TableNames::links);
    const TomlEntry *link = links ? links->value.find(desktop.link) : nullptr;
    if (discover && discover->value.isTable() && link && link->value.isTable() && !link->value.hasUnreadableLine && !link->value.find(u"discover"_s)) {
        Problems found;
        found.error(discover->place,
                    i18nc("@info an error in a profile; %1, %2: names in quotes",
                          "the connection %1 does not look for desktops; add the key %2 to it",
                          quoted(desktop.link),
                          quoted(discover->key)));
        addProblems(found);
    }
}

void ProfileResolver::readWindows()
{
    for (const TomlNode &node : tablesNamed(windowTables)) {
        WindowSpec window = readDisplay<WindowSpec>(TableId::Window, node);
        if (window.isSingleInstance && !node.find(u"topology"_s)) {
            window.topology = Topology::VncApp; // with this topology, other desks can join the only instance
        }
        checkViewer(window, node, false);
        checkIneffectiveKeys(window, node);
        m_profile.windows.append(window);
    }
}

template<typename Spec>
void ProfileResolver::checkViewer(const Spec &spec, const TomlNode &node, bool canOtherHostsConnect)
{
    const TomlEntry *viewer = node.find(u"viewer"_s);
    const TomlEntry *link = viewer ? viewer->value.find(u"link"_s) : nullptr;
    if (link && !spec.viewer.link.isEmpty() && spec.viewer.link != spec.link && spec.viewer.command.isEmpty() && !viewer->value.find(u"command"_s)
        && !canOtherHostsConnect) {
        Problems found;
        found.error(link->value.place,
                    i18nc("@info an error in a profile; %1: a name in quotes, %2: a key in quotes",
                          "the viewer cannot reach the Unix socket on the host of %1; remove this key or set %2",
                          quoted(spec.link),
                          quoted(u"command"_s)));
        addProblems(found);
    }
}

template<typename Spec>
void ProfileResolver::checkIneffectiveKeys(const Spec &spec, const TomlNode &node)
{
    Problems found;
    if (!m_ineffectiveKeys) {
        m_ineffectiveKeys.emplace(m_profileTables, m_facilityDocument.root());
    }
    m_ineffectiveKeys->check(spec, node, found);
    addProblems(found);
}

template<typename Spec>
Spec ProfileResolver::readDisplay(TableId table, const TomlNode &node)
{
    Spec spec;
    spec.place = node.place;
    Problems found;
    TableReader reader(m_valueContext, found);
    reader.read(table, node, &spec);
    rejectPartlyReadTable(node, found);
    addProblems(found);
    m_profile.needsAccount = m_profile.needsAccount || reader.hasUsedAccountVariable();
    if (spec.title.isEmpty()) {
        spec.title = spec.id;
    }
    markLinkUsed(spec.link);
    if (!spec.viewer.link.isEmpty()) {
        markLinkUsed(spec.viewer.link);
    }
    if (const TomlEntry *id = node.find(u"id"_s); id && !spec.id.isEmpty()) {
        m_displayIds.add(spec.id, id->value.place, m_problems);
    }
    return spec;
}

void ProfileResolver::markLinkUsed(const QString &link)
{
    if (!m_usedLinkIds.contains(link)) {
        m_usedLinkIds.insert(link);
        addProblems(m_problemsByFacilityLink.value(link));
    }
}

void ProfileResolver::leaveOutUnusedLinks()
{
    // Removes the facility's links that no display of this profile uses, because Nightdesk connects all links of a profile.
    m_profile.links.removeIf([this](const LinkSpec &link) {
        return m_problemsByFacilityLink.contains(link.id) && !m_usedLinkIds.contains(link.id);
    });
    TomlEntry *links = m_rootTable.find(TableNames::links);
    if (!links || !links->value.isTable()) {
        return;
    }
    TomlNode used; // a new table of the links to keep, since removing each of ten thousand unused links from the old table takes too long
    used.place = links->value.place;
    used.origin = links->value.origin;
    for (TomlEntry &link : links->value.entries()) {
        if (!m_problemsByFacilityLink.contains(link.key) || m_usedLinkIds.contains(link.key)) {
            used.insert(link.key, link.place, std::move(link.value));
        }
    }
    links->value = std::move(used);
}

const std::vector<TomlNode> &ProfileResolver::tablesNamed(const QString &name) const
{
    static const std::vector<TomlNode> none;
    const TomlEntry *entry = m_rootTable.find(name);
    return entry && entry->value.isTableList() ? entry->value.items : none;
}
}
