// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"

#include <QJsonObject>

namespace Nightdesk
{
/// The format as JSON Schema, made from keyTable(), for editors that complete and check TOML with a schema. Draft 7, which these editors support. The
/// schema never rejects a file that the reader accepts; conditions that only the reader can check (whether a link exists) are not in it. English in
/// every locale. Pure. Made by the command `nightdesk reference` for one table.
class FormatSchema
{
public:
    /// @p root is TableId::Facility or TableId::Profile.
    explicit FormatSchema(TableId root);

    /// The schema as JSON text: the contents of resources/schema/*.schema.json.
    QByteArray json() const;

private:
    /// Adds the schema of @p table to the definitions. Returns its name there. @p mayBeIncomplete: as KeyInfo::mayChildTableBeIncomplete.
    QString addDefinition(TableId table, bool mayBeIncomplete);
    QJsonObject tableSchema(TableId table, bool mayBeIncomplete);
    QJsonObject valueSchema(const KeyInfo &key, bool mayBeIncomplete); ///< what the value may be
    QJsonObject keySchema(const KeyInfo &key, bool mayBeIncomplete);

    TableId m_rootTable;
    QJsonObject m_tableDefinitions;
};
}
