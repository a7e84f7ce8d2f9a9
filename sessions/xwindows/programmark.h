// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// What a program of ours carries in its environment at the summit, as NIGHTDESK_DISPLAY, so that it is known again when its
/// link is gone. No secret: who is logged in there as the same user may read it. Pure. A value: ProgramMarks makes it, WindowRun holds it.
struct ProgramMark {
    QString desk; ///< 16 hexadecimal digits; this user at this machine
    QString console; ///< 8 of them; one running Nightdesk
    QString display; ///< the profile's id
    quint32 number = 0; ///< of the start; each of a console has its own
    bool operator==(const ProgramMark &) const = default;

    static constexpr const char *variable = "NIGHTDESK_DISPLAY";
    /// "DESK/CONSOLE/DISPLAY/NUMBER/": the last sign keeps 1 from being found in 12.
    QByteArray text() const;
    static std::optional<ProgramMark> parse(QByteArrayView text);
    static bool isConsole(const QString &text);
    static bool isDesk(const QString &text);
};
}
