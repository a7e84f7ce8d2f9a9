// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/distributionwording.h"

#include <KLocalizedString>

namespace Nightdesk
{
QString DistributionWording::title(FigureDistributions::Kind kind)
{
    using enum FigureDistributions::Kind;
    switch (kind) {
    case InputToChange:
        return i18nc("@title:group of a plot: a time", "First Change after Key or Click");
    case InputToQuiet:
        return i18nc("@title:group of a plot: a time", "Last Change after Key or Click");
    case PixelsPerInput:
        return i18nc("@title:group of a plot", "Pixels per Key or Click");
    case BytesPerInput:
        return i18nc("@title:group of a plot", "Bytes per Key or Click");
    case Decoding:
        return i18nc("@title:group of a plot", "Decoding Time per Update");
    case Painting:
        return i18nc("@title:group of a plot: of the viewer on this computer", "Painting Time");
    case KindCount:
        break;
    }
    return {};
}
}
