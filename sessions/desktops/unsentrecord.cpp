// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/unsentrecord.h"

#include <cstring>
#include <string>
#include <utility>

namespace Nightdesk
{
namespace
{
void wipe(std::string &text)
{
    text.resize(text.capacity()); // a short one that was moved from is empty, and still there
    ::explicit_bzero(text.data(), text.size());
    text.clear();
}
}

void wipeSecret(RfbWire::ToWorker &message)
{
    if (auto *secret = std::get_if<RfbWire::Secret>(&message)) {
        wipe(secret->user);
        wipe(secret->password);
    }
}

UnsentRecord::UnsentRecord(const RfbWire::ToWorker &message, UniqueFd fd)
    : message(message)
    , fd(std::move(fd))
{
}

UnsentRecord::UnsentRecord(UnsentRecord &&other) noexcept
    : message(std::move(other.message))
    , fd(std::move(other.fd))
{
    wipeSecret(other.message);
}

UnsentRecord::~UnsentRecord()
{
    wipeSecret(message);
}
}
