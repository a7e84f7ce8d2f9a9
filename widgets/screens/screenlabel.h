// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QScreen;

namespace Nightdesk
{
/// A big sign in the middle of one monitor. It takes no focus and lies above everything, with a window manager and without
/// one; its colors are its own, so that it is readable on whatever lies below. GUI thread. Owned by ScreenLabels.
class ScreenLabel : public QWidget
{
    Q_OBJECT
public:
    /// @p names: the large line, may be empty. @p monitor: the small one. @p avoid: what had better not be covered.
    ScreenLabel(QScreen *screen, const QString &names, const QString &monitor, const QRect &avoid = {});

    QString text() const; ///< all of it in one line

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QFont fitted(const QString &text, double height, bool bold) const;

    QString m_names;
    QString m_monitor;
};
}
