// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QWidget;
class QWindow;

namespace Nightdesk
{
/// Tells whether anything that a widget paints can reach the glass: it is shown, and its window neither minimised nor
/// unmapped. Member of the widget it watches. GUI thread.
class SeenWatch : public QObject
{
    Q_OBJECT
public:
    explicit SeenWatch(QWidget *widget);
    bool isSeen() const;

Q_SIGNALS:
    void changed(bool seen);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void look();

    QWidget *const m_widget;
    QPointer<QWindow> m_window;
    bool m_seen = false;
};
}
