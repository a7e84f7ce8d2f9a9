// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/paletteview.h"

#include "widgets/common/plainlabel.h"
#include "widgets/common/sparkline.h"
#include "widgets/common/widgetlook.h"
#include "widgets/displays/palettegrid.h"

#include <KLocalizedString>

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace Nightdesk
{
namespace
{
using namespace std::chrono_literals;
using Color = DesktopPalette::Color;

/// The color as color choosers write it, from the upper 8 bits of each component.
QString hexColorText(const Color &color)
{
    return QColor::fromRgba64(color.red, color.green, color.blue).name();
}

/// The color as X11 writes it, for example "rgb:1234/5678/9abc".
QString xColorText(const Color &color)
{
    return QStringLiteral("rgb:%1/%2/%3")
        .arg(color.red, 4, 16, QLatin1Char('0'))
        .arg(color.green, 4, 16, QLatin1Char('0'))
        .arg(color.blue, 4, 16, QLatin1Char('0'));
}

QString changesText(const DesktopPalette &palette, DesktopPalette::Instant now)
{
    const auto history = palette.changeHistory(now);
    const qint64 all = std::accumulate(history.cbegin(), history.cend(), qint64(0));
    if (all == 0) {
        return i18nc("@info of the cells of a color map", "No cell changed in the last minute.");
    }
    return i18nc("@info of the cells of a color map; %1 to %3: numbers",
                 "Changes of cells: %1 per second now, %2 in the last minute, at most %3 per second.",
                 palette.changesPerSecond(now),
                 all,
                 *std::ranges::max_element(history));
}

/// The facts about a color map that the VNC protocol does not report.
QString factsNotReportedByVncText()
{
    return i18nc("@info", "Programs that store colors and cells that programs share: unknown. The VNC protocol does not report them.");
}
}

PaletteView::PaletteView(const DesktopSession *session)
    : m_session(session)
    , m_paletteGrid(new PaletteGrid)
    , m_colorChangesCurve(new Sparkline)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_paletteGrid, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout;
    row->addLayout(column, 1);
    const QString title = i18nc("@title:group %1: a desktop", "Color Map of %1", session->title());
    QLabel *heading = PlainLabel::create(title);
    WidgetLook::setBold(heading);
    column->addWidget(heading);
    const auto addText = [column](const QString &text) {
        QLabel *label = PlainLabel::createWrapped(text);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
        return label;
    };
    m_summaryLabel = addText({});
    m_colorChangesCurve->setAccessibleName(i18nc("@info accessible name", "Changes of the color map in the last minute"));
    column->addWidget(m_colorChangesCurve);
    m_cellLabel = addText({});
    addText(factsNotReportedByVncText());
    auto *copy = new QPushButton(QIcon::fromTheme(QStringLiteral("edit-copy")), i18nc("@action:button", "Copy Color Map"));
    column->addWidget(copy, 0, Qt::AlignLeft);
    column->addStretch(1);
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(text());
    });
    connect(m_paletteGrid, &PaletteGrid::currentCellChanged, this, &PaletteView::describeCell);
    connect(session, &DesktopSession::paletteChanged, this, &PaletteView::updateFromSession);
    connect(&m_refreshTimer, &QTimer::timeout, this, &PaletteView::refresh);
    updateFromSession();
}

const DesktopSession *PaletteView::session() const
{
    return m_session;
}

void PaletteView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void PaletteView::updateFromSession()
{
    const bool areColorsKnown = m_session && m_session->palette().areColorsKnown();
    setVisible(areColorsKnown);
    if (!areColorsKnown) {
        m_refreshTimer.stop();
        return;
    }
    m_paletteGrid->setColors(m_session->palette());
    describeCell();
    if (!m_refreshTimer.isActive()) {
        m_refreshTimer.start(500ms);
    }
}

void PaletteView::refresh()
{
    if (!m_session || !isVisible()) {
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    const auto history = m_session->palette().changeHistory(now);
    m_summaryLabel->setText(changesText(m_session->palette(), now));
    QList<Sparkline::Point> points;
    for (int i = 0; i < DesktopPalette::historySeconds; ++i) {
        points.append({.age = std::chrono::seconds(DesktopPalette::historySeconds - i), .value = history[static_cast<std::size_t>(i)]});
    }
    m_colorChangesCurve->setPoints(points, std::chrono::seconds(DesktopPalette::historySeconds));
    m_colorChangesCurve->setAccessibleDescription(m_summaryLabel->text());
}

void PaletteView::describeCell()
{
    const int cell = m_paletteGrid->currentCell();
    const auto color = m_session ? m_session->palette().color(cell) : std::nullopt;
    const QString text = color
        ? i18nc("@info %1: a number, %2: like 0x1f, %3: like #ff8000, %4: like rgb:ffff/8080/0000",
                "Cell %1 (%2): %3, %4",
                QString::number(cell),
                QStringLiteral("0x%1").arg(cell, 2, 16, QLatin1Char('0')),
                hexColorText(*color),
                xColorText(*color))
        : i18nc("@info %1: a number, %2: like 0x1f", "Cell %1 (%2): unknown", cell, QStringLiteral("0x%1").arg(cell, 2, 16, QLatin1Char('0')));
    if (m_cellLabel->text() != text) {
        m_cellLabel->setText(text);
        m_paletteGrid->setAccessibleDescription(text);
    }
}

QString PaletteView::text() const
{
    QStringList lines;
    if (m_session) {
        const DesktopPalette &palette = m_session->palette();
        lines << i18nc("@title:group %1: a desktop", "Color Map of %1", m_session->title());
        for (int cell = 0; cell < DesktopPalette::cellCount; ++cell) {
            const auto color = palette.color(cell);
            lines << QStringLiteral("%1\t%2").arg(cell).arg(color ? xColorText(*color) : i18nc("@info a color", "unknown"));
        }
        lines << changesText(palette, std::chrono::steady_clock::now()) << factsNotReportedByVncText();
    }
    return lines.join(u'\n') + u'\n';
}
}
