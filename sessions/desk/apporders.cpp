// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/apporders.h"

namespace Nightdesk
{
namespace
{
// Default size if the profile has none: fits most programs and any monitor. The program fills the display, and the user can resize it.
constexpr QSize ordinarySize(1024, 768);
}

AppRequest appRequestOf(const WindowSpec &spec, const QString &profileId, const QString &site)
{
    AppRequest order;
    order.name.profile = profileId;
    order.name.display = spec.id;
    order.spec = spec;
    order.size = spec.geometry.size ? QSize(spec.geometry.size->width, spec.geometry.size->height) : ordinarySize;
    order.site = site;
    return order;
}
}
