// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// The mark in the environment of a program that Nightdesk started on a remote host (NIGHTDESK_DISPLAY), which identifies the program after its
/// link was lost. Not secret: anyone logged in there as the same user may read it. Pure. A value: ProgramMarks makes it, WindowRun holds it.
struct ProgramMark {
    QString deskName; ///< identifies this user on this machine; 16 hexadecimal digits
    QString consoleName; ///< identifies the running Nightdesk that started the program; 8 hexadecimal digits
    QString displayId; ///< id of the program's display in its profile
    quint32 number = 0; ///< number of the program's start; unique within a console
    bool operator==(const ProgramMark &) const = default;

    static constexpr const char *environmentVariable = "NIGHTDESK_DISPLAY";
    /// The mark as "DESK/CONSOLE/DISPLAY/NUMBER/". Because of the last slash, a search for number 1 does not find number 12.
    QByteArray text() const;
    static std::optional<ProgramMark> parse(QByteArrayView text);
    static bool isConsoleName(const QString &text);
    static bool isDeskName(const QString &text);
};
}
