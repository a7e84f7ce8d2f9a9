// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/rfbwire/messages.h"

namespace Nightdesk
{
/// Overwrites what is secret in it, to the last byte that the strings have.
void wipeSecret(RfbWire::ToWorker &message);

/// A record that waits for its socket, and its descriptor. Leaves no secret behind, wherever it goes or ends.
class UnsentRecord
{
public:
    explicit UnsentRecord(const RfbWire::ToWorker &message, UniqueFd fd = {});
    UnsentRecord(UnsentRecord &&other) noexcept;
    UnsentRecord(const UnsentRecord &) = delete;
    UnsentRecord &operator=(const UnsentRecord &) = delete;
    UnsentRecord &operator=(UnsentRecord &&) = delete;
    ~UnsentRecord();

    RfbWire::ToWorker message;
    UniqueFd fd;
};
}
