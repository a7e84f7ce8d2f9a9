// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace Nightdesk
{
/// Shows the tool tip of a widget as plain text, whatever it looks like: for texts from outside that a widget, as
/// KSqueezedTextLabel does, makes its tool tip by itself. A child of the widget. GUI thread.
class PlainToolTip : public QObject
{
    Q_OBJECT
public:
    explicit PlainToolTip(QWidget *widget);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *const m_widget;
};
}
