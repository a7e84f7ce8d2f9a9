// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QMetaType>

#include <memory>

namespace Nightdesk
{
/// A password or passphrase. Kept in memory of its own that is locked (never swapped) where the system allows it, left out
/// of core files and wiped when the last copy goes. Copies share that memory, so that a secret can pass through a queued
/// signal without being spread. Any thread. It has no operator for QDebug: it cannot be logged by accident. A value.
class Secret
{
public:
    Secret();
    /// Takes the bytes and wipes @p bytes. The caller must own the only copy.
    static Secret fromBytes(QByteArray &&bytes);
    /// Takes UTF-8 of @p text; wipe the source yourself (a QLineEdit: clear()).
    static Secret fromText(const QString &text);

    bool isEmpty() const;
    qsizetype size() const;
    /// Valid as long as this object; zero-terminated one past the end, for C interfaces.
    const char *constData() const;
    QByteArrayView view() const;

private:
    class Memory;
    std::shared_ptr<const Memory> m_memory;
};
}

Q_DECLARE_METATYPE(Nightdesk::Secret)
