// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/figuresoverlay.h"

#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/toolbarshade.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>

#include <utility>

namespace Nightdesk
{
namespace
{
constexpr int distance = 12; ///< distance from the view's edge: leaves the focus frame visible

QString jpegQualityText(int quality)
{
    return i18nc("@info of an image", "JPEG %1 of 9", quality);
}

QString notYetLosslessText()
{
    return i18nc("@info of an image: not all of it has come as the server has it", "not yet lossless");
}
}

FiguresOverlay::FiguresOverlay(DesktopSession *session, QWidget *view)
    : QFrame(view)
    , m_session(session)
    , m_gridLayout(new QGridLayout(this))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setAccessibleName(i18nc("@info accessible name; a desktop's title", "Live figures of %1", session->label()));
    m_gridLayout->setContentsMargins(8, 6, 8, 6);
    m_gridLayout->setHorizontalSpacing(12);
    m_gridLayout->setVerticalSpacing(1);
    m_roundTripLabel = addFigure(i18nc("@label round-trip time", "RTT"), i18nc("@info accessible description", "Round-trip time through ssh"));
    m_imageAgeLabel = addFigure(i18nc("@label how old an image is", "Age"), i18nc("@info accessible description", "Age of the image, estimated"));
    m_frameRateLabel = addFigure(i18nc("@label updates of an image per second", "Frames/s"), i18nc("@info accessible description", "Frames per second"));
    m_dataRateLabel = addFigure(i18nc("@label", "Mbit/s"), i18nc("@info accessible description", "Megabits per second of this desktop"));
    m_compressionLabel = addFigure(i18nc("@label how far an image is compressed", "Ratio"),
                                   i18nc("@info accessible description", "Raw pixels to received bytes, last 10 seconds"));
    m_encodingLabel = addFigure(i18nc("@label of a VNC image", "Encoding"), i18nc("@info accessible description", "Encoding of the last rectangle"));
    m_losslessLabel = addFigure(i18nc("@label lossless or not", "Pixels"), i18nc("@info accessible description", "Whether the image is lossless"));
    m_darkeningLayer = new DarkeningLayer(this);
    connect(DisplayMonitor::of(session), &DisplayMonitor::figuresChanged, this, &FiguresOverlay::refreshFigures);
    connect(session, &DesktopSession::losslessChanged, this, &FiguresOverlay::refreshFigures);
    connect(session, &Session::answeringChanged, this, &FiguresOverlay::refreshFigures);
    refreshFigures();
    fitToView();
}

QLabel *FiguresOverlay::addFigure(const QString &title, const QString &description)
{
    const int row = m_gridLayout->rowCount();
    auto *headingLabel = new QLabel(title);
    QLabel *valueLabel = PlainLabel::create();
    valueLabel->setAccessibleDescription(description); // the accessible name is the figure itself
    valueLabel->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    // The label is as wide as its longest possible text: nothing moves when the figure changes.
    const QFontMetrics metrics = valueLabel->fontMetrics();
    valueLabel->setMinimumWidth(qMax(metrics.horizontalAdvance(jpegQualityText(9)), metrics.horizontalAdvance(notYetLosslessText())));
    m_gridLayout->addWidget(headingLabel, row, 0);
    m_gridLayout->addWidget(valueLabel, row, 1);
    m_figureLines.append(Line{headingLabel, valueLabel});
    return valueLabel;
}

void FiguresOverlay::refreshFigures()
{
    const QString unknown = Wording::rate({});
    if (!m_session || m_session->state() != SessionState::Live) {
        for (const Line &line : std::as_const(m_figureLines)) {
            line.valueLabel->setText(unknown);
        }
        return;
    }
    const QLocale locale;
    const DisplayHistory &history = DisplayMonitor::of(m_session)->history();
    const auto roundTrip = LinkMonitor::of(m_session->link())->history().roundTrip();
    const auto age = history.imageAge();
    const auto frames = history.framesPerSecond();
    const auto rate = history.bytesPerSecond();
    const auto ratio = history.compressionRatio();
    const DesktopStats stats = m_session->stats();
    m_roundTripLabel->setText(roundTrip ? Wording::duration(*roundTrip) : unknown);
    m_imageAgeLabel->setText(age ? i18nc("@info an estimated duration", "≈ %1", Wording::duration(*age)) : unknown);
    m_frameRateLabel->setText(frames ? locale.toString(*frames, 'f', 1) : unknown);
    m_dataRateLabel->setText(rate ? locale.toString(static_cast<double>(rate->count) * 8 / 1'000'000, 'f', 2) : unknown);
    m_compressionLabel->setText(ratio ? i18nc("@info:status a compression ratio", "%1 : 1", locale.toString(*ratio, 'f', 1)) : unknown);
    m_encodingLabel->setText(stats.encoding.isEmpty() ? unknown : stats.encoding);
    m_losslessLabel->setText(m_session->isLossless() ? i18nc("@info of an image: each pixel is as the server has it", "lossless")
                                 : m_session->answering() != Session::AnswerState::Responding ? unknown
                                 : stats.jpegQuality                                          ? jpegQualityText(*stats.jpegQuality)
                                                                                              : notYetLosslessText());
    fitToView();
}

void FiguresOverlay::fitToView()
{
    const QSize room = parentWidget()->size() - QSize(2 * distance, 2 * distance);
    // If the view is too low for all lines, the last ones are hidden, because the first ones are the most important.
    int height = m_gridLayout->contentsMargins().top() + m_gridLayout->contentsMargins().bottom() + 2 * frameWidth();
    for (const Line &line : std::as_const(m_figureLines)) {
        height += qMax(line.headingLabel->sizeHint().height(), line.valueLabel->sizeHint().height()) + m_gridLayout->verticalSpacing();
        line.headingLabel->setVisible(height <= room.height());
        line.valueLabel->setVisible(height <= room.height());
    }
    const QSize whole = m_gridLayout->sizeHint() + QSize(2 * frameWidth(), 2 * frameWidth());
    setGeometry(QRect(QPoint(distance, distance), whole.boundedTo(room.expandedTo(QSize(1, 1)))));
}

void FiguresOverlay::setBrightness(int percent)
{
    m_darkeningLayer->setBrightness(percent);
}

void FiguresOverlay::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fitToView();
    }
}
}
