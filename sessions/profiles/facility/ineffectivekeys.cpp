// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/ineffectivekeys.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
template<typename Visitor>
void forEachTable(const TomlNode *parent, Visitor visit)
{
    if (!parent) {
        return;
    }
    for (const TomlEntry &entry : parent->entries()) {
        if (entry.value.isTable()) {
            visit(entry.value);
        }
    }
}

QStringList displayKinds()
{
    return {u"desktop"_s, u"window"_s};
}

void warnIneffective(const TomlEntry *entry, const QString &beside, const QString &why, Problems &problems)
{
    if (entry) {
        problems.warning(entry->place,
                         i18nc("@info a warning about a profile; %1: a key in quotes, %2: a line of a profile, %3: why",
                               "%1 has no effect with %2: %3",
                               quoted(entry->key),
                               beside,
                               why));
    }
}

QString tomlBoolean(bool value)
{
    return value ? u"true"_s : u"false"_s;
}

QString topologyAssignment(const QString &word)
{
    return u"topology = \"%1\""_s.arg(word);
}
}

IneffectiveKeys::IneffectiveKeys(const TomlNode &root, const TomlNode &facility)
{
    addValuesOfFile(root);
    addValuesOfFile(facility);
    forEachTable(facility.table(u"group"_s), [this](const TomlNode &group) {
        addValuesOfFile(group);
    });
}

void IneffectiveKeys::addValuesOfFile(const TomlNode &file)
{
    for (const QString &kind : displayKinds()) {
        for (const TomlNode &display : file.itemsOf(kind)) {
            if (const TomlEntry *id = display.find(u"id"_s)) {
                addDisplayValues(kind, id->value.text, display, true);
            }
        }
    }
    addDefaultValues(file);
    forEachTable(file.table(u"site"_s), [this](const TomlNode &site) {
        addDefaultValues(site);
        for (const QString &kind : displayKinds()) {
            const TomlNode *displays = site.table(kind);
            for (const TomlEntry &display : displays ? displays->entries() : std::vector<TomlEntry>()) {
                addDisplayValues(kind, display.key, display.value, false);
            }
        }
    });
}

void IneffectiveKeys::addDefaultValues(const TomlNode &table)
{
    const TomlNode *defaults = table.table(u"default"_s);
    for (const QString &kind : displayKinds()) {
        if (const TomlNode *keys = defaults ? defaults->table(kind) : nullptr) {
            addDisplayValues(kind, {}, *keys, false);
            for (const TomlEntry &entry : keys->entries()) {
                m_keyPlacesInDefaultTable.insert(entry.place.toString());
            }
        }
    }
}

void IneffectiveKeys::addDisplayValues(const QString &kind, const QString &id, const TomlNode &table, bool isWholeDisplay)
{
    for (const QString &key : {u"topology"_s, u"single-instance"_s, u"start"_s}) {
        const TomlEntry *entry = table.find(key);
        const bool isBoolean = entry && entry->value.kind == TomlNode::Kind::Boolean;
        if (isBoolean || (entry ? entry->value.kind == TomlNode::Kind::Text : isWholeDisplay)) {
            const QString value = isBoolean ? tomlBoolean(entry->value.boolean) : entry ? entry->value.text : QString();
            m_valuesByDisplayAndKeyName[kind + u' ' + id + u' ' + key].insert(value);
        }
    }
}

const TomlEntry *IneffectiveKeys::entryNotFromDefaultTable(const TomlNode &node, const QString &key) const
{
    const TomlEntry *entry = node.find(key);
    return entry && !m_keyPlacesInDefaultTable.contains(entry->place.toString()) ? entry : nullptr;
}

QSet<QString> IneffectiveKeys::possibleValues(const QString &kind, const QString &id, const QString &key) const
{
    return m_valuesByDisplayAndKeyName.value(kind + u' ' + id + u' ' + key) + m_valuesByDisplayAndKeyName.value(kind + "  "_L1 + key);
}

