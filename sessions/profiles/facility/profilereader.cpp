// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/profilereader.h"

#include "sessions/profiles/facility/profileresolver.h"
#include "sessions/profiles/format/layoutchecker.h"
#include "sessions/profiles/format/reservedkeys.h"
#include "sessions/profiles/format/tablereader.h"
#include "sessions/profiles/toml/tomldocument.h"
#include "sessions/profiles/valuegrammar.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
bool ProfileReading::hasNoErrors() const
{
    return std::ranges::none_of(problems, [](const ProfileError &problem) {
        return problem.severity == Severity::Error;
    });
}

ProfileResult ProfileReading::result() const
{
    if (hasNoErrors()) {
        return profile;
    }
    return std::unexpected(problems);
}

ProfileReader::ProfileReader(QByteArrayView text, const QString &file, const FacilityDocument &facility)
    : m_facility(facility)
    , m_file(file)
{
    Problems problems;
    const std::optional<TomlNode> root = TomlDocument::read(text, file, problems);
    if (!root) {
        m_isReadable = false;
        m_syntaxErrors = problems.sorted();
        return;
    }
    m_root = *root;
    Problems format;
    m_isReadable = TableReader::checkFormat(TableId::Profile, m_root, format);
    if (m_isReadable) {
        format.add(problems.sorted());
    }
    m_syntaxErrors = format.sorted();
}

ProfileReading ProfileReader::at(const QString &site, const QString &account) const
{
    ProfileReading reading;
    const TomlEntry *id = m_root.find(u"id"_s);
    const bool hasId = id && ValueGrammar::isIdentifier(id->value.text);
    reading.id = hasId ? id->value.text : QFileInfo(m_file).completeBaseName();
    reading.idPlace = hasId ? id->value.place : SourcePlace{m_file, 0, 0};
    Problems problems;
    problems.add(m_syntaxErrors);
    if (m_isReadable) {
        ProfileResolver resolver(m_root, m_file, m_facility, site, account, problems);
        reading.profile = resolver.resolve();
        reading.effective = resolver.effective();
        reading.variables = resolver.variables();
        SiteSpec desk = m_facility.site(site);
        if (m_facility.siteNames().size() == 1) {
            desk.id.clear(); // the only site need not be named in messages
        }
        LayoutChecker(desk, problems).check(reading.profile, reading.effective, {&m_root, &m_facility.root()});
        if (!problems.hasErrors()) { // values reserved for a later version are reported only if there are no errors
            ReservedKeys::report(reading.effective, problems);
        }
    }
    reading.problems = problems.sorted();
    return reading;
}

QStringList ProfileReader::sites() const
{
    QStringList result = m_facility.siteNames();
    const TomlEntry *entry = m_root.find(u"site"_s);
    if (result.isEmpty() && entry && entry->value.isTable()) {
        for (const TomlEntry &site : entry->value.entries()) {
            result.append(site.key);
        }
    }
    return result;
}

ProfileReading ProfileReader::parse(QByteArrayView text, const QString &file, const FacilityDocument &facility, const QString &site, const QString &account)
{
    return ProfileReader(text, file, facility).at(site, account);
}
}
