// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/vncdecoder.h"

#include "sessions/rfbworker/picture/jpegrect.h"

#include <rfb/rfbclient.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

namespace Nightdesk::Rfb
{
namespace
{
int decoderTag;
int lossyTag;
int jpegTargetTag;

rfbBool gotJpeg(rfbClient *client, const std::uint8_t *buffer, int length, int x, int y, int w, int h)
{
    auto *const target = static_cast<Framebuffer *>(rfbClientGetClientData(client, &decoderTag));
    bool decoded = false;
    *static_cast<bool *>(rfbClientGetClientData(client, &lossyTag)) = true;
    if (target && target->bytesPerPixel() == 4 && length > 0 && x >= 0 && y >= 0 && w > 0 && h > 0) {
        const RectHeader rect{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(w), static_cast<std::uint32_t>(h)};
        if (target->contains(rect)) {
            const auto &jpegTarget = *static_cast<const RectDecoder::JpegTarget *>(rfbClientGetClientData(client, &jpegTargetTag));
            std::uint32_t *pixels = jpegTarget ? jpegTarget(rect) : nullptr;
            if (!pixels) { // the cast is valid: the framebuffer has 32-bit pixels and is page-aligned
                pixels = reinterpret_cast<std::uint32_t *>(static_cast<void *>(target->at(rect.x, rect.y)));
            }
            decoded = decodeJpeg({buffer, static_cast<std::size_t>(length)}, pixels, target->width(), rect.width, rect.height);
        }
    }
    std::free(const_cast<std::uint8_t *>(buffer)); // this callback must free the buffer
    return decoded ? TRUE : FALSE;
}
}

void VncDecoder::ClientDeleter::operator()(_rfbClient *client) const
{
    client->frameBuffer = nullptr; // the library must not free this framebuffer
    rfbClientCleanup(client);
}

void VncDecoder::FileCloser::operator()(std::FILE *file) const
{
    std::fclose(file);
}

ssize_t VncDecoder::readForStdio(char *to, std::size_t most)
{
    const std::size_t got = m_stream.readSome(reinterpret_cast<std::uint8_t *>(to), most);
    m_stdioPosition += static_cast<off64_t>(got);
    return static_cast<ssize_t>(got);
}

/// fflush() calls this to move the position back to where the library has read to.
int VncDecoder::seek(off64_t *offset, int whence)
{
    if (whence != SEEK_CUR || *offset > 0 || !m_stream.putBackBytes(static_cast<std::size_t>(-*offset))) {
        errno = EIO;
        return -1;
    }
    m_stdioPosition += *offset;
    *offset = m_stdioPosition;
    return 0;
}

VncDecoder::VncDecoder(RfbStream &stream)
    : m_stream(stream)
{
    cookie_io_functions_t functions{};
    functions.read = [](void *self, char *to, std::size_t most) {
        return static_cast<VncDecoder *>(self)->readForStdio(to, most);
    };
    functions.seek = [](void *self, off64_t *offset, int whence) {
        return static_cast<VncDecoder *>(self)->seek(offset, whence);
    };
    m_stdioFile.reset(::fopencookie(this, "r", functions));
    m_vncClient.reset(rfbGetClient(8, 3, 4));
    if (!m_stdioFile || !m_vncClient) {
        return;
    }
    // Without a buffer, stdio would call readForStdio() for each single byte: this took 9 of the 16 ms for an image of half a megabyte. With a
    // buffer, stdio reads beyond the rectangle, and decode() gives the rest back to the stream. glibc ignores the size if no buffer is passed.
    static_assert(sizeof m_stdioBuffer < RfbStream::bufferSize);
    std::setvbuf(m_stdioFile.get(), m_stdioBuffer.data(), _IOFBF, m_stdioBuffer.size());
    m_vncClient->serverPort = -1;
    m_vncClient->vncRec = static_cast<rfbVNCRec *>(std::calloc(1, sizeof(rfbVNCRec)));
    if (m_vncClient->vncRec) {
        m_vncClient->vncRec->file = m_stdioFile.get();
        m_vncClient->vncRec->doNotSleep = TRUE;
    }
    rfbClientSetClientData(m_vncClient.get(), &lossyTag, &m_wasLastRectLossy);
    rfbClientSetClientData(m_vncClient.get(), &jpegTargetTag, &m_jpegTarget);
    m_vncClient->GotJpeg = gotJpeg;
    m_vncClient->canHandleNewFBSize = FALSE;
}

VncDecoder::~VncDecoder() = default;

bool VncDecoder::supports(std::int32_t encoding) const
{
    return encoding == EncodingHextile || encoding == EncodingZlib || encoding == EncodingTight || encoding == EncodingZrle;
}

void VncDecoder::setTarget(Framebuffer *target)
{
    m_targetFramebuffer = target;
    if (!m_vncClient) {
        return;
    }
    rfbClientSetClientData(m_vncClient.get(), &decoderTag, target);
    m_vncClient->frameBuffer = target ? target->at(0, 0) : nullptr;
    m_vncClient->width = target ? static_cast<int>(target->width()) : 0;
    m_vncClient->height = target ? static_cast<int>(target->height()) : 0;
    const bool indexes = target && target->bytesPerPixel() == 1;
    const PixelFormat format = PixelFormat::rgb32();
    m_vncClient->format.bitsPerPixel = indexes ? 8 : format.bitsPerPixel;
    m_vncClient->format.depth = indexes ? 8 : format.depth;
    m_vncClient->format.bigEndian = format.bigEndian ? 1 : 0;
    m_vncClient->format.trueColour = indexes ? 0 : 1;
    m_vncClient->format.redMax = format.redMax;
    m_vncClient->format.greenMax = format.greenMax;
    m_vncClient->format.blueMax = format.blueMax;
    m_vncClient->format.redShift = format.redShift;
    m_vncClient->format.greenShift = format.greenShift;
    m_vncClient->format.blueShift = format.blueShift;
    m_vncClient->si.format = m_vncClient->format;
}

void VncDecoder::setJpegTarget(JpegTarget target)
{
    m_jpegTarget = std::move(target);
}

bool VncDecoder::decode(const RectHeader &rect)
{
    if (!m_vncClient || !m_vncClient->vncRec || !m_targetFramebuffer) {
        return false;
    }
    // The library reads these bytes as a recording: first a time stamp, then the head of an update with only this rectangle.
    Bytes message(sizeof(timeval), 0);
    append8(message, MessageFramebufferUpdate);
    append8(message, 0);
    append16(message, 1);
    append16(message, rect.x);
    append16(message, rect.y);
    append16(message, rect.width);
    append16(message, rect.height);
    append32(message, static_cast<std::uint32_t>(rect.encoding));
    m_wasLastRectLossy = false;
    m_stream.prepend(message);
    return HandleRFBServerMessage(m_vncClient.get()) == TRUE && std::fflush(m_stdioFile.get()) == 0;
}

bool VncDecoder::wasLastRectLossy() const
{
    return m_wasLastRectLossy;
}
}
