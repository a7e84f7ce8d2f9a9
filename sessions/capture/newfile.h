// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QString>

namespace Nightdesk
{
/// Creates and renames files that only the user may read, without replacing an existing file, even if two programs choose the same name at the same
/// time. On failure, errno is set.
namespace NewFile
{
/// Creates and opens a file. Invalid descriptor with EEXIST: the name exists, perhaps as a symbolic link.
UniqueFd create(const QString &path);
/// Renames a file. False with EEXIST: @p to exists.
bool rename(const QString &from, const QString &to);
}
}
