// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figureseries.h"

#include <QByteArray>

namespace Nightdesk
{
/// The format of a file of figures: a header, then records that are only appended, so that a crash can leave only a partial record at the end. A
/// source is defined before its first row. Little endian. Pure.
///
/// Source: 1, number (2 bytes), kind, then id, title and connection in UTF-8, each preceded by its length (2 bytes). Row: 2, number of the source (2
/// bytes), seconds since 1970 (4 bytes), the columns of the source's kind (FigureCode, 2 bytes each). Distributions: 3, number of a desktop's source
/// (2 bytes), length (2 bytes), the values added since the previous record (FigureDistributions::write()).
namespace FigureLog
{
/// Limits for reading. Files that Nightdesk writes stay below them.
inline constexpr qsizetype maxSize = 64 * 1024 * 1024;
inline constexpr int maxSources = 256;
inline constexpr qsizetype maxText = 256; ///< limit for an id or a title, in bytes

QByteArray fileHeader();
/// A source record. @p sourceNumber: from 0, below maxSources. Texts longer than maxText are cut.
QByteArray sourceRecord(int sourceNumber, const FigureSource &source);
QByteArray rowRecord(int sourceNumber, quint32 at, std::span<const float> values);
QByteArray distributionsRecord(int sourceNumber, const FigureDistributions &more);

/// The complete contents of a file that holds all of @p series.
QByteArray fileContents(const std::vector<FigureSeries> &series);

struct Contents {
    std::vector<FigureSeries> series; ///< the series of all sources, by source number
    qsizetype validBytes = 0; ///< size of the header and all complete records, in bytes; 0: not a file of Nightdesk, or an unknown version
    bool isOlderFormatVersion = false; ///< the file has the previous version, so records cannot be appended
};
/// Reads up to the first record that is incomplete or not valid.
Contents read(QByteArrayView bytes);
}
}
