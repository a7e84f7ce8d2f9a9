// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/profileresolver.h"

#include "sessions/profiles/siteoverlay.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/tablereader.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
// The tables of a profile that have members of their own in InstrumentProfile; their keys are keyTable()'s.
constexpr auto linkTables = "link"_L1;
constexpr auto desktopTables = "desktop"_L1;
constexpr auto windowTables = "window"_L1;
constexpr auto siteTables = "site"_L1;

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
    : m_root(root)
    , m_file(file)
    , m_facility(facility)
    , m_site(site)
    , m_problems(problems)
{
    m_context.directory = QFileInfo(file).absolutePath();
    m_context.variables = Variables(account, instrumentName(root, file));
    m_context.site = site;
    m_context.screens = facility.screens(site);
}

InstrumentProfile ProfileResolver::resolve()
{
    m_profile.file = m_file;
    TableReader(m_context, m_problems).read(TableId::Profile, m_root, &m_profile);
    addSharedLinks();
    applySite();
    readLinks();
    readDesktops();
    readWindows();
    // Shared links that nothing here uses would be connected for nothing.
    m_profile.links.removeIf([this](const LinkSpec &link) {
        return m_shared.contains(link.id) && !m_used.contains(link.id);
    });
    if (TomlEntry *links = m_root.find(linkTables); links && links->value.isTable()) {
        for (const QString &id : std::as_const(m_shared)) {
            if (!m_used.contains(id)) {
                links->value.remove(id);
            }
        }
    }
    m_root.remove(siteTables);
    for (const LinkSpec &link : std::as_const(m_profile.links)) {
        m_profile.wantsAccount = m_profile.wantsAccount || m_askingLinks.contains(link.id);
    }
    if (!m_root.find(desktopTables) && !m_root.find(windowTables) && !m_problems.hasErrors()) {
        m_problems.warning(m_root.place, i18nc("@info a warning about a profile", "there is neither a [[desktop]] nor a [[window]]: nothing would be shown"));
    }
    return m_profile;
}

const TomlNode &ProfileResolver::inForce() const
{
    return m_root;
}

const Variables &ProfileResolver::variables() const
{
    return m_context.variables;
}

void ProfileResolver::addSharedLinks()
{
    const TomlNode shared = m_facility.links(m_site);
    if (shared.entries().empty()) {
        return;
    }
    TomlEntry *own = m_root.find(linkTables);
    if (!own) {
        TomlNode table;
        table.place = m_root.place;
        own = &m_root.insert(linkTables, m_root.place, table);
    }
    if (!own->value.isTable()) {
        return;
    }
    for (const TomlEntry &link : shared.entries()) {
        if (!own->value.find(link.key)) {
            own->value.insert(link.key, link.place, link.value);
            m_shared.insert(link.key);
        }
    }
}

void ProfileResolver::applySite()
{
    const TomlEntry *sites = m_root.find(siteTables);
    if (!sites || !sites->value.isTable()) {
        return;
    }
    const QStringList known = m_facility.siteNames();
    TomlNode here;
    for (const TomlEntry &site : sites->value.entries()) {
        if (!known.isEmpty() && !known.contains(site.key)) {
            m_problems.error(site.place,
                             problemText(i18nc("@info a mistake in a profile; %1: a name in quotes", "the facility has no site %1", quoted(site.key)),
                                         i18nc("@info what a key of a profile expects; %1: names", "one of %1", known.join(u", "_s)),
                                         suggestion(site.key, known)));
        }
        if (!site.value.isTable()) {
            if (site.value.kind != TomlNode::Kind::Broken) {
                m_problems.error(site.place,
                                 problemText(i18nc("@info a mistake in a profile; %1: a key in quotes", "%1 has the wrong form", quoted(site.key)),
                                             valueExpectation(*findKey(TableId::Profile, siteTables))));
            }
            continue;
        }
        int nothing = 0; // the keys of [site.ID] are tables and stored nowhere
        TableReader(m_context, m_problems).read(TableId::ProfileSite, site.value, &nothing);
        if (site.key == m_site) {
            here = site.value;
        }
    }
    SiteOverlay::apply(TableId::ProfileSite, here, m_root, m_problems);
}

