// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

namespace Nightdesk::Rfb
{
/// Where the worker's parts send what the console should know. A base: ControlSocket implements it and is owned by Worker; the parts only
/// refer to it.
class ConsoleSink
{
public:
    virtual ~ConsoleSink() = default;
    virtual void send(const RfbWire::FromWorker &message) = 0;
};
}
