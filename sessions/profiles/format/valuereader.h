// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/format/variables.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

namespace Nightdesk
{
/// Converts one TOML node to the value of one key, or reports what is wrong with it. Pure: no path is accessed. Member of TableReader.
class ValueReader
{
public:
    /// What is known about the file whose values are read: its variables, and the names that values may refer to.
    struct Context {
        QString file = {}; ///< the file that is read; values may also come from facility.toml
        Variables variables = {};
        QStringList links = {}; ///< names of links that a value may refer to
        QStringList screens = {}; ///< valid names of screens; empty: not checked
        QStringList screensOfAllSites = {}; ///< screens of all sites, if there are several sites
        /// False: a part of the file could not be read, which may define further links. Then a name that is not in `links` is not an error.
        bool areAllDefinitionsRead = true;
        QString site = {}; ///< id of the site, for messages; empty: none
    };

    ValueReader(const Context &context, Problems &problems);

    /// Reads the value of @p key. Empty: the value was wrong, which was reported. Do not call it for keys that contain
    /// tables.
    std::optional<KeyValue> read(const KeyInfo &key, const TomlNode &node);
    bool hasUsedAccountVariable() const
    {
        return m_valueContext.variables.hasUsedAccountVariable();
    }
    /// Reports a value that is not valid TOML. The error was reported for the file that contains the value; if a profile in
    /// another file needs the value, the error is reported for the profile, too.
    void reportUnreadableValue(const KeyInfo &key, const TomlNode &node);

private:
    std::optional<KeyValue> readValueFromText(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readListItem(const KeyInfo &key, const TomlNode &item, const QString &text);
    std::optional<KeyValue> readList(const KeyInfo &key, const TomlNode &node);
    std::optional<KeyValue> readScreenSizes(const KeyInfo &key, const TomlNode &node);
    std::optional<KeyValue> readChoice(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readAlgorithm(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readRegularExpression(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readTimeZone(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readLinkOrScreenName(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readFilePath(const KeyInfo &key, const TomlNode &node, const QString &path);
    /// The text with its variables replaced; empty: an error was reported.
    std::optional<QString> expanded(const KeyInfo &key, const TomlNode &node);
    /// Definition of a variable that @p text uses, directly or not, and that a site sets; nullptr: none.
    const TomlNode *definitionAtSite(const QString &text) const;
    /// The text for a message: as written in the file, with its value at this site.
    QString valueForMessage(const TomlNode &node, const QString &text) const;
    /// The place where an error in @p node is reported: the definition of a variable that it uses in this file or at a site, otherwise its own place.
    SourcePlace errorPlace(const TomlNode &node) const;
    std::nullopt_t reportInvalidValue(const KeyInfo &key, const TomlNode &node, const QString &shownValue, const QString &suggestion = {});
    std::nullopt_t reportWrongValueKind(const KeyInfo &key, const TomlNode &node);

    Context m_valueContext;
    Problems &m_problems;
};
}
