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
/// The file of one night's figures, "figures-2026-11-24", in a private directory; those of the last nights stay beside it. One console
/// of a user writes it at a time. Blocks on the disk; one thread. Errors are translated and say why. Owned by FigureStoreWorker.
class FigureFile
{
public:
    /// How many nights stay, with the present one.
    static constexpr int nights = 3;

    explicit FigureFile(const QString &directory);

    /// What is in it already, by a console of the same night that ended; an unfinished end of it is cut off. Older nights
    /// are removed. A file of the version before is written again in this one. One that cannot be read is renamed, and begun again.
    std::expected<std::vector<FigureSeries>, QString> open(const QDate &night);
    /// Whole records: all of them, or on an error none.
    std::expected<void, QString> append(const QByteArray &records);

private:
    void removeOld(const QDate &night) const;

    const QString m_directory;
    UniqueFd m_file;
    qint64 m_size = 0;
};
}
