// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/xeventfilter.h"

#include <QCoreApplication>
#include <QPointer>

namespace Nightdesk
{
XEventFilter *XEventFilter::instance()
{
    static QPointer<XEventFilter> filter;
    if (!filter) {
        filter = new XEventFilter(qApp);
        qApp->installNativeEventFilter(filter);
    }
    return filter;
}

bool XEventFilter::nativeEventFilter(const QByteArray &eventType, void *message, qintptr *)
{
    if (eventType == "xcb_generic_event_t") {
        Q_EMIT eventCame(static_cast<const xcb_generic_event_t *>(message));
    }
    return false;
}
}
