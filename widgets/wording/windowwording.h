// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"
#include "sessions/xwindows/orphanedprograms.h"
#include "sessions/xwindows/windowsession.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// Texts about X programs whose link has a problem, and about which displays a lost connection ends. Plain text. Pure.
namespace WindowWording
{
/// About a display that is live but does not answer; empty: it answers. @p withheld: number of key and button presses
/// that were not sent since the last answer.
QString notAnswering(Session::Kind kind, Session::AnswerState answering, const std::optional<QDateTime> &oldConnectionKeptUntil, std::int64_t withheld);
/// The problem of an X program, with the program's title, in a few words; empty: no problem.
QString problem(const WindowSession &window);
/// Why an X program was closed together with its link.
QString whyClosedWithLink(RestartPolicy restart);
/// "Orphaned process on lris.summit: ds9 (process 4711, running since 01:20 UT). …"
QString orphanedProcess(const OrphanedPrograms::OfferedProgram &offer, const QString &host, const QDateTime &now);
/// What a lost connection means for the displays of @p profile: lines of text that say which survive it, and which X programs are trusted.
QStringList connectionLossOutlook(const InstrumentProfile &profile);
/// What trusting an X program means.
QString trustedMeaning();
/// What an untrusted X program cannot do.
QString untrustedMeaning();
/// What the trusted viewer on the remote host, which shows a display here, is able to do.
QString trustedViewerMeaning();
}
}
