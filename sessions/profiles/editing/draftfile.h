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
/// The file in an editor: its text as read, and how to replace it with a new text. A value. All functions block as long as the file system does: do
/// not call them in the GUI thread. Owned by ProfileWindow.
class DraftFile
{
public:
    /// Another program or user saved a different text meanwhile.
    struct ChangedByOthers {
        QByteArray text; ///< current text of the file
    };
    /// Why the text was not saved, translated; the file is unchanged.
    struct SaveFailed {
        QString reason;
        bool isReadOnly = false; ///< the user may not write this file, but may be able to save the text under another name
    };
    using Refusal = std::variant<ChangedByOthers, SaveFailed>;

    /// Reads @p file as it is on disk. The error is translated.
    static std::expected<DraftFile, QString> read(const QString &file);
    /// Stands for a file that does not exist yet. write() creates the file only if it still does not exist at that
    /// time.
    static DraftFile newFile(const QString &file);

    const QString &file() const;
    const QByteArray &text() const; ///< the text as it was last read or written
    /// Line ends of text(): true if all are "\r\n".
    bool hasDosLineEnds() const;
    /// The current text of the file, if it differs from text(); empty: unchanged, or the file cannot be read.
    std::optional<QByteArray> textChangedByOthers() const;

    /// Replaces the file with @p text, atomically and synced to disk before this function returns. Mode, owner and group are kept; for a symbolic
    /// link its target is replaced. A text that is neither text() nor @p expected is never overwritten.
    std::expected<DraftFile, Refusal> write(const QByteArray &text, const std::optional<QByteArray> &expected = std::nullopt) const;

private:
    QString m_filePath;
    QByteArray m_lastKnownText;
    bool m_isNewFile = false;
};
}
