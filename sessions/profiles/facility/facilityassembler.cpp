// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilityassembler.h"

#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/trust/runmanifests.h"

#include <KLocalizedString>

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
ProfileError errorOfWholeFile(const QString &file, const QString &what, Severity severity = Severity::Error)
{
    return {SourcePlace{file, 0, 0}, severity, what};
}

QString fileNameOf(const QString &file)
{
    return QFileInfo(file).fileName();
}
}

FacilityAssembler::FacilityAssembler(const FacilityTexts &texts,
                                     const QString &site,
                                     const QString &account,
                                     LastValidTexts *lastValidTexts,
                                     const QDateTime &now)
    : m_facilityTexts(texts)
    , m_siteId(site)
    , m_accountName(account)
    , m_lastValidTexts(lastValidTexts)
    , m_readTime(now)
{
    loadFacility(now);
}

QString FacilityAssembler::knownHostsPath() const
{
    return m_facilityDocument.header().knownHostsPath;
}

void FacilityAssembler::loadFacility(const QDateTime &now)
{
    QList<ProfileError> &errors = m_assembledFacility.facility.errors;
    if (m_facilityTexts.facility) {
        m_facilityDocument = FacilityDocument(*m_facilityTexts.facility, m_facilityTexts.facilityFilePath);
        m_facilityText = *m_facilityTexts.facility;
        m_isFacilityFileRead = true;
        errors = m_facilityDocument.problems();
    } else {
        errors = {errorOfWholeFile(m_facilityTexts.facilityFilePath, m_facilityTexts.facility.error())};
    }
    if (!m_lastValidTexts) {
        return;
    }
    if (!hasErrors(errors)) {
        m_lastValidTexts->rememberFacility(m_facilityText, now);
        return;
    }
    const std::optional<LastValidTexts::FacilityVersion> &lastVersion = m_lastValidTexts->facility();
    if (!lastVersion) {
        return;
    }
    m_facilityDocument = documentOfText(lastVersion->text);
    m_facilityText = lastVersion->text;
    m_isFacilityFileRead = true;
    errors.append(errorOfWholeFile(m_facilityTexts.facilityFilePath,
                                   i18nc("@info a warning about facility.toml; %1: a date and time of Universal Time",
                                         "Nightdesk uses the last valid version, read at %1 UT, until the errors are fixed",
                                         lastVersion->readAt.toString(u"yyyy-MM-dd hh:mm"_s)),
                                   Severity::Warning));
}

AssembledFacility FacilityAssembler::assemble(bool isInstalledByAdministrator)
{
    Facility &facility = m_assembledFacility.facility;
    facility.directory = m_facilityTexts.directory;
    facility.name = m_facilityDocument.header().name;
    facility.timezone = m_facilityDocument.header().timezone;
    facility.longitude = m_facilityDocument.header().longitude;
    facility.sites = m_facilityDocument.sites();
    facility.people = m_facilityDocument.people();
    facility.rooms = m_facilityDocument.rooms();
    facility.broker = m_facilityDocument.broker(m_siteId, m_accountName);
    m_brokerSpec = m_facilityDocument.broker(m_siteId);
    if (facility.broker) {
        addHostKeys(facility.broker->link);
    }
    if (m_brokerSpec && facility.broker) {
        m_brokerSpec->link.hostKeys = facility.broker->link.hostKeys;
    }
    checkSiteExists();
    if (const std::optional<QStringList> names = m_facilityTexts.profileFileNames(); m_lastValidTexts && names) {
        m_lastValidTexts->setListedProfiles(*names);
    }
    readProfiles(isInstalledByAdministrator);
    addRememberedProfiles();
    // Broken profiles are handled after the valid ones, which have precedence for an id.
    for (BrokenProfile &broken : facility.brokenProfiles) {
        restoreLastValidVersion(broken);
    }
    std::ranges::stable_sort(facility.profiles, [](const InstrumentProfile &a, const InstrumentProfile &b) {
        return a.name.localeAwareCompare(b.name) < 0;
    });
    return m_assembledFacility;
}

