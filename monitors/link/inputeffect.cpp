// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/inputeffect.h"

#include "monitors/link/inputresponse.h"

#include <algorithm>

namespace Nightdesk
{
void InputEffect::pressed(Time at, std::optional<QPoint> pointer)
{
    constexpr QPoint reach(InputResponse::reach, InputResponse::reach);
    if (m_pending.size() == mostPending) {
        m_pending.pop_front();
    }
    Pending pending;
    pending.pressed = at;
    if (pointer) {
        pending.near = QRect(*pointer - reach, *pointer + reach);
    }
    m_pending.push_back(pending);
}

InputEffect::Pending *InputEffect::owner(Time at, std::chrono::microseconds soonest)
{
    const auto found = std::find_if(m_pending.rbegin(), m_pending.rend(), [&](const Pending &pending) {
        return at - pending.pressed >= soonest;
    });
    if (found == m_pending.rend()) {
        return nullptr;
    }
    for (auto before = found + 1; before != m_pending.rend(); ++before) {
        before->isOver = true;
    }
    if (found->isOver) {
        return nullptr;
    }
    if (at - found->pressed >= longest + soonest) {
        const bool isQuiet = found->changed && at - *found->changed >= quiet;
        found->changed = isQuiet ? found->changed : std::nullopt;
        found->isOver = true;
    } else if (found->changed && at - *found->changed >= quiet) {
        found->isOver = true;
    }
    return found->isOver ? nullptr : &*found;
}

void InputEffect::changed(Time at, const QList<QRect> &rects, std::chrono::microseconds soonest)
{
    quint64 pixels = 0;
    for (const QRect &rect : rects) {
        pixels += static_cast<quint64>(rect.width()) * static_cast<quint64>(rect.height());
    }
    m_unreported += pixels;
    Pending *pending = owner(at, soonest);
    if (!pending) {
        return;
    }
    pending->pixels += pixels;
    pending->unreported += pixels;
    if (std::ranges::any_of(rects, [pending](const QRect &rect) {
            return rect.intersects(pending->near);
        })) {
        pending->changed = at;
    }
}

QList<InputEffect::Effect> InputEffect::report(Time at, Bytes received, std::chrono::microseconds soonest)
{
    if (received.count == 0 && m_unreported > 0) {
        return {}; // the report that counts the bytes of these pixels will follow
    }
    owner(at, soonest);
    QList<Effect> effects;
    for (Pending &pending : m_pending) {
        if (m_unreported > 0) {
            pending.received += static_cast<double>(received.count) * static_cast<double>(pending.unreported) / static_cast<double>(m_unreported);
        }
        pending.unreported = 0;
        if (pending.isOver) {
            const auto untilQuiet =
                pending.changed ? std::optional(std::chrono::duration_cast<std::chrono::microseconds>(*pending.changed - pending.pressed)) : std::nullopt;
            effects.append({untilQuiet, pending.pixels, {static_cast<std::int64_t>(pending.received + 0.5)}});
        }
    }
    m_unreported = 0;
    std::erase_if(m_pending, [](const Pending &pending) {
        return pending.isOver;
    });
    return effects;
}

void InputEffect::forget()
{
    m_pending.clear();
    m_unreported = 0;
}
}
