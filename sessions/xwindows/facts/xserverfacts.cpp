// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/facts/xserverfacts.h"

#include <sys/stat.h>

#include <algorithm>

using namespace Qt::StringLiterals;

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
    // In the order of XVisual::Class.
    static const QStringList names{u"StaticGray"_s, u"GrayScale"_s, u"StaticColor"_s, u"PseudoColor"_s, u"TrueColor"_s, u"DirectColor"_s};
    return names.value(static_cast<int>(visualClass));
}

QString visualName(const XVisual &visual)
{
    return u"%1 %2"_s.arg(visualClassName(visual.visualClass)).arg(visual.depth);
}
}
