// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <QImage>
#include <QList>
#include <QPoint>
#include <QRect>
#include <QString>

#include <chrono>
#include <expected>
#include <optional>
#include <span>
#include <variant>

namespace Nightdesk
{
// Facts from a worker. They are valid, because WorkerProtocol has checked them.
struct DesktopNameFact {
    QString name; ///< the desktop's name; display-safe
};
struct ImageDamageFact {
    quint32 generation = 0;
    quint32 sequence = 0;
    QList<QRect> rects; ///< damaged rectangles, all inside the framebuffer
};
struct CursorFact {
    QImage image; ///< cursor image, ARGB32 premultiplied; null: no cursor, or the server draws it into the framebuffer
    QPoint hotSpot;
};
struct PointerFact {
    QPoint position; ///< pointer position, inside the framebuffer
};
struct ClipboardFact {
    QByteArray text; ///< the complete text, as sent by the server
};
struct LogFact {
    int level = 0;
    QString text; ///< a line for the log; display-safe
};
using WorkerFact = std::variant<RfbWire::Hello,
                                RfbWire::Progress,
                                DesktopNameFact,
                                RfbWire::RequestSharedFramebuffer,
                                ImageDamageFact,
                                CursorFact,
                                PointerFact,
                                RfbWire::Bell,
                                ClipboardFact,
                                RfbWire::Challenge,
                                RfbWire::FenceRoundTrip,
                                RfbWire::Stats,
                                LogFact,
                                RfbWire::Failed,
                                RfbWire::ServerResponded,
                                RfbWire::KeyboardLeds,
                                RfbWire::ClipboardRefused,
                                RfbWire::Abilities,
                                RfbWire::LosslessState,
                                RfbWire::ResizeSupport,
                                RfbWire::ColorCells,
                                RfbWire::ImageKnownCurrent>;

/// The worker violated the protocol: it is broken, or a hostile server has taken it over. For the log, untranslated.
struct ProtocolViolation {
    QString what;
};

/// Checks the records of one worker. A VNC server may have taken the worker over, so nothing is trusted: not the
/// order, not the numbers, not the amount. Pure: the time is an argument. Owned by WorkerConnection.
class WorkerProtocol
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// Checks one record and returns at most one fact; empty: nothing to report (a part of a cursor, one log line too many). After a
    /// violation or after Failed, pass no more records.
    std::expected<std::optional<WorkerFact>, ProtocolViolation> receiveRecord(std::span<const std::byte> record, bool hasFd, Instant now);

    /// A clipboard text that came too soon after many others, so that receiveRecord() held it back; empty: none, or it is still too early. Only the
    /// newest is held back, because it replaces all texts before it. To be called several times a second.
    std::optional<ClipboardFact> takeHeldBackClipboard(Instant now);

    /// The worker was sent a framebuffer, which it draws into from now on.
    void noteFramebufferSent(quint32 generation, QSize size);
    /// Call when the reported damage is painted. Returns the message which tells the worker that it may draw again; empty: all reported damage was
    /// painted before. Only this object records whether reported damage is not painted yet.
    std::optional<RfbWire::DamagePainted> reportDamagePainted();

private:
    /// A rate limit: at most @ref limit events in each window of time.
    struct RateLimit {
        int limit = 0;
        std::chrono::milliseconds period{1000};
        Instant periodStart{};
        int eventCount = 0;
        bool allowEvent(Instant now);
    };
    using Outcome = std::expected<std::optional<WorkerFact>, ProtocolViolation>;
    struct Reader; // the visitor that checks a decoded record: operator() has one overload for each kind of record

    struct FramebufferState {
        quint32 generation = 0;
        QSize size;
        quint32 lastSequence = 0;
        bool hasUnreleasedDamage = false; ///< damage that the worker reported is not released yet
    };
    struct PartialCursor {
        RfbWire::CursorChunk firstChunk;
        QByteArray pixels;
    };
    struct PartialClipboard {
        quint32 transfer = 0;
        QByteArray text;
    };

    bool m_hasWorkerSentHello = false;
    bool m_isFramebufferRequested = false;
    bool m_hasReceivedChallenge = false;
    std::optional<RfbWire::Phase> m_lastProgressPhase;
    quint32 m_securityType = 0;
    std::optional<FramebufferState> m_currentFramebuffer;
    QList<quint32> m_oldFramebufferGenerations;
    std::optional<PartialCursor> m_partialCursor;
    std::optional<PartialClipboard> m_partialClipboard;
    std::optional<ClipboardFact> m_heldBackClipboard;
    RfbWire::Stats m_lastStats;
    // The limits are far above what a correct worker was seen to send (about 150 records a second while a desktop plays video)
    // and far below what would block the window.
    RateLimit m_recordLimit{4000};
    /// each framebuffer may take 256 MiB; a user who resizes a window by dragging causes four requests a second
    RateLimit m_framebufferRequestLimit{60, std::chrono::seconds(10)};
    RateLimit m_logLineLimit{20};
    RateLimit m_bellLimit{5};
    RateLimit m_fenceTimeLimit{20};
    RateLimit m_serverResponseLimit{20};
    RateLimit m_ledLimit{20};
    RateLimit m_clipboardRefusalLimit{2};
    RateLimit m_desktopNameLimit{20};
    RateLimit m_cursorLimit{120}; ///< an animated cursor may change with each frame, at 60 Hz
    RateLimit m_clipboardLimit{20};
    RateLimit m_pointerLimit{500};
    RateLimit m_statsLimit{20};
    RateLimit m_imageStateLimit{200}; ///< more are a violation, because none may be dropped; a correct worker sends one only for a change
    RateLimit m_colorLimit{200}; ///< more are a violation, because none may be dropped; a correct worker sends ten a second
    bool m_isColorMapped = false;
    quint64 m_lastResponseAtNanoseconds = 0;
};
}
