// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/outputfile.h"

#include <KLocalizedString>

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <array>
#include <cstdio>
#include <streambuf>

namespace Nightdesk
{
class OutputFile::Buffer : public std::streambuf
{
public:
    explicit Buffer(QFileDevice *device)
        : m_device(device)
    {
        setp(m_bytes.data(), m_bytes.data() + m_bytes.size());
    }

protected:
    int_type overflow(int_type character) override
    {
        if (sync() != 0) {
            return traits_type::eof();
        }
        return traits_type::eq_int_type(character, traits_type::eof()) ? traits_type::not_eof(character) : sputc(traits_type::to_char_type(character));
    }
    int sync() override
    {
        const qint64 waiting = pptr() - pbase();
        const bool isWritten = m_device->write(pbase(), waiting) == waiting;
        setp(m_bytes.data(), m_bytes.data() + m_bytes.size());
        return isWritten ? 0 : -1;
    }

private:
    QFileDevice *m_device;
    std::array<char, 65536> m_bytes;
};

OutputFile::OutputFile() = default;
OutputFile::OutputFile(OutputFile &&) noexcept = default;
OutputFile &OutputFile::operator=(OutputFile &&) noexcept = default;
OutputFile::~OutputFile() = default;

std::expected<OutputFile, QString> OutputFile::open(const QString &path)
{
    OutputFile output;
    const QFileInfo there(path);
    if (path == u"-") {
        auto file = std::make_unique<QFile>();
        (void)file->open(stdout, QIODevice::WriteOnly);
        output.m_fileName = i18nc("@info:shell where something is written to", "standard output");
        output.m_device = std::move(file);
    } else {
        output.m_fileName = path;
        // A device or pipe is written to directly, not replaced by a file.
        if (there.exists() && !there.isFile() && !there.isDir()) {
            output.m_device = std::make_unique<QFile>(path);
        } else {
            auto file = std::make_unique<QSaveFile>(path);
            file->setDirectWriteFallback(true); // allows writing to a writable file in a directory that is not writable
            output.m_device = std::move(file);
        }
        if (!output.m_device->open(QIODevice::WriteOnly)) {
            return std::unexpected(output.m_device->errorString());
        }
    }
    output.m_streamBuffer = std::make_unique<Buffer>(output.m_device.get());
    output.m_stream = std::make_unique<std::ostream>(output.m_streamBuffer.get());
    return output;
}

QString OutputFile::name() const
{
    return m_fileName;
}

QFileDevice *OutputFile::device() const
{
    return m_device.get();
}

std::ostream &OutputFile::stream()
{
    return *m_stream;
}

bool OutputFile::finish()
{
    m_stream->flush();
    if (!m_stream->good() || !m_device->flush() || m_device->error() != QFileDevice::NoError) {
        return false;
    }
    auto *file = qobject_cast<QSaveFile *>(m_device.get());
    return !file || file->commit();
}

QString OutputFile::errorText() const
{
    return m_device->errorString();
}
}
