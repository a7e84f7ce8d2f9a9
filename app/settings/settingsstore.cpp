// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settingsstore.h"

#include "app/settings/settingsversion.h"
#include "nightdesk.h"
#include "sessions/common/backgroundjobs.h"
#include "sessions/common/logging.h"

#include <KConfig>
#include <KLocalizedString>
#include <KSharedConfig>

#include <QCoreApplication>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <atomic>
#include <memory>

namespace Nightdesk::SettingsStore
{
using namespace Qt::StringLiterals;

namespace
{
/// One settings entry to write, or, without a value, to remove.
struct Edit {
    QStringList path;
    std::optional<QString> value;
};

BackgroundJobs *s_jobs = nullptr; // thread that writes settings; null: writes synchronously
std::function<void(const QString &)> s_complain;
std::atomic_bool s_isTroubled = false;

QStringList pathOf(const KConfigGroup &group)
{
    QStringList path;
    for (KConfigGroup each = group; each.isValid() && each.name() != u"<default>"; each = each.parent()) {
        path.prepend(each.name());
        if (!each.parent().isValid() || each.parent().name() == each.name()) {
            break;
        }
    }
    return path;
}

KConfigGroup groupAt(KConfig &config, const QStringList &path)
{
    KConfigGroup group = config.group(path.value(0));
    for (qsizetype i = 1; i < path.size() - 1; ++i) {
        group = group.group(path.at(i));
    }
    return group;
}

void applyEdits(KConfig &config, const QList<Edit> &edits)
{
    for (const Edit &edit : edits) {
        KConfigGroup group = groupAt(config, edit.path);
        if (edit.value) {
            group.writeEntry(edit.path.constLast(), *edit.value);
        } else {
            group.revertToDefault(edit.path.constLast());
        }
    }
}

void collectEntries(const KConfigGroup &group, const QStringList &path, SettingsVersion::Entries &entries)
{
    const auto map = group.entryMap();
    for (const auto &[key, value] : map.asKeyValueRange()) {
        entries.insert(path + QStringList{key}, value);
    }
    for (const QString &name : group.groupList()) {
        collectEntries(group.group(name), path + QStringList{name}, entries);
    }
}

SettingsVersion::Entries entriesOf(const KConfig &config)
{
    SettingsVersion::Entries entries;
    for (const QString &name : config.groupList()) {
        collectEntries(config.group(name), {name}, entries);
    }
    return entries;
}

/// Entries that could not be written, for example because the disk was full; at most one for each path. Never deleted, because a thread that was left
/// behind may still use them.
QList<Edit> &unwrittenEdits()
{
    static auto *const edits = new QList<Edit>;
    return *edits;
}

/// Writes @p newEdits at once, and what could not be written before; callable on any thread, but only on one at a time. Uses a new KConfig, which locks
/// the file, reads what another console wrote meanwhile, and changes only these entries.
bool writeNow(const QString &name, const QList<Edit> &newEdits)
{
    QList<Edit> &unwritten = unwrittenEdits();
    for (const Edit &edit : newEdits) {
        unwritten.removeIf([&edit](const Edit &earlier) {
            return earlier.path == edit.path;
        });
        unwritten.append(edit);
    }
    KConfig config(name);
    const QStringList version = SettingsVersion::versionPath();
    if (groupAt(config, version).readEntry(version.constLast(), 1) > SettingsVersion::current) {
        unwritten.clear();
        return false; // not written: a newer version of Nightdesk has written the file since this console started
    }
    QList<Edit> edits = unwritten;
    edits.append({version, QString::number(SettingsVersion::current)});
    applyEdits(config, edits);
    if (!config.sync()) {
        return false;
    }
    unwritten.clear();
    return true;
}

void reportWriteResult(bool isWritten)
{
    if (s_isTroubled.exchange(!isWritten) || isWritten) {
        return;
    }
    qCWarning(LogUi) << "settings cannot be written";
    QMetaObject::invokeMethod(
        qApp,
        [] {
            if (s_complain) {
                s_complain(i18nc("@info",
                                 "Nightdesk cannot save the settings: the disk may be full. Free disk space before you close Nightdesk, or changes are lost."));
            }
        },
        Qt::QueuedConnection);
}

void writeEdits(const QList<Edit> &edits)
{
    if (edits.isEmpty()) {
        return;
    }
    const QString name = KConfig::mainConfigName();
    // Otherwise the next sync() of this KConfig would write the entries again, on this thread.
    Settings::self()->config()->markAsClean();
    if (s_jobs) {
        s_jobs->run([name, edits] {
            reportWriteResult(writeNow(name, edits));
        });
    } else {
        reportWriteResult(writeNow(name, edits));
    }
}
}

std::optional<QString> open()
{
    const QString name = KConfig::mainConfigName();
    const QString file = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u'/' + name;
    KConfig own(file, KConfig::SimpleConfig); // only the user's file: the administrator's files must not be changed
    const SettingsVersion::Entries before = entriesOf(own);
    const auto after = SettingsVersion::migrate(before);
    if (after) {
        QList<Edit> edits;
        for (const auto &[path, value] : after->asKeyValueRange()) {
            if (before.value(path) != value) {
                edits.append({path, value});
            }
        }
        for (const QStringList &path : before.keys()) {
            if (!after->contains(path)) {
                edits.append({path, std::nullopt});
            }
        }
        applyEdits(own, edits);
        if (!edits.isEmpty() && !own.sync()) {
            qCWarning(LogUi) << "settings of an earlier version cannot be written again";
        }
        return {};
    }
    // From now on, all parts of the program, including libraries, use a temporary file for the settings of this run.
    static std::unique_ptr<QTemporaryDir> place;
    place = std::make_unique<QTemporaryDir>();
    KConfig::setMainConfigName(place->filePath(name));
    QStringList systems = QStandardPaths::locateAll(QStandardPaths::GenericConfigLocation, name);
    systems.removeAll(file);
    KSharedConfig::openConfig()->addConfigSources(systems);
    return i18nc("@info a file",
                 "A newer version of Nightdesk wrote the settings in %1. This version uses defaults and cannot save changes. To use your settings, start the "
                 "newer version.",
                 file);
}

void writeInBackground(const std::function<void(const QString &)> &reportError)
{
    s_complain = reportError;
    if (!s_jobs) {
        s_jobs = new BackgroundJobs("settings"); // runs one job at a time, so that changes keep their order
    }
}

void waitUntilWritten(std::chrono::milliseconds limit)
{
    s_complain = {};
    if (s_jobs && s_isTroubled) { // a last attempt: the user may have freed disk space since the last one
        s_jobs->run([name = KConfig::mainConfigName()] {
            reportWriteResult(writeNow(name, {}));
        });
    }
    if (s_jobs && !s_jobs->wait(limit)) {
        qCWarning(LogUi) << "the disk with the settings does not answer; leaving it behind";
    }
}

void save()
{
    KConfig *config = Settings::self()->config();
    QList<Edit> edits;
    const auto items = Settings::self()->items();
    for (KConfigSkeletonItem *item : items) {
        if (!item->isSaveNeeded()) {
            continue;
        }
        item->writeConfig(config);
        const KConfigGroup group = config->group(item->group());
        // True: the value is the built-in default, and the administrator set no other default, so the entry is removed from the file.
        const bool isDefaultEffective = item->isDefault() && !group.hasDefault(item->key());
        edits.append({{item->group(), item->key()}, isDefaultEffective ? std::nullopt : std::optional(group.readEntry(item->key(), QString()))});
    }
    writeEdits(edits);
}

bool isFirstCallForUser(const QString &key)
{
    if (key.isEmpty()) {
        return true;
    }
    const QStringList said = Settings::said();
    if (said.contains(key)) {
        return false;
    }
    Settings::setSaid(said + QStringList{key});
    save();
    return true;
}

void writeEntry(KConfigGroup group, const QString &key, const QStringList &value)
{
    group.writeEntry(key, value);
    writeEdits({{pathOf(group) + QStringList{key}, group.readEntry(key, QString())}});
}

void removeEntry(KConfigGroup group, const QString &key)
{
    group.deleteEntry(key);
    writeEdits({{pathOf(group) + QStringList{key}, std::nullopt}});
}
}
