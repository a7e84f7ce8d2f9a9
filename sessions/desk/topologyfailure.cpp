// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/topologyfailure.h"

#include "sessions/profiles/keytable.h"

#include <KLocalizedString>

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr auto topologyKey = "topology"_L1;

/// As a profile spells it.
QString spelling(TableId table, Topology topology)
{
    const KeyInfo *key = findKey(table, topologyKey);
    for (const Choice &choice : key->choices) {
        if (choice.value == static_cast<int>(topology)) {
            return choice.name;
        }
    }
    return {};
}

std::optional<Failure> failure(TableId table, Topology topology, Topology available, const QString &id, const SourcePlace &place)
{
    if (topology == available) {
        return std::nullopt;
    }
    return Failure{
        .kind = FailureKind::Refused,
        .what = i18nc("@info %1: a word of profiles, vnc-app", "The topology %1 is not available in this version of Nightdesk.", spelling(table, topology)),
        .where = place.line > 0 ? i18nc("@info where a display stands; %1: a file's name, %2: a line number, %3: the display's id",
                                        "%1, line %2: %3",
                                        QFileInfo(place.file).fileName(),
                                        QString::number(place.line),
                                        id)
                                : id,
        .advice = i18nc("@info %1: a line of a profile, topology = \"x11\"",
                        "Ask for %1 to be set for it in the profile, or for a newer Nightdesk on this desk. The other displays are not affected.",
                        u"%1 = \"%2\""_s.arg(topologyKey, spelling(table, available))),
    };
}
}

std::optional<Failure> topologyFailure(const WindowSpec &spec)
{
    if (spec.topology == Topology::VncApp) {
        return std::nullopt;
    }
    return failure(TableId::Window, spec.topology, Topology::X11, spec.id, spec.place);
}
}
