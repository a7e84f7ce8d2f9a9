// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace Nightdesk
{
/// Disconnects the receivers of the QObject and deletes it later, because one of its signals may be calling. Null: does nothing.
template<typename Object>
void disconnectAndDeleteLater(std::unique_ptr<Object> &object)
{
    if (object) {
        object->disconnect();
        object.release()->deleteLater();
    }
}
}
