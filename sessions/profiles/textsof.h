// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <functional>

namespace Nightdesk
{
/// The text that @p text gives for each element of @p list, in the same order: textsOf(sites, &SiteSpec::id).
template<typename List, typename Text>
QStringList textsOf(const List &list, Text text)
{
    QStringList result;
    for (const auto &element : list) {
        result.append(std::invoke(text, element));
    }
    return result;
}
}
