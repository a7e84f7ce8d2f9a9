// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/effectiveprofile.h"

#include <QJsonArray>

namespace Nightdesk
{
/// Text of an effective profile, as TOML for users and as JSON for scripts. Pure. Created by `nightdesk show` for one output.
class EffectiveProfileText
{
public:
    /// Paths of files inside @p directory are written relative to it; empty: absolute paths.
    explicit EffectiveProfileText(const QString &directory);

    /// TOML, with a comment after each value that says where the value comes from.
    QString toml(const QList<EffectiveTable> &tables) const;
    QJsonArray json(const QList<EffectiveTable> &tables) const;
    QString shortenedPath(const QString &path) const;

private:
    QString origin(const EffectiveValue &value) const;

    QString m_relativePathBaseDirectory;
};
}
