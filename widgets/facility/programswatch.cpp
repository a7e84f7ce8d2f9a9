// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/programswatch.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/plainlabel.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>

namespace Nightdesk
{
namespace
{
/// Paints the sample text. Not a QLabel, because styles and color schemes change the colors of labels.
class ColoredSampleText : public QWidget
{
public:
    explicit ColoredSampleText(const ProgramColors &colors)
        : m_colors(colors)
    {
        const QFontMetrics metrics = fontMetrics();
        setFixedSize(metrics.horizontalAdvance(text()) + 2 * metrics.height(), metrics.height() * 2);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), QColor(m_colors.background.rgb));
        painter.setPen(QColor(m_colors.text.rgb));
        painter.drawText(rect(), Qt::AlignCenter, text());
        // The border has the window's text color, because the sample's background may be the same as the window's.
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    static QString text()
    {
        return i18nc("@info a sample of text in the colors of a program", "Text 123");
    }
    const ProgramColors m_colors;
};

QString nameOf(const ProgramColors::Color &color)
{
    if (!color.name.isEmpty()) {
        return displayText(color.name);
    }
    return color.rgb == qRgb(255, 255, 255) ? i18nc("@info a color", "white") : i18nc("@info a color", "black");
}
}

QString ProgramColorSample::contrastDescription(const QString &title, const ProgramColors &colors)
{
    const QString text = i18nc("@info %1: a program, %2 and %3: colors, %4: a number like 4.5",
                               "%1: %2 text on %3, contrast %4 : 1.",
                               displayText(title),
                               nameOf(colors.text),
                               nameOf(colors.background),
                               QLocale().toString(colors.contrast(), 'f', 1));
    return colors.isReadable() ? text : text + u' ' + i18nc("@info of text, after another sentence", "Nobody can read this.");
}

ProgramColorSample::ProgramColorSample(const QString &title, const ProgramColors &colors, QWidget *parent)
    : QWidget(parent)
{
    const QString words = contrastDescription(title, colors);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    auto *sample = new ColoredSampleText(colors);
    sample->setAccessibleName(words);
    row->addWidget(sample, 0, Qt::AlignTop);
    QLabel *label = PlainLabel::createWrapped(words);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(label, 1);
}
}
