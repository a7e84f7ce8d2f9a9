// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/distributionwording.h"

#include "sessions/common/enumtable.h"

#include <KLazyLocalizedString>

namespace Nightdesk
{
QString DistributionWording::title(FigureDistributions::Kind kind)
{
    static const EnumTable<FigureDistributions::Painting, KLazyLocalizedString> titles{
        kli18nc("@title:group of a plot: a time", "First Change after Key or Click"),
        kli18nc("@title:group of a plot: a time", "Last Change after Key or Click"),
        kli18nc("@title:group of a plot", "Pixels per Key or Click"),
        kli18nc("@title:group of a plot", "Bytes per Key or Click"),
        kli18nc("@title:group of a plot", "Decoding Time per Update"),
        kli18nc("@title:group of a plot: of the viewer on this computer", "Painting Time"),
    };
    return titles[kind].toString();
}
}
