// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewpaint.h"

#include <KLocalizedString>

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr int ringRadius = 9;
constexpr int noticeMargin = 4;

QString otherUserLabel()
{
    return i18nc("@info label next to another user’s mouse pointer on a shared desktop", "Another user");
}

QRect otherUserLabelRect(const QPoint &at, const QFont &font)
{
    const QFontMetrics metrics(font);
    const QSize text(metrics.horizontalAdvance(otherUserLabel()), metrics.height());
    return QRect(at + QPoint(ringRadius + noticeMargin, ringRadius), text + QSize(2 * noticeMargin, noticeMargin));
}

constexpr QColor noticePaper(20, 22, 26, 225);
constexpr QColor noticeInk(235, 235, 235);
constexpr int noticeFlags = Qt::AlignHCenter | Qt::TextWordWrap;

void paintNoticeAtTopEdge(QPainter &painter, const QRect &place, const QString &text)
{
    painter.save();
    const QFontMetrics metrics(painter.font());
    const QRect limits(0, 0, std::max(place.width() - 8 * noticeMargin, 40), 10000);
    QRect box = metrics.boundingRect(limits, noticeFlags, text).adjusted(-3 * noticeMargin, -noticeMargin, 3 * noticeMargin, noticeMargin);
    box.moveCenter(place.center());
    box.moveTop(place.top() + 2 * noticeMargin);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(noticePaper);
    painter.drawRoundedRect(box, 6, 6);
    painter.setPen(noticeInk);
    painter.drawText(box.adjusted(3 * noticeMargin, noticeMargin, -3 * noticeMargin, -noticeMargin), noticeFlags, text);
    painter.restore();
}

/// The narrowest width at which @p text takes no more lines than at @p widest, so that the last line is not a single word.
int balancedWidth(const QFontMetrics &metrics, const QString &text, int widest)
{
    const auto height = [&](int width) {
        return metrics.boundingRect(QRect(0, 0, width, 10000), noticeFlags, text).height();
    };
    const int wanted = height(widest);
    int low = widest / 2; // lower limit of the search: a width that is assumed to be too narrow, although a short text may fit it
    int high = widest;
    while (high - low > 4) {
        const int middle = (low + high) / 2;
        (height(middle) > wanted ? low : high) = middle;
    }
    return high;
}

/// The layout of a notice in a given space.
struct NoticeLayout {
    NoticeLayout(const QRect &view, const ViewNotice &notice, const QFont &base, bool isLarge, bool hasDetails)
        : headlineFont(base)
        , details(hasDetails ? notice.details : QString())
    {
        if (isLarge) {
            headlineFont.setPointSizeF(base.pointSizeF() * 1.6);
        }
        headlineFont.setBold(true);
        const int widest = std::max(std::min(view.width() - 12 * noticeMargin, 640), 40);
        const auto place = [&](const QFont &font, const QString &text) {
            const QFontMetrics metrics(font);
            const int width = balancedWidth(metrics, text, widest);
            return QRect(QPoint(), QSize(width, metrics.boundingRect(QRect(0, 0, width, 10000), noticeFlags, text).height()));
        };
        headlineRect = place(headlineFont, notice.headline);
        const QRect below = details.isEmpty() ? QRect() : place(base, details);
        gap = details.isEmpty() ? 0 : 2 * noticeMargin;
        boxRect =
            QRect(0, 0, std::max(headlineRect.width(), below.width()) + 8 * noticeMargin, headlineRect.height() + gap + below.height() + 6 * noticeMargin);
        detailsWidth = below.width();
        boxRect.moveCenter(view.center());
    }

    QFont headlineFont;
    QString details;
    QRect headlineRect;
    int detailsWidth = 0;
    int gap = 0;
    QRect boxRect;
};

/// The first layout that fits: in a small tile or window, details are preferred to a large headline.
NoticeLayout fittingLayout(const QRect &view, const ViewNotice &notice, const QFont &font)
{
    for (const auto &[isLarge, hasDetails] : {std::pair(true, true), std::pair(false, true), std::pair(true, false)}) {
        const NoticeLayout layout(view, notice, font, isLarge, hasDetails);
        if (layout.boxRect.height() <= view.height()) {
            return layout;
        }
    }
    return {view, notice, font, false, false};
}
}

