// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/draft.h"

#include "sessions/profiles/facility/facilitychecker.h"
#include "sessions/profiles/facility/facilitydocument.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/profilereader.h"
#include "sessions/profiles/facility/textfile.h"
#include "sessions/profiles/textsof.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// The Host names in an ssh configuration, without patterns.
QStringList sshConfigHosts(const QString &file)
{
    QStringList hosts;
    const auto text = readTextFile(file);
    if (!text) {
        return hosts;
    }
    for (const QByteArray &line : text->split('\n')) {
        const QList<QByteArray> words = line.simplified().split(' ');
        if (words.front().toLower() != "host") {
            continue;
        }
        for (const QByteArray &word : words.sliced(1)) {
            if (!word.contains('*') && !word.contains('?') && !word.startsWith('!')) {
                hosts.append(QString::fromUtf8(word));
            }
        }
    }
    hosts.removeDuplicates();
    return hosts;
}
}

Draft Draft::forFile(const QString &file)
{
    Draft draft;
    draft.m_draftFile = file;
    draft.m_sshConfigHosts = sshConfigHosts(QDir::home().filePath(u".ssh/config"_s));
    draft.m_isFacilityFile = QFileInfo(file).fileName() == QFileInfo(FacilityFiles::facilityFilePath({})).fileName();
    const QString directory = draft.m_isFacilityFile ? QFileInfo(file).absolutePath() : FacilityFiles::facilityDirectoryOf(file);
    if (!directory.isEmpty()) {
        draft.m_isOutsideFacility = false;
        draft.m_facilityTexts = FacilityTexts::read(directory);
        // The edited file keeps the name by which it was opened, so that its errors show this name, too.
        if (draft.m_isFacilityFile) {
            draft.m_facilityTexts.facilityFilePath = file;
        }
        for (FacilityTexts::Profile &profile : draft.m_facilityTexts.profiles) {
            if (QFileInfo(profile.filePath).fileName() == QFileInfo(file).fileName() && !draft.m_isFacilityFile) {
                profile.filePath = file;
            }
        }
        draft.m_errorsBeforeEditing = FacilityChecker::check(draft.m_facilityTexts).problems;
    }
    return draft;
}

FacilityTexts Draft::facilityTextsWith(const QByteArray &text) const
{
    FacilityTexts texts = m_facilityTexts;
    if (m_isFacilityFile) {
        texts.facility = text;
        return texts;
    }
    for (FacilityTexts::Profile &profile : texts.profiles) {
        if (profile.filePath == m_draftFile) {
            profile.text = text;
            return texts;
        }
    }
    texts.profiles.append({m_draftFile, text}); // the edited file is a new profile, which the facility's directory does not contain yet
    return texts;
}

Draft::Verdict Draft::check(const QByteArray &text) const
{
    Verdict verdict;
    verdict.namesInUse = namesInUse(text);
    if (m_isOutsideFacility) {
        verdict.problemsInFile = FacilityChecker::checkWithoutFacility(text, m_draftFile);
        return verdict;
    }
    const FacilityChecker::Result result = FacilityChecker::check(facilityTextsWith(text));
    QSet<QString> before;
    for (const ProfileError &problem : m_errorsBeforeEditing) {
        before.insert(problem.place.file + u'\n' + problem.message);
    }
    for (const ProfileError &problem : result.problems) {
        if (problem.place.file == m_draftFile) {
            verdict.problemsInFile.append(problem);
        } else if (!before.contains(problem.place.file + u'\n' + problem.message)) {
            verdict.problemsInOtherFiles.append(problem);
        }
    }
    return verdict;
}

QList<ChangeEffect> Draft::changeEffects(const QByteArray &text) const
{
    return m_isOutsideFacility ? QList<ChangeEffect>() : ChangeEffect::between(m_facilityTexts, facilityTextsWith(text));
}

