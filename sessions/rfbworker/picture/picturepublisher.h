// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/damagelist.h"
#include "sessions/rfbworker/picture/picturepacer.h"
#include "sessions/rfbworker/picture/sharedpicture.h"
#include "sessions/rfbworker/protocol/consolesink.h"
#include "sessions/rfbworker/protocol/mailbox.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace Nightdesk::Rfb
{
/// Copies decoded pixels into the framebuffer shared with the console: requests shared framebuffers, merges damage, and copies it when the console
/// has painted the last one. Reader thread. Owned by DesktopReader.
class PicturePublisher
{
public:
    using Clock = PicturePacer::Clock;

    explicit PicturePublisher(ConsoleSink &console);

    /// The desktop has this size now; everything must be painted.
    void handleResize(std::uint32_t width, std::uint32_t height);
    /// Returns where to decode a JPEG, with rows as wide as the desktop. Null: into the private framebuffer.
    std::uint32_t *jpegTarget(Framebuffer &pixels, const RfbWire::Rect &rect, Clock::time_point now);
    /// Pixels of the private framebuffer will be copied from @p from.
    void prepareCopy(Framebuffer &pixels, const RfbWire::Rect &from);
    /// The rectangle was decoded.
    void addDamage(Framebuffer &pixels, const RfbWire::Rect &rect, Clock::time_point now);
    void markAllDamaged(); ///< the color map changed: all pixels must be copied again
    /// Between handleUpdateBegin() and handleUpdateEnd(), damage waits for the end of the update, but not for long: a large
    /// update may take seconds to arrive.
    void handleUpdateBegin(Clock::time_point now);
    void handleUpdateEnd();

    /// Handles a record from the console. False: the record is not valid; protocolError() says why.
    bool handleMessage(FramebufferRecord record);
    bool handleMessage(const RfbWire::DamagePainted &released);
    void handleMessage(const RfbWire::View &view);
    const std::string &protocolError() const;

    /// Publishes the damage that may be published now; returns when to call again although nothing happens. @p isUserTyping: damage waits less for the
    /// end of its update, because what a key changed may come in one update with a film.
    std::optional<Clock::time_point> publishDueDamage(Clock::time_point now, Framebuffer &pixels, const ColorMap &colors, bool isUserTyping);
    bool mustPauseReading(Clock::time_point now) const;
    /// All received pixels are in the shared framebuffer.
    bool isAllPublished() const;

private:
    bool refuseRecord(const std::string &protocolError); ///< keeps the error and returns false
    /// The damage to publish now. While the user types it is what is small, such as the effect of a key: that does not wait until a film is painted,
    /// which follows with the next damage.
    std::vector<RfbWire::Rect> takeDamage(bool isUserTyping);

    static constexpr std::chrono::milliseconds maxUpdateWait{100};
    static constexpr std::chrono::milliseconds maxUpdateWaitWhileTyping{8};
    static constexpr std::uint64_t mostPixelsOfKeyEffect = 64 * 1024; ///< a few lines of text as wide as a screen

    ConsoleSink &m_console;
    std::deque<DesktopSize> m_awaitedFramebufferSizes; ///< requested framebuffers that the console has not sent yet
    DesktopSize m_desktopSize;
    std::uint32_t m_lastReceivedGeneration = 0;
    std::unique_ptr<SharedPicture> m_sharedPicture;
    PicturePacer m_pacer;
    DamageList m_damage;
    bool m_isDamageLeft = false; ///< the last publication left large damage for the next one
    std::optional<Clock::time_point> m_updateBeganAt;
    Clock::time_point m_lastPublishedAt;
    bool m_hasReportedFirstImage = false;
    std::string m_protocolError;
};
}
