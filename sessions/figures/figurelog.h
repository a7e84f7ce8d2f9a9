// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figureseries.h"

#include <QByteArray>

namespace Nightdesk
{
/// The bytes of a file of figures: a head, then records that are only ever appended, so that whatever a crash leaves is a file
/// with an unfinished end. A source is defined before its first row. Little endian. Pure.
///
/// Source: 1, number (2 bytes), kind, then id, title and connection in UTF-8, each with its length (2 bytes) before it.
/// Row: 2, number of the source (2 bytes), seconds since 1970 (4 bytes), its kind's columns (FigureCode, 2 bytes each).
/// Distributions: 3, number of a desktop's source (2 bytes), length (2 bytes), what was added to them since the record before
/// (FigureDistributions::write()).
namespace FigureLog
{
/// Limits of what is read: nothing that Nightdesk writes reaches them.
inline constexpr qsizetype maxSize = 64 * 1024 * 1024;
inline constexpr int maxSources = 256;
inline constexpr qsizetype maxText = 256; ///< bytes of an id or a title

QByteArray head();
/// @p number: from 0, below maxSources. Texts that are too long are cut.
QByteArray source(int number, const FigureSource &source);
QByteArray row(int number, quint32 at, std::span<const float> values);
QByteArray distributions(int number, const FigureDistributions &more);

/// A file with all that is in @p series.
QByteArray all(const std::vector<FigureSeries> &series);

struct Contents {
    std::vector<FigureSeries> series; ///< by their numbers
    qsizetype whole = 0; ///< bytes of head and whole records; 0: it is none of our files, or of a version that is not known
    bool isOlder = false; ///< of the version before: nothing can be appended to it
};
/// Ends before the first record that is not whole or not valid.
Contents read(QByteArrayView bytes);
}
}
