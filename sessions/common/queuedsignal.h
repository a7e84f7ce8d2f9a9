// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>

#include <functional>

namespace Nightdesk
{
/// A function for any thread that calls @p function later with copies of its arguments, on the thread of @p context, unless that is destroyed before.
/// The returned function must not be called after that.
template<typename Function>
auto queuedCall(QObject *context, Function function)
{
    return [context, function](const auto &...arguments) {
        QMetaObject::invokeMethod(
            context,
            [function, arguments...] {
                function(arguments...);
            },
            Qt::QueuedConnection);
    };
}

/// Like queuedCall(), for a signal of @p sender.
template<typename Sender, typename... Arguments>
auto queuedSignal(Sender *sender, void (Sender::*signal)(Arguments...))
{
    return queuedCall(sender, std::bind_front(signal, sender));
}
}
