// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/valuereader.h"

namespace Nightdesk
{
/// Reads one table by means of keyTable(): reports unknown keys, missing keys and wrong groups of alternative keys, and stores each value in its
/// member. Pure. Made by ProfileResolver or BrokerReader for one table.
class TableReader
{
public:
    TableReader(const ValueReader::Context &context, Problems &problems);

    /// Reads a whole table. @p target: the struct that stores the keys of @p table.
    void read(TableId table, const TomlNode &node, void *target);
    /// Reads single keys of @p table, as in [default]: each is checked, none is required, and no value is stored.
    void readPartialTable(TableId table, const TomlNode &node);
    bool hasUsedAccountVariable() const;

    /// Reports that @p table has no such key.
    static void reportUnknownKey(TableId table, const TomlEntry &entry, Problems &problems);
    /// Checks the version of the format. False (and reported) if it is newer than this program supports: then no other
    /// message would make sense.
    static bool checkFormatVersion(TableId table, const TomlNode &root, Problems &problems);

private:
    void readKey(const KeyInfo &key, const TomlEntry &entry, void *target);
    void checkAlternativeKeys(TableId table, const TomlNode &node, bool required);

    ValueReader m_valueReader;
    Problems &m_problems;
};
}
