// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

namespace Nightdesk
{
/// Darkens the widget that it lies on, icons and all, so that a strip does not shine in a dark room. Contrast becomes less, so it is
/// for texts that have some to spare. Where the colors are light it darkens nothing: the room is not dark, and gray on gray is hard to
/// read; nor where they are red on black. GUI thread. Owned by the strip or overlay that it darkens, as its child.
class StripShade : public QWidget
{
    Q_OBJECT
public:
    explicit StripShade(QWidget *strip);

    void setBrightness(int percent); ///< 100: as the theme has it
    /// Whether these colors are to be darkened.
    static bool darkens(const QPalette &palette);
    /// A border's color at that brightness.
    static QColor dimmed(const QColor &colour, int percent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    int m_percent = 100;
};
}
