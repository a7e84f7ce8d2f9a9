// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/closequestion.h"

#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>
#include <KMessageBox>
#include <KStandardGuiItem>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

bool isCloseConfirmed(QWidget *window, const QList<InstrumentProfile> &instruments)
{
    const auto answer = KMessageBox::warningContinueCancel(window,
                                                           i18ncp("@info %2: instruments' names",
                                                                  "<qt>%2 is connected. Closing Nightdesk closes its X programs and its views of shared "
                                                                  "desktops. Programs in the shared desktops keep running on the remote hosts.</qt>",
                                                                  "<qt>%2 are connected. Closing Nightdesk closes their X programs and their views of shared "
                                                                  "desktops. Programs in the shared desktops keep running on the remote hosts.</qt>",
                                                                  static_cast<int>(instruments.size()),
                                                                  InstrumentWording::names(instruments).toHtmlEscaped()),
                                                           i18nc("@title:window", "Close Nightdesk?"),
                                                           KGuiItem(i18nc("@action:button", "Disconnect and Close"), u"application-exit"_s),
                                                           KStandardGuiItem::cancel(),
                                                           u"close-while-connected"_s,
                                                           KMessageBox::Notify | KMessageBox::Dangerous); // the Return key cancels
    return answer == KMessageBox::Continue;
}
}
