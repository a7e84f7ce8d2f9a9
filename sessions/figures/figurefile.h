// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/figures/figureseries.h"

#include <QByteArray>
#include <QDate>

#include <expected>

namespace Nightdesk
{
/// The file of one night's figures, "figures-2026-11-24", in a private directory, which also has the files of the last nights. Only one console of a
/// user writes it at a time. Blocks on the disk; use from one thread. Errors are translated and say why. Owned by FigureStoreWorker.
class FigureFile
{
public:
    /// Number of nights that are kept, including the present one.
    static constexpr int keptNights = 3;

    explicit FigureFile(const QString &directory);

    /// Opens the file and returns what an earlier console of the same night wrote. Truncates a partial record at the end, and removes older nights.
    /// Rewrites a file of the previous version in the present one. Renames a file that cannot be read, and begins a new one.
    std::expected<std::vector<FigureSeries>, QString> open(const QDate &night);
    /// Appends complete records: all of them or, on an error, none.
    std::expected<void, QString> append(const QByteArray &records);

private:
    void removeFilesOfOldNights(const QDate &night) const;

    const QString m_figureDirectory;
    UniqueFd m_file;
    qint64 m_validFileSize = 0;
};
}
