// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/damagelist.h"
#include "sessions/rfbworker/picture/picturepacer.h"
#include "sessions/rfbworker/picture/sharedpicture.h"
#include "sessions/rfbworker/protocol/consolesink.h"
#include "sessions/rfbworker/protocol/mailbox.h"

#include <deque>
#include <memory>
#include <string>

namespace Nightdesk::Rfb
{
/// Brings decoded pixels into the console's picture: asks for pictures, merges damage, copies it when the console has
/// painted the last. Reader thread. Owned by DesktopReader.
class PicturePublisher
{
public:
    using Clock = PicturePacer::Clock;

    explicit PicturePublisher(ConsoleSink &console);

    /// The desktop has this size now; everything is to be painted.
    void resized(std::uint32_t width, std::uint32_t height);
    /// Where a JPEG is to be decoded to, in rows as wide as the desktop; null: to the framebuffer.
    std::uint32_t *jpegTarget(Framebuffer &pixels, const RfbWire::Rect &rect, Clock::time_point now);
    /// Pixels of the framebuffer are going to be copied from there.
    void copies(Framebuffer &pixels, const RfbWire::Rect &from);
    /// The rectangle is decoded.
    void damage(Framebuffer &pixels, const RfbWire::Rect &rect, Clock::time_point now);
    void damageAll(); ///< the colors changed
    /// Between these two, damage waits for the end of the update, but not for long: a large one may take seconds to arrive.
    void updateBegins(Clock::time_point now);
    void updateEnds();

    /// The console's answers; false: it broke the protocol, problem() says how.
    bool handleMessage(PictureMail mail);
    bool handleMessage(const RfbWire::Released &released);
    void handleMessage(const RfbWire::View &view);
    const std::string &problem() const;

    /// Publishes what may be published now; says when to call again though nothing happens.
    std::optional<Clock::time_point> publishDue(Clock::time_point now, Framebuffer &pixels, const ColourMap &colours);
    bool mustPause(Clock::time_point now) const;
    /// All that has come is in the console's picture.
    bool hasShownAll() const;

private:
    bool refuse(const std::string &problem);

    static constexpr std::chrono::milliseconds updatePatience{100};

    struct Size {
        std::uint32_t width = 0;
        std::uint32_t height = 0;
        bool operator==(const Size &) const = default;
    };
    ConsoleSink &m_console;
    std::deque<Size> m_wanted; ///< WantPictures without an answer
    Size m_size;
    std::uint32_t m_lastGeneration = 0;
    std::unique_ptr<SharedPicture> m_picture;
    PicturePacer m_pacer;
    DamageList m_damage;
    std::optional<Clock::time_point> m_updateBegan;
    bool m_shownFirst = false;
    std::string m_problem;
};
}
