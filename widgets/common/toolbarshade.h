// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

namespace Nightdesk
{
/// A translucent black layer in front of a toolbar, which darkens it, so that it does not glare in a dark room. This reduces the contrast of texts.
/// With a light color scheme or the red one the layer is hidden. GUI thread. A child of the toolbar or overlay that it darkens.
class DarkeningLayer : public QWidget
{
    Q_OBJECT
public:
    explicit DarkeningLayer(QWidget *strip);

    void setBrightness(int percent); ///< @p percent: 100 means not darkened
    /// True: a toolbar with the colors of @p palette is to be darkened.
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