void FacilityAssembler::checkSiteExists()
{
    const QStringList known = m_facilityDocument.siteNames();
    m_isSiteKnown = m_siteId.isEmpty() || known.isEmpty() || known.contains(m_siteId);
    if (m_isSiteKnown) {
        return;
    }
    m_assembledFacility.facility.errors.append(
        errorOfWholeFile(m_facilityTexts.facilityFilePath,
                         problemText(i18nc("@info %1: a name in quotes", "the facility has no site %1", quoted(m_siteId)),
                                     i18nc("@info what a key of a profile expects; %1: names", "one of %1", known.join(u", "_s)),
                                     suggestion(m_siteId, known))));
}

void FacilityAssembler::readProfiles(bool isInstalledByAdministrator)
{
    Facility &facility = m_assembledFacility.facility;
    QHash<QString, QString> files; // files of the profiles, by profile id
    for (const FacilityTexts::Profile &profile : m_facilityTexts.profiles) {
        if (!profile.text) {
            const ProfileError problem = errorOfWholeFile(profile.filePath, profile.text.error());
            facility.brokenProfiles.append({profile.filePath, FacilityFiles::baseName(profile.filePath), {problem}});
            continue;
        }
        const ProfileReader reader(*profile.text, profile.filePath, m_facilityDocument);
        ParsedProfile reading = reader.parsedAtSite(m_siteId, m_accountName);
        if (reading.hasNoErrors() && files.contains(reading.id)) {
            reading.problems.prepend(FacilityFiles::duplicateIdError(reading.idPlace, reading.id, files.value(reading.id)));
        }
        if (reading.idPlace.line > 0) {
            m_filesWithReadableId.insert(profile.filePath);
        }
        if (!reading.hasNoErrors()) {
            facility.brokenProfiles.append({profile.filePath, reading.id, reading.problems});
            continue;
        }
        files.insert(reading.id, profile.filePath);
        for (const ProfileError &warning : std::as_const(reading.problems)) {
            // A warning about facility.toml is reported once, not with every profile that causes it.
            if (!facility.errors.contains(warning)) {
                facility.errors.append(warning);
            }
        }
        addRunManifest(reader, reading, false, isInstalledByAdministrator);
        facility.profiles.append(reading.profile);
        // Nothing is remembered if facility.toml was not read or the site is unknown: the site's overrides would be
        // missing.
        if (m_lastValidTexts && m_isFacilityFileRead && m_isSiteKnown) {
            m_lastValidTexts->rememberProfile(m_siteId, fileNameOf(profile.filePath), {m_facilityText, *profile.text, m_readTime, isInstalledByAdministrator});
        }
    }
}

void FacilityAssembler::addRememberedProfiles()
{
    if (!m_lastValidTexts || m_facilityTexts.listingError.isEmpty()) {
        return;
    }
    const QStringList names = m_lastValidTexts->profileFileNames(m_siteId);
    for (const QString &name : names) {
        const QString file = QDir(m_facilityTexts.profilesDirectory).filePath(name);
        m_assembledFacility.facility.brokenProfiles.append(
            {file, FacilityFiles::baseName(file), {errorOfWholeFile(m_facilityTexts.profilesDirectory, m_facilityTexts.listingError)}});
    }
}

void FacilityAssembler::restoreLastValidVersion(BrokenProfile &broken)
{
    const std::optional<LastValidTexts::Version> lastVersion =
        m_lastValidTexts ? m_lastValidTexts->lastVersion(m_siteId, fileNameOf(broken.file)) : std::nullopt;
    if (!lastVersion) {
        return;
    }
    const FacilityDocument &document = documentOfText(lastVersion->facilityText);
    if (!m_siteId.isEmpty() && !document.sites().isEmpty() && !document.siteNames().contains(m_siteId)) {
        return; // the site did not exist when that version was valid, so its overrides are missing and the profile would have wrong values
    }
    const ProfileReader reader(lastVersion->profileText, broken.file, document);
    ParsedProfile reading = reader.parsedAtSite(m_siteId, m_accountName);
    if (!reading.hasNoErrors() || m_assembledFacility.manifestsByProfile.contains(reading.id)) {
        return;
    }
    addRunManifest(reader, reading, true, lastVersion->isInstalledByAdministrator);
    broken.lastValid = reading.profile;
    broken.lastValidAt = lastVersion->readAt;
    if (!m_filesWithReadableId.contains(broken.file)) {
        broken.id = reading.id;
    }
}

