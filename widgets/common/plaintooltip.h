// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace Nightdesk
{
/// Shows a widget's tool tip as plain text even if it looks like rich text. For widgets that make an untrusted text
/// their tool tip automatically, such as KSqueezedTextLabel. A child of the widget. GUI thread.
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
