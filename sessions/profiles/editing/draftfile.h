// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <expected>
#include <optional>
#include <variant>

namespace Nightdesk
{
/// The file behind an editor: what was read, and how to put a new text in its place. A value. All functions block for as long as the file
/// system does: not for the GUI thread. Owned by ProfileWindow.
class DraftFile
{
public:
    /// Somebody else saved another text meanwhile.
    struct Changed {
        QByteArray text; ///< what is there now
    };
    /// Why nothing was saved, translated: what is there is what was there.
    struct Failed {
        QString why;
        bool isReadOnly = false; ///< another place may do
    };
    using Refusal = std::variant<Changed, Failed>;

    /// The error is translated.
    static std::expected<DraftFile, QString> read(const QString &file);
    /// What is not there yet: written only if it is still not there.
    static DraftFile newFile(const QString &file);

    const QString &file() const;
    const QByteArray &text() const; ///< as it was read or written last
    /// As text() has its lines: "\r\n" if all end so.
    bool hasDosLines() const;
    /// What is there now, if it is not text(); empty: nothing changed, or it cannot be read.
    std::optional<QByteArray> foreignText() const;

    /// Puts @p text in the file's place, whole or not at all, on the disk when it returns. Mode, owner and group stay; where the file is a
    /// symbolic link its target is replaced. A text that is neither text() nor @p expected is never overwritten.
    std::expected<DraftFile, Refusal> write(const QByteArray &text, const std::optional<QByteArray> &expected = std::nullopt) const;

private:
    QString m_file;
    QByteArray m_text;
    bool m_isNew = false;
};
}
