// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/picturepublisher.h"

#include <algorithm>
#include <utility>

namespace Nightdesk::Rfb
{
PicturePublisher::PicturePublisher(ConsoleSink &console)
    : m_console(console)
{
}

void PicturePublisher::handleResize(std::uint32_t width, std::uint32_t height)
{
    m_sharedPicture.reset();
    m_pacer.invalidateFramebuffer();
    m_damage.clear();
    m_desktopSize = DesktopSize{width, height};
    m_awaitedFramebufferSizes.push_back(m_desktopSize);
    m_console.send(RfbWire::RequestSharedFramebuffer{width, height});
}

std::uint32_t *PicturePublisher::jpegTarget(Framebuffer &pixels, const RfbWire::Rect &rect, Clock::time_point now)
{
    return m_sharedPicture && m_pacer.mayPublish(now) ? m_sharedPicture->directDecodingTarget(pixels, rect, now) : nullptr;
}

void PicturePublisher::prepareCopy(Framebuffer &pixels, const RfbWire::Rect &from)
{
    if (m_sharedPicture) {
        m_sharedPicture->copyNewerPixelsToFramebuffer(pixels, from);
    }
}

void PicturePublisher::addDamage(Framebuffer &pixels, const RfbWire::Rect &rect, Clock::time_point now)
{
    m_damage.add(rect);
    if (m_sharedPicture) {
        m_sharedPicture->noteRectPainted(pixels, rect, m_pacer.mayPublish(now), now);
    }
}

void PicturePublisher::markAllDamaged()
{
    m_damage.clear();
    m_damage.add(RfbWire::Rect{0, 0, m_desktopSize.width, m_desktopSize.height});
    if (m_sharedPicture) {
        m_sharedPicture->markFramebufferNewer(m_damage.rects().front());
    }
}

void PicturePublisher::handleUpdateBegin(Clock::time_point now)
{
    m_updateBeganAt = now;
}

void PicturePublisher::handleUpdateEnd()
{
    m_updateBeganAt.reset();
}

bool PicturePublisher::refuseRecord(const std::string &protocolError)
{
    m_protocolError = protocolError;
    return false;
}

const std::string &PicturePublisher::protocolError() const
{
    return m_protocolError;
}

bool PicturePublisher::handleMessage(FramebufferRecord record)
{
    const RfbWire::SharedFramebuffer &picture = record.framebuffer;
    if (m_awaitedFramebufferSizes.empty()) {
        return refuseRecord("Picture that was not asked for");
    }
    const DesktopSize wanted = m_awaitedFramebufferSizes.front();
    m_awaitedFramebufferSizes.pop_front();
    if (wanted != DesktopSize{picture.width, picture.height}) {
        return refuseRecord("Picture of another size");
    }
    if (picture.generation <= m_lastReceivedGeneration) {
        return refuseRecord("Picture of an old generation");
    }
    m_lastReceivedGeneration = picture.generation;
    if (!m_awaitedFramebufferSizes.empty()) {
        return true; // the server has resized again: this framebuffer has the wrong size
    }
    auto mapped = SharedPicture::map(std::move(record.fd), picture.width, picture.height);
    if (!mapped) {
        return refuseRecord(mapped.error());
    }
    m_sharedPicture = std::move(*mapped);
    for (const RfbWire::Rect &rect : m_damage.rects()) {
        m_sharedPicture->markFramebufferNewer(rect);
    }
    m_pacer.setGeneration(picture.generation);
    return true;
}

bool PicturePublisher::handleMessage(const RfbWire::DamagePainted &released)
{
    return m_pacer.handleDamagePainted(released.generation, released.sequence) || refuseRecord("Released what was never sent");
}

void PicturePublisher::handleMessage(const RfbWire::View &view)
{
    m_pacer.setVisibility(view.visibility);
}

bool PicturePublisher::mustPauseReading(Clock::time_point now) const
{
    return m_pacer.mustPauseReading(now);
}

bool PicturePublisher::isAllPublished() const
{
    return m_sharedPicture && m_damage.isEmpty();
}

std::vector<RfbWire::Rect> PicturePublisher::takeDamage(bool isUserTyping)
{
    std::vector<RfbWire::Rect> taken = m_damage.rects();
    m_damage.clear();
    // What was left the last time is not left again: small changes may come in every update.
    if (!std::exchange(m_isDamageLeft, false) && isUserTyping) {
        const auto later = std::ranges::stable_partition(taken, [](const RfbWire::Rect &rect) {
            return std::uint64_t{rect.width} * rect.height <= mostPixelsOfKeyEffect;
        });
        if (later.begin() != taken.begin()) {
            std::ranges::for_each(later, [this](const RfbWire::Rect &rect) {
                m_damage.add(rect);
            });
            taken.erase(later.begin(), later.end());
            m_isDamageLeft = !m_damage.isEmpty();
        }
    }
    return taken;
}

std::optional<PicturePublisher::Clock::time_point>
PicturePublisher::publishDueDamage(Clock::time_point now, Framebuffer &pixels, const ColorMap &colors, bool isUserTyping)
{
    std::optional<Clock::time_point> next = m_pacer.nextChangeAt(now);
    if (!m_sharedPicture || m_damage.isEmpty() || !m_pacer.mayPublish(now)) {
        return next;
    }
    if (m_updateBeganAt) {
        const auto latest = *m_updateBeganAt + maxUpdateWait;
        const auto whileTyping = std::max(*m_updateBeganAt, m_lastPublishedAt) + maxUpdateWaitWhileTyping;
        if (const auto later = isUserTyping ? std::min(latest, whileTyping) : latest; now < later) {
            return next ? std::min(*next, later) : later;
        }
    }
    RfbWire::Damage damage;
    damage.generation = m_pacer.generation();
    damage.rects = takeDamage(isUserTyping);
    m_sharedPicture->update(pixels, colors);
    damage.sequence = m_pacer.notePublishedDamage(now);
    m_lastPublishedAt = now;
    if (!m_hasReportedFirstImage) {
        m_hasReportedFirstImage = true;
        m_console.send(RfbWire::Progress{.phase = RfbWire::Phase::FirstImage});
    }
    m_console.send(damage);
    return m_pacer.nextChangeAt(now);
}
}
