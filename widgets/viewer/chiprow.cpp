// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/chiprow.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/view/nightindicators.h"
#include "widgets/viewer/desktopchip.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr int chipExtraWidth = 26; // pixels for a button's status light and margins
}

ChipRow::ChipRow()
{
    setSpacing(4);
}

DesktopChip *ChipRow::makeChip(DesktopSession *session)
{
    auto *chip = new DesktopChip(session);
    connect(chip, &DesktopChip::fullTextChanged, this, &ChipRow::sizeHintChanged);
    connect(chip, &DesktopChip::desktopDragged, this, &ChipRow::desktopDragged);
    connect(
        chip,
        &DesktopChip::desktopDropped,
        this,
        [this, session](const QPoint &global) {
            Q_EMIT desktopDropped(session, global);
        },
        Qt::QueuedConnection); // the slot may delete the chip
    chip->setHasUnseenBell(m_nightIndicators && m_nightIndicators->hasUnseenBell(session));
    chip->setViewingAstronomers(m_nightIndicators ? m_nightIndicators->viewingAstronomersOf(session) : QStringList());
    connect(session, &DesktopSession::viewOnlyChanged, chip, [this, session] {
        Q_EMIT viewOnlyChanged(session);
    });
    connect(chip, &QToolButton::clicked, this, [this, session] {
        Q_EMIT desktopChosen(session);
    });
    return chip;
}

DesktopChip *ChipRow::chipOf(const DesktopSession *session) const
{
    const auto found = std::ranges::find(m_desktopChips, session, &DesktopChip::session);
    return found == m_desktopChips.end() ? nullptr : *found;
}

void ChipRow::setDesktops(const QList<DesktopSession *> &sessions)
{
    QList<DesktopChip *> chips;
    for (DesktopSession *session : sessions) {
        DesktopChip *chip = chipOf(session);
        chips.append(chip ? chip : makeChip(session));
        insertWidget(static_cast<int>(chips.size()) - 1, chips.last());
    }
    for (DesktopChip *chip : std::as_const(m_desktopChips)) {
        if (!chips.contains(chip)) {
            delete chip;
        }
    }
    m_desktopChips = chips;
    setCurrent(sessions.contains(m_currentDesktop.data()) ? m_currentDesktop.data() : sessions.value(0));
}

void ChipRow::setIndicators(NightIndicators *indicators)
{
    m_nightIndicators = indicators;
    connect(indicators, &NightIndicators::unseenBellChanged, this, [this](const DesktopSession *session) {
        if (DesktopChip *chip = chipOf(session)) {
            chip->setHasUnseenBell(m_nightIndicators && m_nightIndicators->hasUnseenBell(session));
        }
    });
    const auto showViewers = [this] {
        for (DesktopChip *chip : std::as_const(m_desktopChips)) {
            chip->setViewingAstronomers(m_nightIndicators->viewingAstronomersOf(chip->session()));
        }
    };
    connect(indicators, &NightIndicators::viewingAstronomersChanged, this, showViewers);
    showViewers();
}

void ChipRow::setColor(const DesktopSession *session, const QColor &color)
{
    if (DesktopChip *chip = chipOf(session)) {
        chip->setColor(color);
    }
}

DesktopSession *ChipRow::currentDesktop() const
{
    return m_currentDesktop;
}

void ChipRow::setCurrent(DesktopSession *session)
{
    const bool isOther = m_currentDesktop != session;
    m_currentDesktop = session;
    updateCheckedChip();
    if (isOther) {
        Q_EMIT currentDesktopChanged();
    }
}

void ChipRow::setTabbed(bool isTabbed)
{
    m_isTabbed = isTabbed;
    updateCheckedChip();
}

void ChipRow::setKeyboardOnOtherScreen(bool isElsewhere)
{
    m_isKeyboardOnOtherScreen = isElsewhere;
    updateCheckedChip();
}

void ChipRow::updateCheckedChip()
{
    for (DesktopChip *chip : std::as_const(m_desktopChips)) {
        chip->setChecked(chip->session() == m_currentDesktop && m_desktopChips.size() > 1 && (m_isTabbed || !m_isKeyboardOnOtherScreen));
    }
}

int ChipRow::desktopCount() const
{
    return static_cast<int>(m_desktopChips.size());
}

QStringList ChipRow::desktopSessionKeys() const
{
    QStringList desktopSessionKeys;
    for (const DesktopChip *chip : m_desktopChips) {
        desktopSessionKeys.append(chip->session()->key());
    }
    return desktopSessionKeys;
}

int ChipRow::fullWidth() const
{
    int fullWidth = 0;
    for (const DesktopChip *chip : m_desktopChips) {
        fullWidth += chip->fontMetrics().horizontalAdvance(chip->fullText()) + chipExtraWidth + spacing();
    }
    return fullWidth;
}

int ChipRow::neededWidth() const
{
    int neededWidth = 0;
    for (const DesktopChip *chip : m_desktopChips) {
        const QFontMetrics metrics = chip->fontMetrics();
        neededWidth += std::min(metrics.horizontalAdvance(chip->session()->label()), 14 * metrics.averageCharWidth()) + chipExtraWidth + spacing();
    }
    return neededWidth;
}

void ChipRow::fitChips(int room)
{
    if (m_desktopChips.isEmpty()) {
        return;
    }
    // Measures how much wider a button is than its text in the current style: its status light and margins.
    const QToolButton *first = m_desktopChips.constFirst();
    const int around = std::max(chipExtraWidth, first->sizeHint().width() - first->fontMetrics().size(Qt::TextShowMnemonic, first->text()).width());
    const int each = (room - spacing() * (desktopCount() - 1)) / desktopCount() - around;
    int wanted = 0;
    for (const DesktopChip *chip : std::as_const(m_desktopChips)) {
        wanted += chip->fontMetrics().horizontalAdvance(chip->fullText());
    }
    for (DesktopChip *chip : std::as_const(m_desktopChips)) {
        // If all full texts fit into the row together, all are shown, even if one of them is wider than an equal share.
        chip->fitTextToWidth(wanted <= each * desktopCount(), each);
    }
}
}