void FacilityAssembler::addRunManifest(const ProfileReader &reader, ParsedProfile &reading, bool isFromLastValidText, bool isInstalledByAdministrator)
{
    AssembledFacility::ProfileManifest run;
    run.isFromLastValidText = isFromLastValidText;
    run.isInstalledByAdministrator = isInstalledByAdministrator;
    for (LinkSpec &link : reading.profile.links) {
        addHostKeys(link);
    }
    ParsedProfile plain = m_accountName.isEmpty() ? reading : reader.parsedAtSite(m_siteId);
    for (LinkSpec &link : plain.profile.links) {
        // The host keys are those of the same link with {account} replaced, since its host name or the path of its known_hosts file may contain
        // {account}.
        const auto used = std::ranges::find(reading.profile.links, link.id, &LinkSpec::id);
        link.hostKeys = used == reading.profile.links.end() ? std::nullopt : used->hostKeys;
    }
    run.manifest = RunManifests::manifestOf(plain.hasNoErrors() ? plain.profile : reading.profile);
    if (m_brokerSpec) {
        RunManifests::addBroker(run.manifest, *m_brokerSpec);
    }
    for (RunItem &item : run.manifest.items) {
        for (QString &file : item.privateKeyFiles) {
            file = canonicalPath(file);
        }
        item.knownHostsPath = canonicalPath(item.knownHostsPath);
    }
    m_assembledFacility.manifestsByProfile.insert(reading.id, run);
}

void FacilityAssembler::addHostKeys(LinkSpec &link)
{
    const QList<PersonSpec> &people = m_assembledFacility.facility.people;
    const auto astronomer = std::ranges::find(people, SupportRole::SupportAstronomer, &PersonSpec::role);
    if (!people.isEmpty()) {
        const PersonSpec &person = astronomer == people.end() ? people.first() : *astronomer;
        link.contact = person.phone.isEmpty() ? person.name : person.name + u", "_s + person.phone;
    }
    // An empty canonicalPath: the facility's directory did not answer when it was read. Its known_hosts file is not accessed then, as that may hang.
    if (link.knownHostsPath.isEmpty() || m_facilityTexts.canonicalPath.isEmpty() || !QFileInfo::exists(link.knownHostsPath)) {
        return;
    }
    auto hosts = m_knownHostsByFile.find(link.knownHostsPath);
    if (hosts == m_knownHostsByFile.end()) {
        const KnownHostsFile::FacilityHosts read = KnownHostsFile::readFacilityHosts(link.knownHostsPath);
        hosts = m_knownHostsByFile.insert(link.knownHostsPath, read.hosts);
        for (const auto &[line, why] : read.refused) {
            m_assembledFacility.facility.errors.append({SourcePlace{link.knownHostsPath, line, 0}, Severity::Warning, why});
        }
    }
    QByteArrayList names{KnownHostsFile::knownHostsNameFor(link.host, link.port.value_or(22))};
    for (const QString &jump : std::as_const(link.jumpHosts)) {
        names.append(KnownHostsFile::knownHostsNameFor(jump));
    }
    QList<KnownHost> known;
    for (KnownHost host : std::as_const(*hosts)) {
        const auto name = std::ranges::find_if(names, [&host](const QByteArray &one) {
            return host.matches(one);
        });
        if (name != names.end()) {
            if (host.hosts.startsWith('|')) {
                host.hosts = *name; // show the readable name, since a hashed host name cannot be reviewed and approved
            }
            known.append(host);
        }
    }
    link.hostKeys = known;
}

QString FacilityAssembler::canonicalPath(const QString &file) const
{
    const QString above = QFileInfo(m_facilityTexts.facilityFilePath).absolutePath() + u'/';
    const QString known = m_facilityTexts.canonicalPath.isEmpty() && m_lastValidTexts ? m_lastValidTexts->canonicalPath() : m_facilityTexts.canonicalPath;
    return known.isEmpty() || !file.startsWith(above) ? file : QDir(known).filePath(file.sliced(above.size()));
}

const FacilityDocument &FacilityAssembler::documentOfText(const QByteArray &text)
{
    if (text == m_facilityText && m_isFacilityFileRead) {
        return m_facilityDocument;
    }
    auto found = m_documentsByText.find(text);
    if (found == m_documentsByText.end()) {
        found = m_documentsByText.insert(text, FacilityDocument(text, m_facilityTexts.facilityFilePath));
    }
    return *found;
}
}
