// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/localdisplay.h"

#include <QString>

#include <string>

namespace Nightdesk
{
/// What a client presents to the local X server to be authorized. Empty name: nothing (for a server without access control).
struct XAuthorization {
    std::string name;
    std::string data;
    bool operator==(const XAuthorization &) const = default;
};

/// This user's MIT-MAGIC-COOKIE-1 for @p display out of @p file as in $XAUTHORITY (empty: ~/.Xauthority), by libXau's rules (entries for this
/// host's name, or for any). Empty: there is none. Reads a file: not on the GUI thread.
XAuthorization readAuthority(const QString &file, const LocalDisplay &display);
}
