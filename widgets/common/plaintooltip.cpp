// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/plaintooltip.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QWidget>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

PlainToolTip::PlainToolTip(QWidget *widget)
    : QObject(widget)
    , m_widget(widget)
{
    widget->installEventFilter(this);
}

bool PlainToolTip::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ToolTip || m_widget->toolTip().isEmpty()) {
        return QObject::eventFilter(watched, event);
    }
    QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), u"<qt>"_s + m_widget->toolTip().toHtmlEscaped() + u"</qt>"_s, m_widget);
    return true;
}
}
