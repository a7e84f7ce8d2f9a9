// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace Nightdesk
{
class NightSigns;
class RemoteView;

/// What a view does when its desktop rings: its border flashes twice, whatever lies on it. Tells, too, when somebody looks at
/// the desktop: moves the mouse over it, types, or gives it the focus. A child of the view, which it leaves alone. GUI thread.
class ViewBell : public QWidget
{
    Q_OBJECT
public:
    ViewBell(RemoteView *view, NightSigns *signs);

    bool isFlashing() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void flash();
    void step();
    void cover();

    RemoteView *const m_view;
    QPointer<NightSigns> m_signs;
    QTimer m_timer;
    int m_steps = 0; ///< that are left
};
}
