// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <memory>

namespace Nightdesk
{
/// A password or passphrase. Kept in separate memory that is locked (never swapped) where the system allows it, excluded from
/// core files and wiped when the last copy is destroyed. Copies share this memory, so that a secret can be passed by a queued
/// signal without further copies in memory. Any thread. It has no operator for QDebug, so it cannot be logged by accident. A value.
class Secret
{
public:
    /// Copies the bytes and wipes @p bytes. The caller must have the only copy.
    static Secret fromBytes(QByteArray &&bytes);
    /// Copies @p text as UTF-8; the caller has to wipe the source (QLineEdit: clear()).
    static Secret fromText(const QString &text);

    bool isEmpty() const;
    qsizetype size() const;
    /// Valid as long as this object; followed by a null byte, for C interfaces.
    const char *constData() const;
    QByteArrayView view() const;

private:
    class Memory;
    std::shared_ptr<const Memory> m_memory;
};
}
