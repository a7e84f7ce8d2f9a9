// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"
#include "sessions/links/facts/linkfacts.h"

#include <variant>

namespace Nightdesk
{
/// What the last word about a display at the summit means to a person. Pure.
namespace AppFailure
{
/// @p word: AppReport::lastWord(). @p host: as the profile has it.
std::variant<ProgramExit, Failure> ending(const QByteArrayList &word, const WindowSpec &spec, const QString &host);
/// The script did not speak, or not as ours does. @p words: the last that the account's shell said.
Failure notUnderstood(const QString &host, const QString &words);
/// It ran longer than any host needs.
Failure tookTooLong(const QString &host);
/// The watching program ended, and nobody knows why; the display may run on.
Failure watchLost(const QString &host);
Failure visualUnknown(const WindowSpec &spec);
}
}
