// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/workerprotocol.h"

#include "sessions/common/displaytext.h"

#include <algorithm>
#include <concepts>
#include <cstring>

namespace Nightdesk
{
namespace
{
constexpr quint32 vncAuthType = 2;

QByteArrayView viewOf(const std::string &text)
{
    return QByteArrayView(text.data(), static_cast<qsizetype>(text.size()));
}

std::unexpected<ProtocolViolation> violation(const char *what)
{
    return std::unexpected(ProtocolViolation{QString::fromLatin1(what)});
}

/// Limits colors to their alpha value: higher values are not valid premultiplied pixels and would overflow in Qt's blending.
QImage cursorImage(const RfbWire::CursorChunk &firstChunk, const QByteArray &pixels)
{
    QImage image(static_cast<int>(firstChunk.width), static_cast<int>(firstChunk.height), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        return image;
    }
    for (int y = 0; y < image.height(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        std::memcpy(line, pixels.constData() + qsizetype(y) * image.width() * 4, std::size_t(image.width()) * 4);
        std::transform(line, line + image.width(), line, [](QRgb pixel) {
            const int alpha = qAlpha(pixel);
            return qRgba(std::min(qRed(pixel), alpha), std::min(qGreen(pixel), alpha), std::min(qBlue(pixel), alpha), alpha);
        });
    }
    return image;
}
}

bool WorkerProtocol::RateLimit::allowEvent(Instant now)
{
    if (now - periodStart >= period) {
        periodStart = now;
        eventCount = 0;
    }
    return ++eventCount <= limit;
}

struct WorkerProtocol::Reader {
    WorkerProtocol &protocol;
    const Instant now;

    Outcome operator()(const RfbWire::Hello &hello) const
    {
        if (std::exchange(protocol.m_hasWorkerSentHello, true)) {
            return violation("Hello: said twice");
        }
        return WorkerFact(hello);
    }

    Outcome operator()(const RfbWire::Progress &progress) const
    {
        // Phases only advance, which limits their number per connection.
        if (protocol.m_lastProgressPhase && progress.phase <= *protocol.m_lastProgressPhase) {
            return violation("Progress.phase: went backwards");
        }
        protocol.m_lastProgressPhase = progress.phase;
        if (progress.phase == RfbWire::Phase::Security) {
            protocol.m_securityType = progress.securityType;
        }
        protocol.m_isColorMapped = protocol.m_isColorMapped || progress.colorMapped;
        return WorkerFact(progress);
    }

    Outcome operator()(const RfbWire::DesktopName &name) const
    {
        return protocol.m_desktopNameLimit.allowEvent(now) ? Outcome(WorkerFact(DesktopNameFact{displayText(viewOf(name.name))})) : Outcome(std::nullopt);
    }

    Outcome operator()(const RfbWire::RequestSharedFramebuffer &wanted) const
    {
        if (std::exchange(protocol.m_isFramebufferRequested, true)) {
            return violation("WantPicture: again before it was answered");
        }
        if (!protocol.m_framebufferRequestLimit.allowEvent(now)) {
            return violation("WantPicture: too often");
        }
        return WorkerFact(wanted);
    }

    Outcome operator()(const RfbWire::Damage &damage) const
    {
        if (!protocol.m_currentFramebuffer) {
            return violation("Damage: no picture yet");
        }
        FramebufferState &framebuffer = *protocol.m_currentFramebuffer;
        if (damage.generation != framebuffer.generation) {
            // The damage may have been sent before the worker received the newer framebuffer. A worker that never had
            // an older framebuffer cannot refer to one.
            return protocol.m_oldFramebufferGenerations.contains(damage.generation) ? Outcome(std::nullopt) : violation("Damage.generation: never given");
        }
        if (damage.sequence <= framebuffer.lastSequence) {
            return violation("Damage.sequence: not rising");
        }
        if (framebuffer.hasUnreleasedDamage) {
            return violation("Damage: before the last was released");
        }
        ImageDamageFact fact{damage.generation, damage.sequence, {}};
        for (const RfbWire::Rect &rect : damage.rects) {
            const QRect inPicture(static_cast<int>(rect.x), static_cast<int>(rect.y), static_cast<int>(rect.width), static_cast<int>(rect.height));
            if (!QRect(QPoint(), framebuffer.size).contains(inPicture)) {
                return violation("Damage.rects: outside the picture");
            }
            fact.rects.append(inPicture);
        }
        framebuffer.lastSequence = damage.sequence;
        framebuffer.hasUnreleasedDamage = true;
        return WorkerFact(fact);
    }

