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
/// A file that a command was told to write: tried at once, before hours of work, and there at the end whole or not at all. "-" is
/// standard output; devices and pipes are written to as they are. Held by the command `nightdesk xtrace` while it runs.
class OutputFile
{
public:
    /// The error: the system's reason.
    static std::expected<OutputFile, QString> open(const QString &path);
    OutputFile(OutputFile &&) noexcept;
    OutputFile &operator=(OutputFile &&) noexcept;
    ~OutputFile(); ///< without finish() nothing is left behind

    QString name() const;
    QFileDevice *device() const;
    /// Whether all that was written is there.
    bool finish();
    QString problem() const;

    /// As the standard library writes; bad() once the device failed.
    std::ostream &stream();

private:
    class Buffer;
    OutputFile();

    QString m_name;
    std::unique_ptr<QFileDevice> m_device;
    std::unique_ptr<Buffer> m_buffer;
    std::unique_ptr<std::ostream> m_stream;
};
}
