// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/closequestion.h"

#include <KLocalizedString>
#include <KMessageBox>
#include <KStandardGuiItem>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

bool wantsToClose(QWidget *window, const QString &instrument)
{
    const auto answer = KMessageBox::warningContinueCancel(
        window,
        i18nc("@info an instrument's name",
              "<qt>%1 is connected. Closing Nightdesk ends its X programs and its views of the shared desktops; what runs in those "
              "goes on at the summit.</qt>",
              instrument.toHtmlEscaped()),
        i18nc("@title:window", "Close Nightdesk?"),
        KGuiItem(i18nc("@action:button", "Disconnect and Close"), u"application-exit"_s),
        KStandardGuiItem::cancel(),
        u"close-while-connected"_s,
        KMessageBox::Notify | KMessageBox::Dangerous); // Return keeps the instrument connected
    return answer == KMessageBox::Continue;
}
}
