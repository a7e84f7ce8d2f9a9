// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// How instruments are named in sentences. Safe to show as plain text. Pure.
namespace InstrumentWording
{
QString name(const InstrumentProfile &profile); ///< the instrument's name; its id if it has no name
QString names(const QList<InstrumentProfile> &profiles); ///< "LRIS and NIRES"
QString list(const QStringList &names);
}
}
