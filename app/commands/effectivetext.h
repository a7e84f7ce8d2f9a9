// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/effectiveprofile.h"

#include <QJsonArray>

namespace Nightdesk
{
/// An effective profile for people and for scripts. Pure. Made by the command `nightdesk show` for one output.
class EffectiveText
{
public:
    /// Files inside @p directory are named as seen from there; empty: as they are.
    explicit EffectiveText(const QString &directory);

    /// TOML, with where each value comes from as a comment behind it.
    QString toml(const QList<EffectiveTable> &tables) const;
    QJsonArray json(const QList<EffectiveTable> &tables) const;
    QString file(const QString &path) const;

private:
    QString origin(const EffectiveValue &value) const;

    QString m_directory;
};
}
