// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QString>

namespace Nightdesk
{
/// Files that only the person may read, made and named without ever touching one that is there, also where two programs choose
/// the same name at once. errno tells why not.
namespace NewFile
{
/// Invalid, EEXIST: something of that name is there, be it a link.
UniqueFd create(const QString &path);
/// EEXIST: @p to is there.
bool rename(const QString &from, const QString &to);
}
}
