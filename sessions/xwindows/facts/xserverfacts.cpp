// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/facts/xserverfacts.h"

#include <sys/stat.h>

#include <algorithm>

namespace Nightdesk
{
const XVisual *XScreenFacts::defaultVisual() const
{
    const auto found = std::ranges::find_if(visuals, &XVisual::isDefault);
    return found == visuals.cend() ? nullptr : &*found;
}

bool XSocketDirectory::isSafe() const
{
    const bool isOthers = (permissionBits & (S_IWGRP | S_IWOTH)) != 0;
    return owner == 0 && (!isOthers || (permissionBits & S_ISVTX) != 0);
}

const XScreenFacts *XServerFacts::screen(int number) const
{
    const auto found = std::ranges::find(screens, number, &XScreenFacts::number);
    return found == screens.cend() ? nullptr : &*found;
}

const XFontMatch *XServerFacts::fontMatch(const QString &pattern) const
{
    const auto found = std::ranges::find(fonts, pattern, &XFontMatch::pattern);
    return found == fonts.cend() ? nullptr : &*found;
}

QString visualClassName(XVisual::Class visualClass)
{
    switch (visualClass) {
    case XVisual::Class::StaticGray:
        return QStringLiteral("StaticGray");
    case XVisual::Class::GrayScale:
        return QStringLiteral("GrayScale");
    case XVisual::Class::StaticColor:
        return QStringLiteral("StaticColor");
    case XVisual::Class::PseudoColor:
        return QStringLiteral("PseudoColor");
    case XVisual::Class::TrueColor:
        return QStringLiteral("TrueColor");
    case XVisual::Class::DirectColor:
        return QStringLiteral("DirectColor");
    }
    return {};
}

QString visualName(const XVisual &visual)
{
    return QStringLiteral("%1 %2").arg(visualClassName(visual.visualClass)).arg(visual.depth);
}
}
