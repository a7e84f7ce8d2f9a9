// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QString>

#include <expected>
#include <memory>

namespace Nightdesk
{
/// This console among others of the same user: the desk's name, made once and kept, and a name of its own, which is locked for
/// as long as it runs. A kill -9 or a power cut ends the lock too, so that the next console knows what was left behind. The
/// functions read and write small files: not on the GUI thread. Owned together by all that name the desk, ProgramMarks among them.
class ConsoleIdentity
{
public:
    /// @p directory: of the user's own state; made if need be. The error says why, translated.
    static std::expected<std::shared_ptr<const ConsoleIdentity>, QString> claim(const QString &directory);
    ~ConsoleIdentity();

    /// This machine among those that share a home, each of which is a desk: hexadecimal digits.
    static QString machine();
    QString desk() const;
    QString console() const;
    /// Whether the console of this name runs; of one that ended the trace is removed.
    bool isAlive(const QString &console) const;

private:
    ConsoleIdentity() = default;
    QString fileOf(const QString &console) const;

    QString m_directory;
    QString m_desk;
    QString m_console;
    UniqueFd m_lock;
};
}