void ProfileResolver::readLinks()
{
    const TomlEntry *links = m_root.find(linkTables);
    if (!links || !links->value.isTable()) {
        return;
    }
    for (const TomlEntry &entry : links->value.entries()) {
        m_context.links.append(entry.key);
        const bool isShared = m_shared.contains(entry.key);
        Problems problems;
        LinkSpec link;
        link.id = entry.key;
        link.place = entry.value.place;
        if (!ValueGrammar::isIdentifier(entry.key)) {
            problems.error(entry.place,
                           problemText(i18nc("@info a mistake in a profile; %1: a name in quotes", "%1 is no name of a link", quoted(entry.key)),
                                       valueExpectation(*findKey(TableId::Profile, u"id"_s))));
        } else if (entry.value.isTable()) {
            // A shared link's paths are relative to the facility.
            ValueReader::Context context = m_context;
            context.directory = isShared ? m_facility.directory() : m_context.directory;
            TableReader reader(context, problems);
            reader.read(TableId::Link, entry.value, &link);
            if (reader.usedAccount()) {
                m_askingLinks.insert(link.id);
            }
        } else if (entry.value.kind != TomlNode::Kind::Broken) {
            problems.error(entry.place,
                           problemText(i18nc("@info a mistake in a profile; %1: a name in quotes", "%1 is no link", quoted(entry.key)),
                                       valueExpectation(*findKey(TableId::Profile, linkTables))));
        }
        if (link.knownHosts.isEmpty()) {
            link.knownHosts = m_facility.head().knownHosts;
        }
        for (const ProfileError &problem : problems.sorted()) {
            if (problem.place.file == m_file) {
                m_problems.add(problem);
            } else if (problem.severity == Severity::Error) {
                m_badShared.insert(link.id); // told once, with facility.toml
            }
        }
        m_profile.links.append(link);
    }
}

void ProfileResolver::readDesktops()
{
    for (const TomlNode &node : list(desktopTables)) {
        m_profile.desktops.append(readDisplay<DesktopSpec>(TableId::Desktop, node));
    }
}

void ProfileResolver::readWindows()
{
    for (const TomlNode &node : list(windowTables)) {
        m_profile.windows.append(readDisplay<WindowSpec>(TableId::Window, node));
    }
}

template<typename Spec>
Spec ProfileResolver::readDisplay(TableId table, const TomlNode &node)
{
    Spec spec;
    spec.place = node.place;
    TableReader reader(m_context, m_problems);
    reader.read(table, node, &spec);
    m_profile.wantsAccount = m_profile.wantsAccount || reader.usedAccount();
    if (spec.title.isEmpty()) {
        spec.title = spec.id;
    }
    checkLinkUse(node, spec.link);
    if (const TomlEntry *id = node.find(u"id"_s); id && !spec.id.isEmpty()) {
        const auto first = m_displayIds.constFind(spec.id);
        if (first != m_displayIds.constEnd()) {
            m_problems.error(id->value.place,
                             i18nc("@info a mistake in a profile; %1: a name in quotes; %2: a line number",
                                   "%1 is here a second time; it stands in line %2 already",
                                   quoted(spec.id),
                                   QString::number(first->line)));
        } else {
            m_displayIds.insert(spec.id, id->value.place);
        }
    }
    return spec;
}

void ProfileResolver::checkLinkUse(const TomlNode &node, const QString &link)
{
    m_used.insert(link);
    const TomlEntry *entry = node.find(linkTables);
    if (entry && m_badShared.contains(link)) {
        m_problems.error(entry->value.place,
                         i18nc("@info a mistake in a profile; %1: a name in quotes", "the facility's link %1 has mistakes in facility.toml", quoted(link)));
    }
}

const std::vector<TomlNode> &ProfileResolver::list(const QString &name) const
{
    static const std::vector<TomlNode> none;
    const TomlEntry *entry = m_root.find(name);
    const bool isList = entry && entry->value.kind == TomlNode::Kind::Array && std::ranges::all_of(entry->value.items, &TomlNode::isTable);
    return isList ? entry->value.items : none;
}
}
