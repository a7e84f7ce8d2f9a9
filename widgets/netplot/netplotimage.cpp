// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/netplotimage.h"

#include "widgets/netplot/netplotpainter.h"
#include "widgets/netplot/netplotwording.h"

#include <KLocalizedString>

#include <QBuffer>
#include <QDir>
#include <QImage>
#include <QImageWriter>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
constexpr int dotsPerInch = 96;

std::unexpected<QString> saveError(const QString &path, const QString &why)
{
    return std::unexpected(i18nc("@info %1: a file, %2: the system's words",
                                 "The plot was not saved as %1: %2. Free some space there, or choose another place.",
                                 QDir::toNativeSeparators(path),
                                 why));
}

std::expected<void, QString> saveFile(const QString &path, const QByteArray &contents)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size() || !file.commit()) {
        return saveError(path, file.errorString());
    }
    return {};
}
}

NetPlotImage::NetPlotImage(const XTrace &trace, const Options &options)
    : m_trace(trace)
    , m_options(options)
{
    m_options.size = m_options.size.expandedTo(QSize(320, 200)).boundedTo(QSize(maxSide, maxSide));
}

void NetPlotImage::paint(QPainter &painter) const
{
    const NetPlotIndex index(m_trace, m_options.connection, m_options.roundTripUsec);
    QFont font = painter.font();
    font.setPixelSize(13);
    painter.setFont(font);
    NetPlotPainter::PaintParameters view;
    view.area = QRectF(QPointF(), m_options.size);
    view.firstShownTraceUsec = m_options.firstShownTraceUsec;
    view.lastShownTraceUsec = m_options.lastShownTraceUsec > m_options.firstShownTraceUsec ? m_options.lastShownTraceUsec
                                                                                           : std::max(m_trace.endTime, m_options.firstShownTraceUsec + 1);
    view.title = m_options.title.isEmpty() ? NetPlotWording::title(index) : m_options.title;
    NetPlotPainter(m_options.isDark ? NetPlotColors::dark() : NetPlotColors::light()).paint(painter, index, view);
}

QImage NetPlotImage::image() const
{
    const double scale = std::clamp(m_options.scale, 0.25, 8.0);
    const QSize size = (QSizeF(m_options.size) * scale).toSize();
    if (size.width() > maxSide || size.height() > maxSide) {
        return {};
    }
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull()) {
        return image;
    }
    image.setDevicePixelRatio(scale);
    image.setDotsPerMeterX(static_cast<int>(std::lround(dotsPerInch * scale / 0.0254)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.fill(Qt::black);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter);
    return image;
}

bool NetPlotImage::writeSvg(QIODevice &device) const
{
    QSvgGenerator svg;
    svg.setOutputDevice(&device);
    svg.setResolution(dotsPerInch);
    svg.setSize(m_options.size);
    svg.setViewBox(QRect(QPoint(), m_options.size));
    svg.setTitle(m_options.title.isEmpty() ? NetPlotWording::programName(m_trace.title) : m_options.title);
    QPainter painter;
    if (!painter.begin(&svg)) {
        return false;
    }
    paint(painter);
    return painter.end();
}

bool NetPlotImage::writePng(QIODevice &device) const
{
    const QImage picture = image();
    return !picture.isNull() && QImageWriter(&device, "png").write(picture);
}

std::expected<void, QString> NetPlotImage::saveSvg(const QString &path) const
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!writeSvg(buffer)) {
        return saveError(path, i18nc("@info why an image was not saved", "drawing failed"));
    }
    return saveFile(path, buffer.data());
}

std::expected<void, QString> NetPlotImage::savePng(const QString &path) const
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!writePng(buffer)) {
        return saveError(path, i18nc("@info why an image was not saved", "the image is too large"));
    }
    return saveFile(path, buffer.data());
}
}