void IneffectiveKeys::check(const DesktopSpec &spec, const TomlNode &node, Problems &problems) const
{
    if (spec.topology != Topology::Vnc || possibleValues(u"desktop"_s, spec.id, u"topology"_s).contains(u"vnc-at-summit"_s)) {
        return;
    }
    warnIneffective(entryNotFromDefaultTable(node, u"viewer"_s),
                    topologyAssignment(u"vnc"_s),
                    i18nc("@info why a key does nothing", "Nightdesk shows the desktop, not a viewer on the remote host"),
                    problems);
}

void IneffectiveKeys::check(const WindowSpec &spec, const TomlNode &node, Problems &problems) const
{
    const QSet<QString> topologies = possibleValues(u"window"_s, spec.id, u"topology"_s);
    const bool mayBeApp = spec.topology == Topology::VncApp || topologies.contains(u"vnc-app"_s)
        || (topologies.contains(QString()) && possibleValues(u"window"_s, spec.id, u"single-instance"_s).contains(tomlBoolean(true)));
    const bool mayBeAtSummit = spec.topology == Topology::VncAtSummit || topologies.contains(u"vnc-at-summit"_s);
    const bool mayBeX11 = spec.topology == Topology::X11 || topologies.contains(u"x11"_s);
    const QString x11 = topologyAssignment(u"x11"_s);
    const QString vncApp = topologyAssignment(u"vnc-app"_s);
    const auto warn = [&](const QString &key, const QString &beside, const QString &why) {
        warnIneffective(entryNotFromDefaultTable(node, key), beside, why, problems);
    };
    if (!mayBeApp && !mayBeAtSummit) {
        const QString why = i18nc("@info why a key does nothing", "the program uses the workstation’s X server, not a private one");
        warnIneffective(spec.visual.isEmpty() ? nullptr : entryNotFromDefaultTable(node, u"visual"_s), x11, why, problems);
        warn(u"fonts"_s, x11, why);
        warn(u"server"_s, x11, why);
        warnIneffective(spec.share == ServerShareSpec() ? nullptr : entryNotFromDefaultTable(node, u"share"_s), x11, why, problems);
    }
    if (!mayBeAtSummit) {
        warn(u"viewer"_s, spec.topology == Topology::X11 ? x11 : vncApp, i18nc("@info why a key does nothing", "no viewer runs on the remote host"));
    }
    if (spec.isTrusted && !mayBeX11 && !mayBeAtSummit) {
        warn(u"trusted"_s,
             vncApp,
             i18nc("@info why a key does nothing", "the program never connects to the workstation’s X server and cannot read what is typed there"));
    }
    const TomlNode *arguments = node.table(u"args"_s);
    const TomlEntry *preloadArguments = arguments && entryNotFromDefaultTable(node, u"args"_s) ? entryNotFromDefaultTable(*arguments, u"preload"_s) : nullptr;
    if (spec.start == StartPolicy::Preload && !mayBeX11 && !mayBeAtSummit) {
        const QString why = i18nc("@info why a key does nothing", "the program starts with Connect and keeps running on the remote host when Nightdesk quits");
        warn(u"start"_s, vncApp, why);
        warnIneffective(preloadArguments, vncApp, why, problems);
        warn(u"preload-at"_s, vncApp, why);
    }
    if (spec.start != StartPolicy::Preload && !possibleValues(u"window"_s, spec.id, u"start"_s).contains(u"preload"_s)) {
        const QString start = spec.start == StartPolicy::Manual ? u"start = \"manual\""_s : u"start = \"connect\""_s;
        const QString why = i18nc("@info why a key does nothing; start and preload stay as they are", "only programs with start = \"preload\" use it");
        warnIneffective(preloadArguments, start, why, problems);
        warn(u"preload-at"_s, start, why);
    }
}
}
