// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QScreen;

namespace Nightdesk
{
/// A large label in the middle of one monitor. It takes no focus and stays above all windows, with or without a window manager; its own colors make
/// it readable on any background. GUI thread. Owned by ScreenLabels.
class ScreenLabel : public QWidget
{
    Q_OBJECT
public:
    /// @p names: the large line, may be empty. @p monitor: the small line. @p avoid: an area that should stay uncovered.
    ScreenLabel(QScreen *screen, const QString &names, const QString &monitor, const QRect &avoid = {});

    QString text() const; ///< the whole text in one line

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QFont fittedFont(const QString &text, double height, bool bold) const;

    QString m_screenNames;
    QString m_monitorName;
};
}
