// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"

#include <QByteArray>
#include <QStringList>

#include <array>

namespace Nightdesk
{
/// A program's output as lines that are safe to show: the last 256 KiB. An incomplete line is shown as far as it was received. Standard output and
/// standard error have lines of their own, so that neither breaks the other's lines. Pure. Owned by WindowRun.
class OutputLog
{
public:
    static constexpr qsizetype maxSize = 256 * 1024; ///< UTF-16 units of text kept
    static constexpr qsizetype maxLineBytes = 4096; ///< bytes; a longer line is split

    /// Adds @p bytes; returns the lines that they complete.
    QStringList append(const QByteArray &bytes, OutputKind kind);
    /// To be called at the end of the output: makes the incomplete lines complete, and returns them.
    QStringList takeIncompleteLines();
    void clear();

    QStringList lines() const; ///< all kept lines: the complete ones, then the incomplete ones
    QString lastLine() const; ///< the last line that is not blank; from standard error if it has any

private:
    QString addCompleteLine(const QByteArray &line, OutputKind kind);

    QStringList m_completeLines;
    qsizetype m_textSize = 0;
    std::array<QByteArray, 2> m_incompleteLines;
    QString m_lastOutputLine;
    QString m_lastErrorLine;
};
}
