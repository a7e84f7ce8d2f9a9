// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/xserverfit.h"

#include <QJsonArray>
#include <QTextStream>

#include <expected>

namespace Nightdesk
{
/// Reports which displays of a profile fit which X servers, for `nightdesk visuals --profile`, which owns this object.
class ProfileFitCheck
{
public:
    /// Reads a profile's file, without any site's overrides. The error lists its problems, one per line. Blocks while reading.
    static std::expected<ProfileFitCheck, QString> read(const QString &file);

    QStringList neededFonts() const; ///< fonts that the profile's programs need
    /// @p remoteServer: null: not known. @p showsProfileDesktops: the caller knows that @p remoteServer shows the profile's desktops; otherwise
    /// @p remoteServer is checked only for a desktop with the same display number.
    QJsonArray json(const XServerFacts &localServer, const XServerFacts *remoteServer, bool showsProfileDesktops) const;
    void print(const XServerFacts &localServer, const XServerFacts *remoteServer, bool showsProfileDesktops, QTextStream &out) const;

private:
    struct DisplayFit {
        QString title;
        XServerFit fit;
    };
    explicit ProfileFitCheck(const InstrumentProfile &profile);
    QList<DisplayFit> checkFits(const XServerFacts &localServer, const XServerFacts *remoteServer, bool showsProfileDesktops) const;

    InstrumentProfile m_profile;
};
}