    Outcome operator()(const RfbWire::CursorChunk &chunk) const
    {
        if (!protocol.m_partialCursor) {
            if (chunk.offset != 0) {
                return violation("CursorChunk.offset: does not begin at 0");
            }
            if (chunk.width == 0) {
                return protocol.m_cursorLimit.allowEvent(now) ? Outcome(WorkerFact(CursorFact{})) : Outcome(std::nullopt);
            }
            protocol.m_partialCursor = PartialCursor{chunk, {}};
            protocol.m_partialCursor->firstChunk.bytes.clear();
        }
        PartialCursor &cursor = *protocol.m_partialCursor;
        if (chunk.width != cursor.firstChunk.width || chunk.height != cursor.firstChunk.height || chunk.hotX != cursor.firstChunk.hotX
            || chunk.hotY != cursor.firstChunk.hotY) {
            return violation("CursorChunk: another cursor before the last was complete");
        }
        if (chunk.offset != static_cast<std::size_t>(cursor.pixels.size())) {
            return violation("CursorChunk.offset: not the next");
        }
        cursor.pixels.append(viewOf(chunk.bytes));
        const qsizetype total = qsizetype(chunk.width) * chunk.height * 4;
        if (cursor.pixels.size() < total) {
            return std::nullopt;
        }
        if (!protocol.m_cursorLimit.allowEvent(now)) {
            protocol.m_partialCursor.reset();
            return std::nullopt;
        }
        CursorFact fact{cursorImage(cursor.firstChunk, cursor.pixels), QPoint(static_cast<int>(chunk.hotX), static_cast<int>(chunk.hotY))};
        protocol.m_partialCursor.reset();
        return WorkerFact(fact);
    }

    Outcome operator()(const RfbWire::PointerMoved &moved) const
    {
        const QPoint position(moved.x, moved.y);
        if (!protocol.m_currentFramebuffer) {
            return violation("PointerMoved: no picture yet");
        }
        // A position outside the framebuffer may be from before a resize, so it is no protocol violation.
        const bool isPassed = QRect(QPoint(), protocol.m_currentFramebuffer->size).contains(position) && protocol.m_pointerLimit.allowEvent(now);
        return isPassed ? Outcome(WorkerFact(PointerFact{position})) : Outcome(std::nullopt);
    }

    Outcome operator()(const RfbWire::Bell &bell) const
    {
        return protocol.m_bellLimit.allowEvent(now) ? Outcome(WorkerFact(bell)) : Outcome(std::nullopt);
    }

    Outcome operator()(const RfbWire::ClipboardChunk &chunk) const
    {
        if (!protocol.m_partialClipboard) {
            protocol.m_partialClipboard = PartialClipboard{chunk.transferNumber, {}};
        }
        PartialClipboard &clipboard = *protocol.m_partialClipboard;
        if (chunk.transferNumber != clipboard.transfer) {
            return violation("ClipboardChunk.transfer: another before the last was complete");
        }
        if (chunk.offset != static_cast<std::size_t>(clipboard.text.size())) {
            return violation("ClipboardChunk.offset: not the next");
        }
        clipboard.text.append(viewOf(chunk.text));
        if (!chunk.last) {
            return std::nullopt;
        }
        ClipboardFact fact{clipboard.text};
        protocol.m_partialClipboard.reset();
        if (!protocol.m_clipboardLimit.allowEvent(now)) {
            protocol.m_heldBackClipboard = fact; // some programs copy the selection at each move of the mouse, and only the last text is complete
            return std::nullopt;
        }
        protocol.m_heldBackClipboard.reset();
        return WorkerFact(fact);
    }

    Outcome operator()(const RfbWire::Challenge &challenge) const
    {
        // Without this check, a server that has taken over the worker could get the console's answer to any challenge.
        if (protocol.m_lastProgressPhase != RfbWire::Phase::Security || protocol.m_securityType != vncAuthType) {
            return violation("Challenge: not while logging in by VncAuth");
        }
        if (std::exchange(protocol.m_hasReceivedChallenge, true)) {
            return violation("Challenge: a second one in a connection");
        }
        return WorkerFact(challenge);
    }

    Outcome operator()(const RfbWire::FenceRoundTrip &time) const
    {
        return protocol.m_fenceTimeLimit.allowEvent(now) ? Outcome(WorkerFact(time)) : Outcome(std::nullopt);
    }

    Outcome operator()(const RfbWire::ServerResponded &heard) const
    {
        if (heard.at <= protocol.m_lastResponseAtNanoseconds) {
            return violation("ServerResponded.at: not rising");
        }
        protocol.m_lastResponseAtNanoseconds = heard.at;
        return protocol.m_serverResponseLimit.allowEvent(now) ? Outcome(WorkerFact(heard)) : Outcome(std::nullopt);
    }

