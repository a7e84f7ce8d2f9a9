// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/profilereader.h"

#include "sessions/profiles/facility/profileresolver.h"
#include "sessions/profiles/format/layoutchecker.h"
#include "sessions/profiles/format/tablereader.h"
#include "sessions/profiles/textsof.h"
#include "sessions/profiles/toml/tomldocument.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// Warns of choices that only a later version will support (KeyChoice::choiceUsedUntilSupported), at each place where one is written.
void reportReservedValues(TableId table, const TomlNode &node, Problems &problems)
{
    for (const TomlEntry &entry : node.entries()) {
        const KeyInfo *key = findKey(table, entry.key);
        if (!key) {
            continue;
        }
        for (const KeyChoice &choice : key->choices) {
            if (choice.name == entry.value.text && !choice.choiceUsedUntilSupported.isEmpty()) {
                problems.warning(entry.value.place,
                                 i18nc("@info a warning about a profile; %1: a key, %2, %3: its values, all in quotes",
                                       "%1 does not support %2 yet; Nightdesk uses %3 instead",
                                       quoted(key->name),
                                       quoted(choice.name),
                                       quoted(choice.choiceUsedUntilSupported)));
            }
        }
        if (key->type == KeyType::Table) {
            reportReservedValues(key->childTable, entry.value, problems);
        } else if (key->type == KeyType::TableList) {
            for (const TomlNode &item : entry.value.items) {
                reportReservedValues(key->childTable, item, problems);
            }
        }
    }
}
}

bool ParsedProfile::hasNoErrors() const
{
    return !hasErrors(problems);
}

ProfileReader::ProfileReader(QByteArrayView text, const QString &file, const FacilityDocument &facility)
    : m_facilityDocument(facility)
    , m_profileFile(file)
{
    Problems problems;
    const std::optional<TomlNode> root = TomlDocument::read(text, file, problems);
    if (!root) {
        m_isValidToml = false;
        m_syntaxErrors = problems.sorted();
        return;
    }
    m_rootTable = *root;
    Problems format;
    m_isValidToml = TableReader::checkFormatVersion(TableId::Profile, m_rootTable, format);
    if (m_isValidToml) {
        format.add(problems.sorted());
    }
    m_syntaxErrors = format.sorted();
}

ParsedProfile ProfileReader::parsedAtSite(const QString &site, const QString &account) const
{
    ParsedProfile reading;
    const TomlEntry *id = m_rootTable.find(u"id"_s);
    const bool hasId = id && ValueGrammar::isIdentifier(id->value.text);
    reading.id = hasId ? id->value.text : QFileInfo(m_profileFile).completeBaseName();
    reading.idPlace = hasId ? id->value.place : SourcePlace{m_profileFile, 0, 0};
    Problems problems;
    problems.add(m_syntaxErrors);
    if (m_isValidToml) {
        ProfileResolver resolver(m_rootTable, m_profileFile, m_facilityDocument, site, account, problems);
        reading.profile = resolver.resolve();
        reading.effectiveTable = resolver.effective();
        reading.variables = resolver.variables();
        SiteSpec desk = m_facilityDocument.site(site);
        if (m_facilityDocument.siteNames().size() == 1) {
            desk.id.clear(); // with an empty id, messages of LayoutChecker do not name the site; a facility's only site is obvious
        }
        LayoutChecker(desk, problems).check(reading.profile, reading.effectiveTable, {&m_rootTable, &m_facilityDocument.root()});
        if (!problems.hasErrors()) { // values reserved for a later version are reported only if there are no errors
            reportReservedValues(TableId::Profile, reading.effectiveTable, problems);
        }
    }
    reading.problems = problems.sorted();
    return reading;
}

QStringList ProfileReader::sites() const
{
    const QStringList known = m_facilityDocument.siteNames();
    const TomlNode *named = m_rootTable.table(u"site"_s);
    return known.isEmpty() && named ? textsOf(named->entries(), &TomlEntry::key) : known;
}

ParsedProfile ProfileReader::parse(QByteArrayView text, const QString &file, const FacilityDocument &facility, const QString &site, const QString &account)
{
    return ProfileReader(text, file, facility).parsedAtSite(site, account);
}
}
