// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QByteArray>
#include <QString>

#include <expected>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// The file in which one console keeps what it has connected, and those that consoles left which ended silently. Each
/// console has a name of its own (machine, process, start) and holds a lock by that name as long as it lives, however it ends.
/// A home may be shared: what another machine's console keeps is that machine's. Nothing leaves the directory, which is the
/// user's alone. Blocks for as long as the file system does; one thread. Errors are translated and say why, not where. Owned by NightRecordWorker.
class NightFile
{
public:
    /// @p machine: as ConsoleIdentity has it.
    NightFile(const QString &directory, const QString &machine);
    ~NightFile();
    NightFile(const NightFile &) = delete;
    NightFile &operator=(const NightFile &) = delete;

    /// Makes the directory and takes this console's name. The others need it; again: nothing happens.
    std::expected<void, QString> open();
    /// Whole or not at all, whenever the power goes; on the disk when it returns.
    std::expected<void, QString> write(const QByteArray &contents);
    /// There is nothing to resume any more.
    std::expected<void, QString> clear();

    /// What a console left that runs no more. Whoever holds it keeps other consoles off it.
    struct Remains {
        QByteArray name;
        std::expected<QByteArray, QString> contents; ///< or why they cannot be read
        UniqueFd lock;
    };
    /// All that is not held by anybody, the newest first.
    std::vector<Remains> findRemains(qsizetype maxSize);
    /// Where its contents are.
    QString fileOf(const Remains &remains) const;
    void remove(Remains remains);
    /// Renames it to "FILE.unreadable", "FILE.unreadable-2", ...; its new path.
    std::expected<QString, QString> setAside(Remains remains);

private:
    UniqueFd lock(const QByteArray &name, bool isNew) const;
    std::expected<void, QString> sync() const;

    const QString m_path;
    const QString m_machine;
    UniqueFd m_directory;
    UniqueFd m_lock;
    QByteArray m_name;
};
}
