// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"

#include <QByteArray>
#include <QStringList>

#include <array>

namespace Nightdesk
{
/// What a program wrote, as lines that are safe to show: the last 256 KiB of it. A line that is not finished yet is shown as
/// far as it goes. Standard output and error keep lines of their own, so that neither cuts the other's. Pure. Owned by WindowRun.
class OutputLog
{
public:
    static constexpr qsizetype maxSize = 256 * 1024; ///< UTF-16 units of text kept
    static constexpr qsizetype maxLine = 4096; ///< bytes; a longer line is broken

    /// The lines that @p bytes completed.
    QStringList append(const QByteArray &bytes, OutputKind kind);
    /// The streams ended: their unfinished lines become lines.
    QStringList finish();
    void clear();

    QStringList lines() const; ///< complete ones, then unfinished ones
    QString lastLine() const; ///< the last one with text in it; of standard error if there is any

private:
    QString keep(const QByteArray &line, OutputKind kind);

    QStringList m_lines;
    qsizetype m_size = 0;
    std::array<QByteArray, 2> m_partial;
    QString m_lastOutput;
    QString m_lastError;
};
}
