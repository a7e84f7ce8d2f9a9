// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/figuresoverlay.h"

#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"
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

QString jpegWords(int quality)
{
    return i18nc("@info of an image", "JPEG %1 of 9", quality);
}

QString notYetWords()
{
    return i18nc("@info of an image: not all of it has come as the server has it", "not yet lossless");
}
}

FiguresOverlay::FiguresOverlay(DesktopSession *session, QWidget *view)
    : QFrame(view)
    , m_session(session)
    , m_grid(new QGridLayout(this))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setAccessibleName(i18nc("@info accessible name; a desktop's title", "Live figures of %1", session->label()));
    m_grid->setContentsMargins(8, 6, 8, 6);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(1);
    m_roundTrip = addFigure(i18nc("@label round-trip time", "RTT"), i18nc("@info accessible description", "Round-trip time through ssh"));
    m_imageAge = addFigure(i18nc("@label how old an image is", "Age"), i18nc("@info accessible description", "Age of the image, estimated"));
    m_frameRate = addFigure(i18nc("@label updates of an image per second", "Frames/s"), i18nc("@info accessible description", "Frames per second"));
    m_dataRate = addFigure(i18nc("@label", "Mbit/s"), i18nc("@info accessible description", "Megabits per second of this desktop"));
    m_compressionRatio = addFigure(i18nc("@label how far an image is compressed", "Ratio"),
                                   i18nc("@info accessible description", "Raw pixels to received bytes, last 10 seconds"));
    m_encoding = addFigure(i18nc("@label of a VNC image", "Encoding"), i18nc("@info accessible description", "Encoding of the last rectangle"));
    m_losslessFigure = addFigure(i18nc("@label lossless or not", "Pixels"), i18nc("@info accessible description", "Whether the image is lossless"));
    m_shade = new ToolbarShade(this);
    connect(DisplayMonitor::of(session), &DisplayMonitor::changed, this, &FiguresOverlay::refresh);
    connect(session, &DesktopSession::exactChanged, this, &FiguresOverlay::refresh);
    refresh();
    fit();
}

QLabel *FiguresOverlay::addFigure(const QString &title, const QString &description)
{
    const int row = m_grid->rowCount();
    auto *heading = new QLabel(title);
    auto *value = new QLabel;
    value->setTextFormat(Qt::PlainText);
    value->setAccessibleDescription(description); // the accessible name is the figure itself
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    // The label is as wide as its longest possible text: nothing moves when the figure changes.
    const QFontMetrics metrics = value->fontMetrics();
    value->setMinimumWidth(qMax(metrics.horizontalAdvance(jpegWords(9)), metrics.horizontalAdvance(notYetWords())));
    m_grid->addWidget(heading, row, 0);
    m_grid->addWidget(value, row, 1);
    m_lines.append(Line{heading, value});
    return value;
}

void FiguresOverlay::refresh()
{
    const QString unknown = Wording::rate({});
    if (!m_session || m_session->state() != SessionState::Live) {
        for (const Line &line : std::as_const(m_lines)) {
            line.value->setText(unknown);
        }
        return;
    }
    const QLocale locale;
    const DisplayHistory &history = DisplayMonitor::of(m_session)->history();
    const auto roundTrip = LinkMonitor::of(m_session->link())->history().roundTrip();
    const auto age = history.age();
    const auto frames = history.framesPerSecond();
    const auto rate = history.bytesPerSecond();
    const auto ratio = history.ratio();
    const DesktopStats stats = m_session->stats();
    m_roundTrip->setText(roundTrip ? Wording::duration(*roundTrip) : unknown);
    m_imageAge->setText(age ? i18nc("@info an estimated duration", "≈ %1", Wording::duration(*age)) : unknown);
    m_frameRate->setText(frames ? locale.toString(*frames, 'f', 1) : unknown);
    m_dataRate->setText(rate ? locale.toString(static_cast<double>(rate->count) * 8 / 1'000'000, 'f', 2) : unknown);
    m_compressionRatio->setText(ratio ? i18nc("@info:status a compression ratio", "%1 : 1", locale.toString(*ratio, 'f', 1)) : unknown);
    m_encoding->setText(stats.encoding.isEmpty() ? unknown : stats.encoding);
    m_losslessFigure->setText(m_session->isExact()    ? i18nc("@info of an image: each pixel is as the server has it", "lossless")
                                  : stats.jpegQuality ? jpegWords(*stats.jpegQuality)
                                                      : notYetWords());
    fit();
}

void FiguresOverlay::fit()
{
    const QSize room = parentWidget()->size() - QSize(2 * distance, 2 * distance);
    // The first lines are the most important.
    int height = m_grid->contentsMargins().top() + m_grid->contentsMargins().bottom() + 2 * frameWidth();
    for (const Line &line : std::as_const(m_lines)) {
        height += qMax(line.heading->sizeHint().height(), line.value->sizeHint().height()) + m_grid->verticalSpacing();
        line.heading->setVisible(height <= room.height());
        line.value->setVisible(height <= room.height());
    }
    const QSize whole = m_grid->sizeHint() + QSize(2 * frameWidth(), 2 * frameWidth());
    setGeometry(QRect(QPoint(distance, distance), whole.boundedTo(room.expandedTo(QSize(1, 1)))));
}

void FiguresOverlay::setBrightness(int percent)
{
    m_shade->setBrightness(percent);
}

void FiguresOverlay::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fit();
    }
}

ViewFigures::ViewFigures(QWidget *view)
    : m_view(view)
{
}

bool ViewFigures::isShown() const
{
    return m_overlay;
}

void ViewFigures::showFiguresOf(DesktopSession *session)
{
    if (!session) {
        delete m_overlay;
    } else if (!m_overlay) {
        m_overlay = new FiguresOverlay(session, m_view);
        m_overlay->setBrightness(m_brightness);
        m_overlay->show();
    }
}

void ViewFigures::fit()
{
    if (m_overlay) {
        m_overlay->fit();
    }
}

void ViewFigures::setBrightness(int percent)
{
    m_brightness = percent;
    if (m_overlay) {
        m_overlay->setBrightness(percent);
    }
}
}
