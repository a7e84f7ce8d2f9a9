// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profilereader.h"

#include <QSet>

namespace Nightdesk
{
/// Makes the profile in force at one site out of a profile's tables: ProfileReader's inner part, used once.
class ProfileResolver
{
public:
    ProfileResolver(const TomlNode &root,
                    const QString &file,
                    const FacilityDocument &facility,
                    const QString &site,
                    const QString &account,
                    Problems &problems);

    InstrumentProfile resolve();
    /// After resolve(): the tables that the profile was read from.
    const TomlNode &inForce() const;
    const Variables &variables() const;

private:
    void applySite();
    void addSharedLinks();
    void readLinks();
    void readDesktops();
    void readWindows();
    template<typename Spec>
    Spec readDisplay(TableId table, const TomlNode &node);
    void checkLinkUse(const TomlNode &node, const QString &link);
    const std::vector<TomlNode> &list(const QString &name) const;

    TomlNode m_root;
    QString m_file;
    const FacilityDocument &m_facility;
    QString m_site;
    Problems &m_problems;
    ValueReader::Context m_context;
    InstrumentProfile m_profile;
    QSet<QString> m_shared; ///< links of the facility that the profile does not have itself
    QSet<QString> m_badShared; ///< those that are wrong in facility.toml
    QSet<QString> m_used;
    QSet<QString> m_askingLinks; ///< links that use {account}
    QHash<QString, SourcePlace> m_displayIds;
};
}
