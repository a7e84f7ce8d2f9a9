// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>

#include <type_traits>

namespace Nightdesk
{
/// A function for any thread that emits @p signal of @p sender later, on the sender's thread, unless the sender is destroyed before. The function
/// must not be called after that.
template<typename Sender, typename... Arguments>
auto queuedSignal(Sender *sender, void (Sender::*signal)(Arguments...))
{
    return [sender, signal](const std::remove_cvref_t<Arguments> &...arguments) {
        QMetaObject::invokeMethod(
            sender,
            [sender, signal, arguments...] {
                Q_EMIT(sender->*signal)(arguments...);
            },
            Qt::QueuedConnection);
    };
}
}
