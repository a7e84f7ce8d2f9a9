// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/problemdelegate.h"

#include "widgets/facility/problemmodel.h"
#include "widgets/wording/readablecolor.h"

#include <KColorScheme>

#include <QApplication>
#include <QPainter>
#include <QTextLayout>
#include <QTreeView>

namespace Nightdesk
{
namespace
{
constexpr int problemMargin = 4;
constexpr int columnGap = 8;

int widthFor(const QFontMetrics &metrics, const QString &text)
{
    return metrics.horizontalAdvance(text) + 1;
}

/// Lays out @p text in @p width and returns the height it takes. A word longer than the line (a path) is broken.
int layOut(QTextLayout &layout, int width)
{
    QTextOption wrap;
    wrap.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(wrap);
    qreal height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return qCeil(height);
}

QFont fileFont(QFont font)
{
    font.setBold(true);
    return font;
}
}

ProblemDelegate::ProblemDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
{
}

ProblemDelegate::PartRects ProblemDelegate::partRects(const QStyleOptionViewItem &option, const QRect &rect) const
{
    const QFontMetrics metrics(option.font);
    const int icon = option.widget ? option.widget->style()->pixelMetric(QStyle::PM_SmallIconSize, &option, option.widget) : 16;
    const int line = qMax(icon, metrics.height());
    const int severityPart =
        qMax(widthFor(metrics, ProblemModel::severityWord(Severity::Error)), widthFor(metrics, ProblemModel::severityWord(Severity::Warning)));
    const int position = widthFor(metrics, QStringLiteral("8888:88"));
    PartRects places;
    int x = rect.left() + problemMargin;
    const int y = rect.top() + problemMargin;
    places.icon = QRect(x, y + (line - icon) / 2, icon, icon);
    x += icon + columnGap;
    places.severityPart = QRect(x, y, severityPart, line);
    x += severityPart + columnGap;
    places.errorPosition = QRect(x, y, position, line);
    x += position + columnGap;
    places.message = QRect(x, y, qMax(rect.right() - problemMargin - x, metrics.averageCharWidth() * 12), rect.height() - 2 * problemMargin);
    if (option.direction == Qt::RightToLeft) {
        for (QRect *place : {&places.icon, &places.severityPart, &places.errorPosition, &places.message}) {
            *place = QStyle::visualRect(option.direction, rect, *place);
        }
    }
    return places;
}

void ProblemDelegate::paint(QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    if (index.data(ProblemModel::IsFileRole).toBool()) {
        option.font = fileFont(option.font);
        style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
        return;
    }
    const QString message = option.text;
    option.text.clear();
    option.icon = {};
    option.features &= ~(QStyleOptionViewItem::HasDisplay | QStyleOptionViewItem::HasDecoration);
    // the style draws background, selection and focus
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);

    const bool isSelected = option.state & QStyle::State_Selected;
    const QPalette::ColorGroup group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    const auto severity = index.data(ProblemModel::SeverityRole).value<Severity>();
    const KColorScheme scheme(group, KColorScheme::View);
    const QColor text = option.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text);
    const QColor bad =
        ReadableColor::readableOn(scheme.foreground(severity == Severity::Error ? KColorScheme::NegativeText : KColorScheme::NeutralText).color(),
                                  {scheme.background().color(), scheme.background(KColorScheme::AlternateBackground).color()});
    const PartRects places = partRects(option, option.rect);
    painter->save();
    painter->setFont(option.font);
    index.data(Qt::DecorationRole).value<QIcon>().paint(painter, places.icon);
    painter->setPen(isSelected ? text : bad);
    painter->drawText(places.severityPart, Qt::AlignVCenter | Qt::AlignLeading, ProblemModel::severityWord(severity));
    painter->setPen(text);
    painter->drawText(places.errorPosition, Qt::AlignVCenter | Qt::AlignRight, index.data(ProblemModel::PositionRole).toString());
    QTextLayout layout(message, option.font);
    layOut(layout, places.message.width());
    layout.draw(painter, places.message.topLeft());
    painter->restore();
}

QSize ProblemDelegate::sizeHint(const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    if (index.data(ProblemModel::IsFileRole).toBool()) {
        option.font = fileFont(option.font);
        const QSize plain = QStyledItemDelegate::sizeHint(option, index);
        return {plain.width(), plain.height() + problemMargin};
    }
    // A view asks for the size before it knows the width of the row: a row is as wide as the view, less the indent.
    const auto *view = qobject_cast<const QTreeView *>(option.widget);
    const int width = view ? view->viewport()->width() - view->indentation() : option.rect.width();
    const PartRects places = partRects(option, QRect(0, 0, width, 1000));
    QTextLayout layout(option.text, option.font);
    const int height = layOut(layout, places.message.width());
    return {0, qMax(height, places.severityPart.height()) + 2 * problemMargin};
}
}
