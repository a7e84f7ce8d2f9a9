// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/ratebutton.h"

#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QStyleOptionToolButton>
#include <QStylePainter>

#include <utility>

namespace Nightdesk
{
namespace
{
QString rateAndAgeText(const QString &rate, const QString &age)
{
    return age.isEmpty() ? rate : i18nc("@info:status how old an image is, bytes per second", "age %1 · %2", age, rate);
}
}

DataRateButton::DataRateButton()
{
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus); // a click must not take the keyboard from a desktop
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setToolTip(i18nc("@info:tooltip", "Bytes received per second; click for all figures and their sources"));
    setAccessibleDescription(i18nc("@info accessible description", "Data rate of the connection; opens the figures"));
}

void DataRateButton::setRateAndAge(const QString &rate, const QString &age)
{
    const QString fullText = rateAndAgeText(rate, age);
    if (std::exchange(m_rateText, fullText) == fullText) {
        return;
    }
    setAccessibleName(fullText);
    if (std::exchange(m_hasImageAge, !age.isEmpty()) == age.isEmpty()) {
        updateGeometry();
    }
    update();
}

QSize DataRateButton::sizeHint() const
{
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const QString widest = Wording::rate(Bytes{1023 * 1024 + 900});
    const int width = fontMetrics().horizontalAdvance(rateAndAgeText(widest, m_hasImageAge ? Wording::duration(std::chrono::seconds(88)) : QString()));
    return style()->sizeFromContents(QStyle::CT_ToolButton, &option, QSize(width + 8, fontMetrics().height()), this);
}

void DataRateButton::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text = m_rateText;
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
}
}
