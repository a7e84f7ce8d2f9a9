// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace Nightdesk::Test
{
/// A network namespace for the whole test program: what a test does to its addresses and routes concerns nobody else.
namespace PrivateNetwork
{
/// Before the program has a second thread. Ends the program where it may not.
void enter();
/// A card "site0", up, at the end of a cable that leads nowhere. Who is to be silent beyond it needs a neighbour's entry.
bool addCard();
/// Makes @p address one beyond the card that never answers (instead of one that cannot be found).
bool addSilent(const QString &address);
/// ip(8); false, with its words on stderr, when it failed.
bool ip(const QStringList &arguments);
/// TCP connections that were attempted in it so far, by anybody.
int tcpAttempts();
}
}
