// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewpaint.h"

#include <KLocalizedString>

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr int ringRadius = 9;
constexpr int noticeMargin = 4;

QString othersLabel()
{
    return i18nc("@info label next to another user’s mouse pointer on a shared desktop", "Another user");
}

QRect othersLabelRect(const QPoint &at, const QFont &font)
{
    const QFontMetrics metrics(font);
    const QSize text(metrics.horizontalAdvance(othersLabel()), metrics.height());
    return QRect(at + QPoint(ringRadius + noticeMargin, ringRadius), text + QSize(2 * noticeMargin, noticeMargin));
}
}

namespace
{
constexpr QColor noticePaper(20, 22, 26, 225);
constexpr QColor noticeInk(235, 235, 235);

void paintCalmNotice(QPainter &painter, const QRect &place, const QString &text)
{
    painter.save();
    const QFontMetrics metrics(painter.font());
    const QRect limits(0, 0, std::max(place.width() - 8 * noticeMargin, 40), 10000);
    constexpr int flags = Qt::AlignHCenter | Qt::TextWordWrap;
    QRect box = metrics.boundingRect(limits, flags, text).adjusted(-3 * noticeMargin, -noticeMargin, 3 * noticeMargin, noticeMargin);
    box.moveCenter(place.center());
    box.moveTop(place.top() + 2 * noticeMargin);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(noticePaper);
    painter.drawRoundedRect(box, 6, 6);
    painter.setPen(noticeInk);
    painter.drawText(box.adjusted(3 * noticeMargin, noticeMargin, -3 * noticeMargin, -noticeMargin), flags, text);
    painter.restore();
}
}

void paintNotice(QPainter &painter, const QRect &view, const QRect &picture, const ViewNotice &notice)
{
    if (notice.isCalm) {
        paintCalmNotice(painter, picture & view, notice.headline);
        return;
    }
    painter.save();
    painter.fillRect(picture, QColor(0, 0, 0, 150));
    QFont large = painter.font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setBold(true);
    const int width = std::min(view.width() - 8 * noticeMargin, 640);
    const QRect limits(0, 0, std::max(width, 40), 10000);
    const int flags = Qt::AlignHCenter | Qt::TextWordWrap;
    const QRect headline = QFontMetrics(large).boundingRect(limits, flags, notice.headline);
    const QRect details = notice.details.isEmpty() ? QRect() : QFontMetrics(painter.font()).boundingRect(limits, flags, notice.details);
    const int gap = notice.details.isEmpty() ? 0 : 2 * noticeMargin;
    QRect box(0, 0, std::max(headline.width(), details.width()) + 8 * noticeMargin, headline.height() + gap + details.height() + 6 * noticeMargin);
    box.moveCenter(view.center());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(noticePaper);
    painter.drawRoundedRect(box, 6, 6);
    painter.setPen(noticeInk);
    const QRect inner = box.adjusted(4 * noticeMargin, 3 * noticeMargin, -4 * noticeMargin, -3 * noticeMargin);
    if (!notice.details.isEmpty()) {
        painter.drawText(inner.adjusted(0, headline.height() + gap, 0, 0), flags, notice.details);
    }
    painter.setFont(large);
    painter.drawText(inner, flags, notice.headline);
    painter.restore();
}

QRect othersPointerRect(const QPoint &at, const QFont &font)
{
    const QRect ring(at - QPoint(ringRadius, ringRadius), QSize(2 * ringRadius + 1, 2 * ringRadius + 1));
    return (ring | othersLabelRect(at, font)).adjusted(-3, -3, 3, 3);
}

void paintOthersPointer(QPainter &painter, const QPoint &at)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::black, 4));
    painter.drawEllipse(at, ringRadius, ringRadius);
    painter.setPen(QPen(QColor(255, 170, 0), 2));
    painter.drawEllipse(at, ringRadius, ringRadius);
    const QRect label = othersLabelRect(at, painter.font());
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 200));
    painter.drawRoundedRect(label, 3, 3);
    painter.setPen(QColor(255, 200, 90));
    painter.drawText(label, Qt::AlignCenter, othersLabel());
    painter.restore();
}

void paintFocusFrame(QPainter &painter, const QRect &view, const QRect &picture, const QColor &colour)
{
    constexpr int width = 2;
    const QRect around = picture.adjusted(-width, -width, width, width);
    const bool hasRoom = view.contains(around);
    const QRect frame = hasRoom ? around : picture & view;
    const int line = hasRoom ? width : 1;
    painter.fillRect(QRect(frame.left(), frame.top(), frame.width(), line), colour);
    painter.fillRect(QRect(frame.left(), frame.bottom() - line + 1, frame.width(), line), colour);
    painter.fillRect(QRect(frame.left(), frame.top(), line, frame.height()), colour);
    painter.fillRect(QRect(frame.right() - line + 1, frame.top(), line, frame.height()), colour);
}
}
