// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

namespace Nightdesk
{
/// Darkens the widget that it lies on, icons and all, so that a strip does not shine in a dark room. The contrast stays. GUI
/// thread.
class StripShade : public QWidget
{
    Q_OBJECT
public:
    explicit StripShade(QWidget *strip);

    void setBrightness(int percent); ///< 100: as the theme has it
    /// A border's colour at that brightness.
    static QColor dimmed(const QColor &colour, int percent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    int m_percent = 100;
};
}
