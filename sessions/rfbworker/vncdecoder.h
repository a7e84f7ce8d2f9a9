// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/framebuffer.h"
#include "sessions/rfbworker/rfbstream.h"

#include <cstdio>
#include <memory>

struct _rfbClient;

namespace Nightdesk::Rfb
{
/// Decodes the pixels of one rectangle into a framebuffer.
class RectDecoder
{
public:
    virtual ~RectDecoder() = default;
    virtual bool knows(std::int32_t encoding) const = 0;
    /// Null: none for now.
    virtual void setTarget(Framebuffer *target) = 0;
    /// The rectangle lies inside the target and is not empty. Reads its data from the stream. False: the stream ended or
    /// the data is wrong.
    virtual bool decode(const RectHeader &rect) = 0;
};

/// Hextile, Zlib, Tight and ZRLE by libvncclient 0.9.15, which sees one checked rectangle at a time and nothing else of the
/// stream: no login, no other messages, no rectangle that we did not let pass. It is put into the state in which it replays
/// a recording: then it takes its bytes from a FILE (here a cookie that reads our stream) and writes nothing at all, so
/// that the pump owns every write. Reader thread.
class VncDecoder : public RectDecoder
{
public:
    explicit VncDecoder(RfbStream &stream);
    ~VncDecoder() override;
    VncDecoder(const VncDecoder &) = delete;
    VncDecoder &operator=(const VncDecoder &) = delete;

    bool knows(std::int32_t encoding) const override;
    void setTarget(Framebuffer *target) override;
    bool decode(const RectHeader &rect) override;

private:
    struct ClientDeleter {
        void operator()(_rfbClient *client) const;
    };
    struct FileCloser {
        void operator()(std::FILE *file) const;
    };
    ssize_t feed(char *to, std::size_t most);

    RfbStream &m_stream;
    Framebuffer *m_target = nullptr;
    std::unique_ptr<std::FILE, FileCloser> m_file;
    std::unique_ptr<_rfbClient, ClientDeleter> m_client;
};
}
