// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

namespace Nightdesk
{
/// Darkens the widget that it covers, including icons, so that a toolbar does not glare in a dark room. Darkening
/// reduces contrast, so use it only where texts have contrast to spare. Light color schemes are not darkened, because
/// then the room is not dark, and gray on gray is hard to read. Red on black is not darkened either. GUI thread. Owned
/// by the toolbar or overlay that it darkens, as its child.
class ToolbarShade : public QWidget
{
    Q_OBJECT
public:
    explicit ToolbarShade(QWidget *strip);

    void setBrightness(int percent); ///< @p percent: 100 means not darkened
    /// True: a toolbar with these colors is to be darkened.
    static bool darkens(const QPalette &palette);
    /// The color of a border at brightness @p percent.
    static QColor dimmed(const QColor &color, int percent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    int m_brightness = 100;
};
}
