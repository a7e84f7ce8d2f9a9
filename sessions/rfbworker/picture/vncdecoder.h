// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/rectdecoder.h"
#include "sessions/rfbworker/protocol/rfbstream.h"

#include <array>
#include <cstdio>
#include <memory>

struct _rfbClient;

namespace Nightdesk::Rfb
{
/// Decodes Hextile, Zlib, Tight and ZRLE with libvncclient 0.9.15, which gets one checked rectangle at a time and nothing else of the stream: no
/// login, no other messages, no rectangle that was not checked. The library is put into the state in which it replays a recording: it then reads
/// from a FILE (here a cookie that reads from RfbStream) and writes nothing, so that only the pump thread writes to the server. Reader thread.
/// Owned by Worker.
class VncDecoder : public RectDecoder
{
public:
    explicit VncDecoder(RfbStream &stream);
    ~VncDecoder() override;
    VncDecoder(const VncDecoder &) = delete;
    VncDecoder &operator=(const VncDecoder &) = delete;

    bool supports(std::int32_t encoding) const override;
    void setTarget(Framebuffer *target) override;
    void setJpegTarget(JpegTarget target) override;
    bool decode(const RectHeader &rect) override;
    bool wasLastRectLossy() const override;

private:
    struct ClientDeleter {
        void operator()(_rfbClient *client) const;
    };
    struct FileCloser {
        void operator()(std::FILE *file) const;
    };
    ssize_t readForStdio(char *to, std::size_t most);
    int seek(off64_t *offset, int whence);

    RfbStream &m_stream;
    Framebuffer *m_targetFramebuffer = nullptr;
    bool m_wasLastRectLossy = false;
    JpegTarget m_jpegTarget; ///< gives the memory that the pixels of a JPEG are decoded into
    std::array<char, 4 * 1024> m_stdioBuffer; ///< buffer for stdio
    std::unique_ptr<std::FILE, FileCloser> m_stdioFile;
    off64_t m_stdioPosition = 0; ///< bytes passed to stdio, less those that it put back unread
    std::unique_ptr<_rfbClient, ClientDeleter> m_vncClient;
};
}
