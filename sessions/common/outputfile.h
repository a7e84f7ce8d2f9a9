// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <expected>
#include <memory>
#include <ostream>

class QFileDevice;

namespace Nightdesk
{
/// The output file of a command: opened at once, so that an error shows before hours of work, and written atomically at the end. "-" is
/// standard output; devices and pipes are written to directly. Held by the command `nightdesk xtrace` while it runs.
class OutputFile
{
public:
    /// Opens the file for writing. The error is the system's error text.
    static std::expected<OutputFile, QString> open(const QString &path);
    OutputFile(OutputFile &&) noexcept;
    OutputFile &operator=(OutputFile &&) noexcept;
    ~OutputFile(); ///< unless finish() was called, discards what was written to a file

    QString name() const;
    QFileDevice *device() const;
    /// Completes the file. False: not everything could be written.
    bool finish();
    QString errorText() const;

    /// A stream of the standard library that writes to the device; bad() after an error.
    std::ostream &stream();

private:
    class Buffer;
    OutputFile();

    QString m_fileName;
    std::unique_ptr<QFileDevice> m_device;
    std::unique_ptr<Buffer> m_streamBuffer;
    std::unique_ptr<std::ostream> m_stream;
};
}
