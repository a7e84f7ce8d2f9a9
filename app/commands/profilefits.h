// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/serverfit.h"

#include <QJsonArray>
#include <QTextStream>

#include <expected>

namespace Nightdesk
{
/// Which displays of a profile fit which X servers, for `nightdesk visuals --profile`. Made by the command `nightdesk visuals`, which holds
/// it while it prints.
class ProfileFits
{
public:
    /// The profile of a file, at no site. The error: its problems, a line each. Blocks while it reads.
    static std::expected<ProfileFits, QString> read(const QString &file);

    QStringList fonts() const; ///< that its programs need
    /// @p there null: not known. @p isNamed: whoever asks says that its desktops have that X server; else only one with its display's
    /// number has.
    QJsonArray json(const XServerFacts &here, const XServerFacts *there, bool isNamed) const;
    void print(const XServerFacts &here, const XServerFacts *there, bool isNamed, QTextStream &out) const;

private:
    struct Judged {
        QString title;
        ServerFit fit;
    };
    explicit ProfileFits(const InstrumentProfile &profile);
    QList<Judged> judge(const XServerFacts &here, const XServerFacts *there, bool isNamed) const;

    InstrumentProfile m_profile;
};
}
