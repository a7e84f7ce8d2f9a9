// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilitydocument.h"

#include "sessions/profiles/siteoverlay.h"
#include "sessions/profiles/tablereader.h"
#include "sessions/profiles/tomldocument.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr auto linkTables = "link"_L1;
constexpr auto siteTables = "site"_L1;

const TomlNode *tableIn(const TomlNode &root, const QString &name)
{
    const TomlEntry *entry = root.find(name);
    return entry && entry->value.isTable() ? &entry->value : nullptr;
}
}

FacilityDocument::FacilityDocument(const QList<SiteSpec> &sites)
    : m_sites(sites)
{
}

FacilityDocument::FacilityDocument(QByteArrayView text, const QString &file)
    : m_file(file)
{
    Problems problems;
    const std::optional<TomlNode> root = TomlDocument::read(text, file, problems);
    if (!root) {
        m_problems = problems.sorted();
        return;
    }
    m_root = *root;
    Problems format;
    if (!TableReader::checkFormat(TableId::Facility, m_root, format)) {
        m_problems = format.sorted();
        m_root = {};
        return;
    }
    problems.add(format.sorted());
    const ValueReader::Context context{.directory = directory(), .variables = {}, .links = {}, .screens = {}, .site = {}};
    TableReader(context, problems).read(TableId::Facility, m_root, &m_head);
    readSites(problems);
    checkLinks({}, problems);
    for (const SiteSpec &site : std::as_const(m_sites)) {
        checkLinks(site.id, problems);
    }
    m_problems = problems.sorted();
}

const FacilityHead &FacilityDocument::head() const
{
    return m_head;
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
    QStringList result;
    for (const SiteSpec &site : m_sites) {
        result.append(site.id);
    }
    return result;
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

TomlNode FacilityDocument::links(const QString &site) const
{
    TomlNode root = m_root;
    const TomlNode *sites = tableIn(m_root, siteTables);
    const TomlNode *overrides = sites && !site.isEmpty() ? tableIn(*sites, site) : nullptr;
    if (overrides) {
        Problems alreadyReported;
        SiteOverlay::apply(TableId::FacilitySite, *overrides, root, alreadyReported);
    }
    const TomlNode *links = tableIn(root, linkTables);
    return links ? *links : TomlNode();
}

QString FacilityDocument::directory() const
{
    return m_file.isEmpty() ? QString() : QFileInfo(m_file).absolutePath();
}

QList<ProfileError> FacilityDocument::problems() const
{
    return m_problems;
}

void FacilityDocument::readSites(Problems &problems)
{
    const TomlNode *sites = tableIn(m_root, siteTables);
    if (!sites) {
        return;
    }
    const ValueReader::Context context{.directory = directory(), .variables = {}, .links = {}, .screens = {}, .site = {}};
    const KeyInfo *key = findKey(TableId::Facility, siteTables);
    for (const TomlEntry &entry : sites->entries()) {
        if (!entry.value.isTable() || !ValueGrammar::isIdentifier(entry.key)) {
            if (entry.value.kind != TomlNode::Kind::Broken) {
                problems.error(entry.place,
                               problemText(i18nc("@info a mistake in a profile; %1: a name in quotes", "%1 is no name of a site", quoted(entry.key)),
                                           entry.value.isTable() ? valueExpectation(*findKey(TableId::Profile, u"id"_s)) : valueExpectation(*key)));
            }
            continue;
        }
        SiteSpec site;
        site.id = entry.key;
        TableReader(context, problems).read(key->child, entry.value, &site);
        if (site.name.isEmpty()) {
            site.name = site.id;
        }
        m_sites.append(site);
    }
}

void FacilityDocument::checkLinks(const QString &site, Problems &problems)
{
    if (!site.isEmpty()) {
        TomlNode root = m_root;
        if (const TomlNode *overrides = tableIn(*tableIn(m_root, siteTables), site)) {
            SiteOverlay::apply(TableId::FacilitySite, *overrides, root, problems);
        }
    }
    const ValueReader::Context context{.directory = directory(), .variables = {}, .links = {}, .screens = {}, .site = site};
    const TomlNode table = links(site);
    for (const TomlEntry &entry : table.entries()) {
        if (!ValueGrammar::isIdentifier(entry.key)) {
            problems.error(entry.place,
                           problemText(i18nc("@info a mistake in a profile; %1: a name in quotes", "%1 is no name of a link", quoted(entry.key)),
                                       valueExpectation(*findKey(TableId::Profile, u"id"_s))));
        } else if (entry.value.isTable()) {
            LinkSpec link;
            TableReader(context, problems).read(TableId::Link, entry.value, &link);
        } else if (entry.value.kind != TomlNode::Kind::Broken) {
            problems.error(entry.place,
                           problemText(i18nc("@info a mistake in a profile; %1: a name in quotes", "%1 is no link", quoted(entry.key)),
                                       valueExpectation(*findKey(TableId::Facility, linkTables))));
        }
    }
}
}
