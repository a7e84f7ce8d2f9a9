// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractNativeEventFilter>
#include <QObject>

#include <xcb/xcb.h>

namespace Nightdesk
{
/// The only native event filter of the application: reports the events of the X server that Qt does not report, and consumes none. Installed from the
/// first use on, owned by the application object. GUI thread.
class XEventFilter : public QObject, private QAbstractNativeEventFilter
{
    Q_OBJECT
public:
    static XEventFilter *instance();

Q_SIGNALS:
    /// An event or an error arrived from the X server; emitted before Qt handles it. @p event is valid only during the call.
    void eventCame(const xcb_generic_event_t *event);

private:
    using QObject::QObject;
    bool nativeEventFilter(const QByteArray &eventType, void *message, qintptr *result) override;
};
}
