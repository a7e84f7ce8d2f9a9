// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

namespace Nightdesk::Rfb
{
/// The interface through which the worker's parts send records to the console. ControlSocket implements it and is owned by Worker.
class ConsoleSink
{
public:
    virtual ~ConsoleSink() = default;
    virtual void send(const RfbWire::FromWorker &message) = 0;
};
}
