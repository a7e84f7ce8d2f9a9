// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/showndesktop.h"

#include <chrono>
#include <utility>

namespace Nightdesk
{
namespace
{
/// The time on the steady clock that is as long ago as @p at. It may lie before that clock's start, since the clock stops in suspend.
std::optional<std::chrono::steady_clock::time_point> steadyTimeOf(const std::optional<BootClock::time_point> &at)
{
    return at ? std::optional(std::chrono::steady_clock::now() - std::chrono::duration_cast<std::chrono::steady_clock::duration>(BootClock::now() - *at))
              : std::nullopt;
}
}

ShownDesktop::ShownDesktop(Kind kind, const QString &id, const QString &title, const QString &screenName, Link *link, QObject *parent)
    : Session(kind, id, title, screenName, link, parent)
{
}

DesktopPicture ShownDesktop::picture() const
{
    return m_shownPicture.picture();
}

std::optional<std::chrono::steady_clock::time_point> ShownDesktop::lastDamageAt() const
{
    return steadyTimeOf(m_shownPicture.lastDamageAt());
}

bool ShownDesktop::isLossless() const
{
    return state() == SessionState::Live && answering() == AnswerState::Responding && m_shownPicture.isLossless();
}

bool ShownDesktop::isPictureCaughtUp() const
{
    return !m_shownPicture.outdatedSince() && isAgeKnown();
}

bool ShownDesktop::isAgeKnown() const
{
    return m_shownPicture.isAgeKnown();
}

std::optional<std::chrono::steady_clock::time_point> ShownDesktop::pictureBehindSince() const
{
    return steadyTimeOf(m_shownPicture.outdatedSince());
}

QString ShownDesktop::serverFitRemark() const
{
    return m_serverFitRemark;
}

void ShownDesktop::setServerFitRemark(const QString &remark)
{
    if (std::exchange(m_serverFitRemark, remark) != remark) {
        Q_EMIT serverFitRemarkChanged();
    }
}

QImage ShownDesktop::cursor() const
{
    return m_cursor;
}

QPoint ShownDesktop::cursorHotSpot() const
{
    return m_cursorHotSpot;
}

const DesktopPalette &ShownDesktop::palette() const
{
    return m_palette;
}

std::optional<quint8> ShownDesktop::lockLeds() const
{
    return m_serverLockLeds;
}

void ShownDesktop::processFact(const WorkerFact &fact)
{
    std::visit(
        [this](const auto &one) {
            handleFact(one);
        },
        fact);
}

void ShownDesktop::setNextFramebuffer(const DesktopPicture &next)
{
    m_shownPicture.setNextPicture(next);
}

void ShownDesktop::setUpdatesPaused(bool paused)
{
    const auto now = BootClock::now();
    emitChanges(m_shownPicture.setUpdatesPaused(paused, now, now));
}

void ShownDesktop::noteRequestsAnswered(BootClock::time_point upTo)
{
    emitChanges(m_shownPicture.noteRequestsAnswered(upTo));
}

void ShownDesktop::noteConnecting()
{
    if (std::exchange(m_palette, {}).areColorsKnown()) {
        Q_EMIT paletteChanged();
    }
    emitChanges(m_shownPicture.setLossless(false));
    emitChanges(m_shownPicture.setAgeKnown(true)); // the image counts as current until the new worker reports otherwise
}

void ShownDesktop::noteConnectionDropped()
{
    m_shownPicture.clearNextPicture();
    m_serverLockLeds.reset();
    if (!m_cursor.isNull()) {
        setCursor({}, {});
    }
}

void ShownDesktop::emitChanges(const ShownPicture::Changes &changes)
{
    if (changes.hasLosslessChanged) {
        Q_EMIT losslessChanged();
    }
    if (changes.hasCaughtUpChanged) {
        Q_EMIT caughtUpChanged();
    }
}

void ShownDesktop::setCursor(const QImage &image, const QPoint &spot)
{
    m_cursor = image;
    m_cursorHotSpot = spot;
    Q_EMIT cursorChanged(m_cursor, m_cursorHotSpot);
}

void ShownDesktop::handleFact(const ImageDamageFact &damage)
{
    const auto changes = m_shownPicture.noteDamage(damage.generation, BootClock::now());
    if (changes.isPictureNew) {
        Q_EMIT pictureChanged(m_shownPicture.picture());
    }
    emitChanges(changes);
    Q_EMIT damaged(damage.generation, damage.sequence, damage.rects);
    Q_EMIT imageChanged();
}

void ShownDesktop::handleFact(const CursorFact &fact)
{
    setCursor(fact.image, fact.hotSpot);
}

void ShownDesktop::handleFact(const PointerFact &moved)
{
    Q_EMIT pointerMovedByServer(moved.position);
}

void ShownDesktop::handleFact(const RfbWire::Bell &)
{
    Q_EMIT bell();
}

void ShownDesktop::handleFact(const ClipboardFact &copied)
{
    Q_EMIT clipboardArrived(QString::fromUtf8(copied.text));
}

void ShownDesktop::handleFact(const RfbWire::ClipboardRefused &refused)
{
    if (refused.bytes == 0) {
        Q_EMIT clipboardTextBlocked();
    } else {
        Q_EMIT clipboardTextTooLong(static_cast<qint64>(refused.bytes));
    }
}

void ShownDesktop::handleFact(const RfbWire::KeyboardLeds &leds)
{
    m_serverLockLeds = leds.lockLeds;
    Q_EMIT lockLedsChanged();
}

void ShownDesktop::handleFact(const RfbWire::LosslessState &clarity)
{
    emitChanges(m_shownPicture.setLossless(clarity.exact));
}

void ShownDesktop::handleFact(const RfbWire::ImageKnownCurrent &age)
{
    emitChanges(m_shownPicture.setAgeKnown(age.isCurrent));
}

void ShownDesktop::handleFact(const RfbWire::ColorCells &colors)
{
    m_palette.setColors(colors, std::chrono::steady_clock::now());
    Q_EMIT paletteChanged();
}
}