QRect largestFreeRect(const QRect &view, const QList<QRect> &covers)
{
    // Each side of the largest free rectangle lies on a side of the view or of a cover.
    QList<int> lefts{view.left()};
    QList<int> rights{view.right()};
    for (const QRect &cover : covers) {
        lefts.append(cover.right() + 1);
        rights.append(cover.left() - 1);
    }
    QRect best;
    for (const int left : std::as_const(lefts)) {
        for (const int right : std::as_const(rights)) {
            const QRect column = QRect(QPoint(left, view.top()), QPoint(right, view.bottom())) & view;
            if (left > right || column.isEmpty()) {
                continue;
            }
            QList<QRect> above{QRect(column.left(), column.top() - 1, column.width(), 1), QRect(column.left(), column.bottom() + 1, column.width(), 1)};
            for (const QRect &cover : covers) {
                if (cover.intersects(column)) {
                    above.append(cover);
                }
            }
            std::ranges::sort(above, {}, &QRect::top);
            int top = column.top(); // where the next gap may begin: below all covering rectangles that the loop has passed
            for (const QRect &cover : std::as_const(above)) {
                const QRect gap(QPoint(column.left(), top), QPoint(column.right(), cover.top() - 1));
                if (gap.height() > 0 && qint64(gap.width()) * gap.height() > qint64(best.width()) * best.height()) {
                    best = gap;
                }
                top = std::max(top, cover.bottom() + 1);
            }
        }
    }
    return best;
}

void dimImage(QPainter &painter, const QRect &picture)
{
    painter.fillRect(picture, QColor(0, 0, 0, 150));
}

void paintNotice(QPainter &painter, const QRect &view, const QRect &picture, const ViewNotice &notice, const QList<QRect> &covers)
{
    if (notice.isMinor) {
        paintNoticeAtTopEdge(painter, picture & view, notice.headline);
        return;
    }
    painter.save();
    dimImage(painter, picture);
    NoticeLayout layout = fittingLayout(view, notice, painter.font());
    const auto hides = [&layout](const QRect &cover) {
        return cover.intersects(layout.boxRect);
    };
    if (std::ranges::any_of(covers, hides)) {
        const QRect free = largestFreeRect(view, covers);
        if (const NoticeLayout beside = fittingLayout(free, notice, painter.font()); free.contains(beside.boxRect)) {
            layout = beside;
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(noticePaper);
    painter.drawRoundedRect(layout.boxRect, 6, 6);
    painter.setPen(noticeInk);
    QRect words(layout.boxRect.left(), layout.boxRect.top() + 3 * noticeMargin, layout.detailsWidth, layout.boxRect.height());
    if (!layout.details.isEmpty()) {
        words.moveTop(words.top() + layout.headlineRect.height() + layout.gap);
        words.moveLeft(layout.boxRect.center().x() - words.width() / 2);
        painter.drawText(words, noticeFlags, layout.details);
    }
    painter.setFont(layout.headlineFont);
    words = layout.headlineRect.translated(layout.boxRect.center().x() - layout.headlineRect.width() / 2, layout.boxRect.top() + 3 * noticeMargin);
    painter.drawText(words, noticeFlags, notice.headline);
    painter.restore();
}

QRect otherUserPointerRect(const QPoint &at, const QFont &font)
{
    const QRect ring(at - QPoint(ringRadius, ringRadius), QSize(2 * ringRadius + 1, 2 * ringRadius + 1));
    return (ring | otherUserLabelRect(at, font)).adjusted(-3, -3, 3, 3);
}

void paintOtherUserPointer(QPainter &painter, const QPoint &at)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::black, 4));
    painter.drawEllipse(at, ringRadius, ringRadius);
    painter.setPen(QPen(QColor(255, 170, 0), 2));
    painter.drawEllipse(at, ringRadius, ringRadius);
    const QRect label = otherUserLabelRect(at, painter.font());
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 200));
    painter.drawRoundedRect(label, 3, 3);
    painter.setPen(QColor(255, 200, 90));
    painter.drawText(label, Qt::AlignCenter, otherUserLabel());
    painter.restore();
}

void paintFocusFrame(QPainter &painter, const QRect &view, const QRect &picture, const QColor &color)
{
    constexpr int width = 2;
    const QRect around = picture.adjusted(-width, -width, width, width);
    const bool hasRoom = view.contains(around);
    const QRect frame = hasRoom ? around : picture & view;
    const int line = hasRoom ? width : 1;
    painter.fillRect(QRect(frame.left(), frame.top(), frame.width(), line), color);
    painter.fillRect(QRect(frame.left(), frame.bottom() - line + 1, frame.width(), line), color);
    painter.fillRect(QRect(frame.left(), frame.top(), line, frame.height()), color);
    painter.fillRect(QRect(frame.right() - line + 1, frame.top(), line, frame.height()), color);
}
}
