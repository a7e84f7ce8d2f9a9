// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boarddelegate.h"

#include "widgets/board/boardmarkpaint.h"
#include "widgets/board/boardmodel.h"
#include "widgets/common/sparkline.h"

#include <KLocalizedString>

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto span = 15min;
constexpr int curvesKept = 400; // number of cached curves: three per row, for several screens full of rows

bool isNumericColumn(BoardColumn column)
{
    return column == BoardColumn::RoundTrip || column == BoardColumn::Throughput || column == BoardColumn::Compression || column == BoardColumn::ImageAge;
}

/// A mixture with @p percent of the first color.
QColor mixed(const QColor &one, const QColor &other, int percent)
{
    const auto mix = [percent](int a, int b) {
        return (a * percent + b * (100 - percent)) / 100;
    };
    return {mix(one.red(), other.red()), mix(one.green(), other.green()), mix(one.blue(), other.blue())};
}

QColor secondLineColor(const QStyleOptionViewItem &option)
{
    // The color of the second line is between text and background: readable in every color scheme, and weaker than the
    // first line.
    return mixed(option.palette.color(QPalette::Text), option.palette.color(QPalette::Base), 72);
}
}

BoardDelegate::BoardDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
    , m_curveCache(curvesKept)
{
}

void BoardDelegate::paint(QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    const QString text = option.text;
    option.text.clear();
    option.features &= ~QStyleOptionViewItem::HasDisplay;
    if (option.state & QStyle::State_Selected) {
        // The selection is only a tint, so that a calling desk stays red when it is selected.
        option.palette.setColor(QPalette::Highlight, mixed(option.palette.color(QPalette::Base), option.palette.color(QPalette::Highlight), 80));
    }
    // Paints background, selection and focus of the cell.
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    const auto column = static_cast<BoardColumn>(index.column());
    const QFontMetrics metrics(option.font);
    const QRect cell = option.rect.adjusted(boardCellMargin, 0, -boardCellMargin, 0);
    if (index.data(BoardModel::NameRole).toString().isEmpty()) {
        return; // not painted here: a group's title spans all columns, so BoardView draws it
    }
    painter->save();
    painter->setFont(option.font);
    painter->setPen(option.palette.color(QPalette::Text));
    const int line = metrics.height();
    const int top = cell.top() + (cell.height() - 2 * line) / 2;
    const QRect upper(cell.left(), top, cell.width(), line);
    const QRect lower(cell.left(), top + line, cell.width(), line);
    const bool isFirstLineUnusual = index.data(BoardModel::FirstLineUnusualRole).toBool();
    const Qt::Alignment side = isNumericColumn(column) ? Qt::AlignRight : Qt::AlignLeading;
    if (column == BoardColumn::Health) {
        paintHealth(painter, option, index, upper, lower);
        painter->restore();
        return;
    }
    if (column == BoardColumn::Displays) {
        paintMarks(painter, option, index, upper);
        painter->setPen(secondLineColor(option));
        const QString frames = index.data(BoardModel::SecondLineRole).toString();
        const QString below = frames.isEmpty() ? text : i18nc("@info of displays: 3 live, and 25 frames/s", "%1, %2", text, frames);
        painter->drawText(lower, Qt::AlignLeading | Qt::AlignVCenter, metrics.elidedText(below, Qt::ElideRight, lower.width()));
        painter->restore();
        return;
    }
    QString second = index.data(BoardModel::SecondLineRole).toString();
    const bool isSecondLineUnusual = index.data(BoardModel::SecondLineUnusualRole).toBool();
    const bool hasCurve = column == BoardColumn::RoundTrip || column == BoardColumn::Throughput || column == BoardColumn::ImageAge;
    if (isFirstLineUnusual) {
        const auto health = static_cast<DeskHealth>(index.data(BoardModel::HealthRole).toInt());
        painter->setPen(BoardWording::color(column == BoardColumn::Trouble ? BoardWording::healthMark(health) : BoardMark::Poor));
    }
    QString shown = text;
    if (column == BoardColumn::Versions) { // draws the character ▾ before a version that is older than that of another desk
        shown = (isFirstLineUnusual ? u"▾ "_s : QString()) + text;
        second = (isSecondLineUnusual ? u"▾ "_s : QString()) + second;
    }
    const bool isAlone = second.isEmpty() && !hasCurve;
    const QRect place = isAlone ? cell : upper;
    painter->drawText(place, side | Qt::AlignVCenter, metrics.elidedText(shown, Qt::ElideRight, place.width()));
    if (isSecondLineUnusual) {
        painter->setPen(BoardWording::color(BoardMark::Poor));
    } else if (!(isFirstLineUnusual && column == BoardColumn::Desk)) {
        painter->setPen(secondLineColor(option));
    }
    if (!second.isEmpty()) {
        painter->drawText(lower, side | Qt::AlignVCenter, metrics.elidedText(second, Qt::ElideRight, lower.width()));
    }
    if (hasCurve) {
        paintCurve(painter, option, index, lower);
    }
    painter->restore();
}