    Outcome operator()(const RfbWire::Stats &stats) const
    {
        const RfbWire::Stats &before = protocol.m_lastStats;
        if (stats.bytesIn < before.bytesIn || stats.bytesOut < before.bytesOut || stats.updates < before.updates || stats.rects < before.rects
            || stats.pixels < before.pixels || stats.decodeMicroseconds < before.decodeMicroseconds || stats.cpuMicroseconds < before.cpuMicroseconds
            || stats.requests < before.requests
            || !std::ranges::equal(
                before.kinds,
                stats.kinds,
                [](const RfbWire::PixelKindStats &then, const RfbWire::PixelKindStats &kind) {
                    return kind.pixels >= then.pixels && kind.bytes >= then.bytes && kind.decodeMicroseconds >= then.decodeMicroseconds;
                })) {
            return violation("Stats: a total went down");
        }
        protocol.m_lastStats = stats;
        // Statistics above the rate limit are dropped. Nothing is lost by that, because they are totals: the next ones include them.
        return protocol.m_statsLimit.allowEvent(now) ? Outcome(WorkerFact(stats)) : Outcome(std::nullopt);
    }

    Outcome operator()(const RfbWire::Log &log) const
    {
        return protocol.m_logLineLimit.allowEvent(now) ? Outcome(WorkerFact(LogFact{log.level, displayText(viewOf(log.text), 500)})) : Outcome(std::nullopt);
    }

    template<class Fact>
        requires std::same_as<Fact, RfbWire::KeyboardLeds> || std::same_as<Fact, RfbWire::Abilities> || std::same_as<Fact, RfbWire::ResizeSupport>
    Outcome operator()(const Fact &fact) const
    {
        return protocol.m_ledLimit.allowEvent(now) ? Outcome(WorkerFact(fact)) : Outcome(std::nullopt);
    }

    Outcome operator()(const RfbWire::ClipboardRefused &refused) const
    {
        protocol.m_heldBackClipboard.reset(); // the server's clipboard has a newer text
        return protocol.m_clipboardRefusalLimit.allowEvent(now) ? Outcome(WorkerFact(refused)) : Outcome(std::nullopt);
    }

    Outcome operator()(const RfbWire::LosslessState &clarity) const
    {
        return protocol.m_imageStateLimit.allowEvent(now) ? Outcome(WorkerFact(clarity)) : violation("Clarity: too often");
    }

    Outcome operator()(const RfbWire::ImageKnownCurrent &age) const
    {
        return protocol.m_imageStateLimit.allowEvent(now) ? Outcome(WorkerFact(age)) : violation("AgeKnown: too often");
    }

    Outcome operator()(const RfbWire::ColorCells &colors) const
    {
        if (!protocol.m_isColorMapped) {
            return violation("ColorCells: of a desktop without a color map");
        }
        return protocol.m_colorLimit.allowEvent(now) ? Outcome(WorkerFact(colors)) : violation("ColorCells: too often");
    }

    Outcome operator()(const RfbWire::Failed &failed) const
    {
        return WorkerFact(failed);
    }
};

WorkerProtocol::Outcome WorkerProtocol::receiveRecord(std::span<const std::byte> record, bool hasFd, Instant now)
{
    if (!m_recordLimit.allowEvent(now)) {
        return violation("too many records in a second");
    }
    const auto message = RfbWire::decodeFromWorker(record, hasFd);
    if (!message) {
        return std::unexpected(ProtocolViolation{QString::fromStdString(message.error().what)});
    }
    const bool mayComeBeforeHello =
        std::holds_alternative<RfbWire::Hello>(*message) || std::holds_alternative<RfbWire::Log>(*message) || std::holds_alternative<RfbWire::Failed>(*message);
    if (!m_hasWorkerSentHello && !mayComeBeforeHello) {
        return violation("something else before Hello");
    }
    return std::visit(Reader{*this, now}, *message);
}

std::optional<ClipboardFact> WorkerProtocol::takeHeldBackClipboard(Instant now)
{
    return m_heldBackClipboard && m_clipboardLimit.allowEvent(now) ? std::exchange(m_heldBackClipboard, std::nullopt) : std::nullopt;
}

void WorkerProtocol::noteFramebufferSent(quint32 generation, QSize size)
{
    if (m_currentFramebuffer) {
        m_oldFramebufferGenerations.append(m_currentFramebuffer->generation);
        // Records in transit from a correct worker are at most a few framebuffers old.
        if (m_oldFramebufferGenerations.size() > 8) {
            m_oldFramebufferGenerations.removeFirst();
        }
    }
    m_currentFramebuffer = FramebufferState{generation, size, 0, false};
    m_isFramebufferRequested = false;
}

std::optional<RfbWire::DamagePainted> WorkerProtocol::reportDamagePainted()
{
    if (!m_currentFramebuffer || !std::exchange(m_currentFramebuffer->hasUnreleasedDamage, false)) {
        return std::nullopt;
    }
    return RfbWire::DamagePainted{m_currentFramebuffer->generation, m_currentFramebuffer->lastSequence};
}
}
