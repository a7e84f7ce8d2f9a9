// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/valuereader.h"

namespace Nightdesk
{
/// Reads one table by walking keyTable(): unknown keys, missing keys, groups of which one is to be given, and each value
/// into its member. Pure. Made by ProfileResolver or BrokerReader for one table.
class TableReader
{
public:
    TableReader(const ValueReader::Context &context, Problems &problems);

    /// @p target is the struct that the keys of @p table are stored in.
    void read(TableId table, const TomlNode &node, void *target);
    /// Single keys of @p table, as [default] has them: each is looked at, none is required, nothing is stored.
    void readPart(TableId table, const TomlNode &node);
    bool usedAccount() const;

    /// What is wrong with @p key in @p table: it is not known there.
    static void reportUnknown(TableId table, const TomlEntry &entry, Problems &problems);
    /// False (reported) if the version of the format is newer than what is read here: then nothing else makes sense.
    static bool checkFormat(TableId table, const TomlNode &root, Problems &problems);

private:
    void readKey(const KeyInfo &key, const TomlEntry &entry, void *target);
    void checkGroups(TableId table, const TomlNode &node, bool required);

    ValueReader m_values;
    Problems &m_problems;
};
}
