// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// What an RFB encoding number is called (RFC 6143 §7.7 and the community's registry): "Tight"; unknown ones by number.
QString encodingName(quint32 encoding);
/// What an RFB security type is called (RFC 6143 §7.1.2): "VncAuth"; unknown ones by number.
QString securityName(quint32 type);
}