NamesInUse Draft::namesInUse(const QByteArray &text) const
{
    NamesInUse names{.sites = {}, .screens = {}, .links = {}, .groups = {}, .hosts = m_sshConfigHosts};
    const QByteArray facilityText = m_isFacilityFile ? text : m_facilityTexts.facility.value_or(QByteArray());
    const FacilityDocument facility = m_isOutsideFacility ? FacilityDocument() : FacilityDocument(facilityText, m_facilityTexts.facilityFilePath);
    names.sites = facility.siteNames();
    names.screens = facility.screens({});
    names.groups = facility.groups().names();
    if (const TomlNode *links = facility.root().table(u"link"_s)) {
        names.links = textsOf(links->entries(), &TomlEntry::key);
    }
    for (const QString &list : {u"desktop"_s, u"window"_s}) {
        for (const TomlNode &display : facility.root().itemsOf(list)) {
            if (const TomlEntry *id = display.find(u"id"_s)) {
                names.displays.append(id->value.text);
            }
        }
    }
    return names;
}

EditingHelp Draft::help(const NamesInUse &names) const
{
    return {m_isFacilityFile ? TableId::Facility : TableId::Profile, names};
}

DraftEffect Draft::effect(const QByteArray &text, const DraftEffectSelection &selection) const
{
    const FacilityTexts texts = facilityTextsWith(text);
    const QByteArray facilityText = m_isOutsideFacility ? QByteArray() : texts.facility.value_or(QByteArray());
    const FacilityDocument facility = m_isOutsideFacility ? FacilityDocument() : FacilityDocument(facilityText, texts.facilityFilePath);
    DraftEffect effect;
    QHash<QString, QByteArray> profiles;
    for (const FacilityTexts::Profile &profile : texts.profiles) {
        if (profile.text && (m_isFacilityFile || profile.filePath == m_draftFile)) {
            effect.profileFiles.append(profile.filePath);
            profiles.insert(profile.filePath, *profile.text);
        }
    }
    if (effect.profileFiles.isEmpty()) {
        return effect;
    }
    effect.selection.profileFile = profiles.contains(selection.profileFile) ? selection.profileFile : effect.profileFiles.constFirst();
    const QByteArray &profileText = profiles[effect.selection.profileFile];
    const ProfileReader reader(profileText, effect.selection.profileFile, facility);
    effect.siteIds = reader.sites();
    effect.selection.site = effect.siteIds.contains(selection.site) ? selection.site : effect.siteIds.value(0);
    const bool isOther = effect.siteIds.contains(selection.siteToCompare) && selection.siteToCompare != effect.selection.site;
    effect.selection.siteToCompare = isOther ? selection.siteToCompare : QString();
    effect.site = facility.site(effect.selection.site);

    ValueOrigins origins;
    origins.addFile(facilityText, texts.facilityFilePath, ValueOrigin::Kind::Facility);
    origins.addFile(profileText, effect.selection.profileFile, ValueOrigin::Kind::Profile);
    const ParsedProfile reading = reader.parsedAtSite(effect.selection.site);
    effect.hasNoErrors = reading.hasNoErrors() && (m_isOutsideFacility || facility.isReadable());
    effect.profile = reading.profile;
    effect.tables = EffectiveProfile(reading, origins, facility, effect.selection.site).tables();
    if (!effect.selection.siteToCompare.isEmpty()) {
        const ParsedProfile there = reader.parsedAtSite(effect.selection.siteToCompare);
        effect.hasNoErrors = effect.hasNoErrors && there.hasNoErrors();
        effect.tablesAtOtherSite = EffectiveProfile(there, origins, facility, effect.selection.siteToCompare).tables();
    }
    return effect;
}

const QString &Draft::file() const
{
    return m_draftFile;
}

QString Draft::directory() const
{
    return m_isOutsideFacility ? QFileInfo(m_draftFile).absolutePath() : m_facilityTexts.directory;
}

bool Draft::isOutsideFacility() const
{
    return m_isOutsideFacility;
}

bool Draft::isFacilityFile() const
{
    return m_isFacilityFile;
}
}
