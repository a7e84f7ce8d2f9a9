// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/facts/xsetupfacts.h"

#include "sessions/common/displaytext.h"
#include "sessions/xwindows/protocol/xsetuprequest.h"

namespace Nightdesk
{
namespace
{
constexpr std::size_t fixedSetup = 40;
constexpr std::size_t formatSize = 8;
constexpr std::size_t screenSize = 40;
constexpr std::size_t depthSize = 8;
constexpr std::size_t visualSize = 24;
constexpr int maxDepth = 32;

/// Reads one structure after another from the bytes; null from the first incomplete one on.
class SetupReader
{
public:
    SetupReader(std::span<const std::uint8_t> bytes, bool bigEndian)
        : m_bytes(bytes)
        , m_bigEndian(bigEndian)
    {
    }
    const std::uint8_t *take(std::size_t size)
    {
        if (m_bytes.size() < size) {
            m_bytes = {};
            return nullptr;
        }
        const std::uint8_t *at = m_bytes.data();
        m_bytes = m_bytes.subspan(size);
        return at;
    }
    std::uint16_t number16(const std::uint8_t *at) const
    {
        return XBytes::read16(at, m_bigEndian);
    }
    std::uint32_t number32(const std::uint8_t *at) const
    {
        return XBytes::read32(at, m_bigEndian);
    }

private:
    std::span<const std::uint8_t> m_bytes;
    const bool m_bigEndian;
};

bool readVisuals(SetupReader &bytes, int depth, std::size_t count, quint32 rootVisual, XScreenFacts &screen)
{
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t *at = bytes.take(visualSize);
        if (!at || at[4] > static_cast<std::uint8_t>(XVisual::Class::DirectColor) || screen.visuals.size() >= XSetupFacts::maxVisuals) {
            return false;
        }
        const quint32 id = bytes.number32(at);
        screen.visuals.append({.id = id,
                               .visualClass = static_cast<XVisual::Class>(at[4]),
                               .depth = depth,
                               .bitsPerRgb = at[5],
                               .colormapEntries = bytes.number16(at + 6),
                               .redMask = bytes.number32(at + 8),
                               .greenMask = bytes.number32(at + 12),
                               .blueMask = bytes.number32(at + 16),
                               .isDefault = id == rootVisual && !screen.defaultVisual()});
    }
    return true;
}

bool readDepths(SetupReader &bytes, std::size_t count, quint32 rootVisual, XScreenFacts &screen)
{
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t *at = bytes.take(depthSize);
        if (!at || at[0] < 1 || at[0] > maxDepth) {
            return false;
        }
        if (!screen.depths.contains(at[0])) {
            screen.depths.append(at[0]);
        }
        if (!readVisuals(bytes, at[0], bytes.number16(at + 2), rootVisual, screen)) {
            return false;
        }
    }
    const XVisual *own = screen.defaultVisual();
    return own && own->depth == screen.rootDepth;
}

std::optional<XScreenFacts> readScreen(SetupReader &bytes, int number, QList<quint32> &rootWindows)
{
    const std::uint8_t *at = bytes.take(screenSize);
    if (!at || at[36] > static_cast<std::uint8_t>(XBackingStore::Always)) {
        return {};
    }
    rootWindows.append(bytes.number32(at));
    XScreenFacts screen;
    screen.number = number;
    screen.defaultColormap = bytes.number32(at + 4);
    screen.whitePixel = bytes.number32(at + 8);
    screen.blackPixel = bytes.number32(at + 12);
    screen.size = {bytes.number16(at + 20), bytes.number16(at + 22)};
    screen.sizeInMillimeters = {bytes.number16(at + 24), bytes.number16(at + 26)};
    screen.installedColormapsMin = bytes.number16(at + 28);
    screen.installedColormapsMax = bytes.number16(at + 30);
    screen.backingStore = static_cast<XBackingStore>(at[36]);
    screen.saveUnders = at[37] != 0;
    screen.rootDepth = at[38];
    return readDepths(bytes, at[39], bytes.number32(at + 32), screen) ? std::optional(screen) : std::nullopt;
}

}

std::optional<XSetupFacts> XSetupFacts::parse(std::span<const std::uint8_t> setup, bool bigEndian)
{
    SetupReader bytes(setup, bigEndian);
    const std::uint8_t *at = bytes.take(fixedSetup);
    if (!at || at[28] == 0 || at[28] > maxScreens) {
        return {};
    }
    XSetupFacts result;
    result.facts.releaseNumber = bytes.number32(at + 8);
    const std::size_t vendorSize = bytes.number16(at + 24);
    const std::uint8_t *vendor = bytes.take(XBytes::padded(vendorSize));
    if (!vendor || !bytes.take(at[29] * formatSize)) {
        return {};
    }
    result.facts.vendor = displayText(QByteArrayView(vendor, static_cast<qsizetype>(vendorSize)));
    for (int number = 0; number < at[28]; ++number) {
        const auto screen = readScreen(bytes, number, result.rootWindows);
        if (!screen) {
            return {};
        }
        result.facts.screens.append(*screen);
    }
    return result;
}
}