void BoardDelegate::paintHealth(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &upper, const QRect &lower) const
{
    const auto health = static_cast<DeskHealth>(index.data(BoardModel::HealthRole).toInt());
    const BoardMark tone = BoardWording::healthMark(health);
    const QColor color = BoardWording::color(tone);
    const QFontMetrics metrics(option.font);
    const QString second = index.data(BoardModel::SecondLineRole).toString();
    const QString word = index.data().toString();
    QFont font = option.font;
    font.setBold(tone == BoardMark::Bad);
    const QFontMetrics wide(font);
    const int mark = metrics.ascent();
    QRect chip = second.isEmpty() ? QRect(upper.left(), upper.center().y(), upper.width(), upper.height()) : upper;
    chip.setWidth(std::min(upper.width(), mark + wide.horizontalAdvance(word) + 3 * boardCellMargin));
    painter->setRenderHint(QPainter::Antialiasing);
    // A fault has a background color, which is visible from across the room.
    if (tone == BoardMark::Bad) {
        QColor ground = color;
        ground.setAlpha(48);
        painter->setPen(Qt::NoPen);
        painter->setBrush(ground);
        painter->drawRoundedRect(chip, chip.height() / 3.0, chip.height() / 3.0);
    }
    const QRectF sign(option.direction == Qt::RightToLeft ? chip.right() - boardCellMargin - mark : chip.left() + boardCellMargin,
                      chip.center().y() - mark / 2.0 + 0.5,
                      mark,
                      mark);
    BoardMarkPaint::draw(painter, sign.adjusted(1, 1, -1, -1), tone, color);
    painter->setFont(font);
    painter->setPen(tone == BoardMark::NotConnected ? secondLineColor(option) : color);
    const QRect words =
        option.direction == Qt::RightToLeft ? chip.adjusted(0, 0, -mark - 2 * boardCellMargin, 0) : chip.adjusted(mark + 2 * boardCellMargin, 0, 0, 0);
    painter->drawText(words, Qt::AlignLeading | Qt::AlignVCenter, wide.elidedText(word, Qt::ElideRight, words.width()));
    if (!second.isEmpty()) {
        painter->setFont(option.font);
        painter->setPen(secondLineColor(option));
        painter->drawText(lower, Qt::AlignLeading | Qt::AlignVCenter, metrics.elidedText(second, Qt::ElideRight, lower.width()));
    }
}

void BoardDelegate::paintMarks(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &place) const
{
    const auto marks = index.data(BoardModel::MarksRole).value<QList<int>>();
    const int size = QFontMetrics(option.font).ascent() - 1;
    const int step = size + 3;
    const qsizetype room = std::max<qsizetype>(1, place.width() / step);
    for (qsizetype i = 0; i < marks.size() && i < room; ++i) {
        if (i == room - 1 && marks.size() > room) {
            painter->drawText(QRect(place.left() + static_cast<int>(i) * step, place.top(), size, place.height()), Qt::AlignCenter, u"…"_s);
            break;
        }
        const auto mark = static_cast<BoardMark>(marks.at(i));
        const int x = option.direction == Qt::RightToLeft ? place.right() - static_cast<int>(i + 1) * step : place.left() + static_cast<int>(i) * step;
        BoardMarkPaint::draw(painter, QRectF(x, place.top() + (place.height() - size) / 2.0, size, size), mark, BoardWording::color(mark));
    }
}

void BoardDelegate::paintCurve(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &place) const
{
    const qreal scale = painter->device()->devicePixelRatio();
    const QColor color = option.palette.color(QPalette::Highlight);
    const QString key = u"%1 %2 %3 %4x%5 %6 %7"_s.arg(index.data(BoardModel::NameRole).toString())
                            .arg(index.column())
                            .arg(index.data(BoardModel::DeskDataRevisionRole).toULongLong())
                            .arg(place.width())
                            .arg(place.height())
                            .arg(scale)
                            .arg(color.rgba());
    QPixmap *kept = m_curveCache.object(key);
    if (!kept) {
        const auto curve = index.data(BoardModel::CurveRole).value<QList<Sparkline::Point>>();
        kept = new QPixmap(place.size() * scale);
        kept->setDevicePixelRatio(scale);
        kept->fill(Qt::transparent);
        QPainter on(kept);
        on.setRenderHint(QPainter::Antialiasing);
        Sparkline::draw(&on, QRectF(QPointF(1, 2), QSizeF(place.size()) - QSizeF(2, 5)), curve, span, color, scale);
        on.end();
        if (!m_curveCache.insert(key, kept)) {
            return;
        }
    }
    painter->drawPixmap(place.topLeft(), *kept);
}

QSize BoardDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    // This height applies to groups, too, because all rows have the same height.
    return {0, 2 * QFontMetrics(option.font).height() + boardCellMargin};
}
}
