// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/supportline.h"

#include "monitors/supportdesk.h"
#include "widgets/common/focusring.h"
#include "widgets/wording/supportwording.h"

#include <KLocalizedString>

namespace Nightdesk
{
SupportContactLabel::SupportContactLabel(SupportDesk *desk, QWidget *parent)
    : QLabel(parent)
    , m_supportDesk(desk)
{
    setTextFormat(Qt::RichText); // rich text for the link; the contact's text is escaped
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setWordWrap(true);
    setToolTip(i18nc("@info:tooltip", "Shows whom to contact, and the meeting rooms"));
    setMargin(2); // room for the focus frame
    new FocusRing(this);
    hide();
    if (m_supportDesk) {
        connect(m_supportDesk, &SupportDesk::supportChanged, this, &SupportContactLabel::refresh);
        connect(this, &QLabel::linkActivated, m_supportDesk, &SupportDesk::dutyDialogRequested);
    }
}

void SupportContactLabel::setHasFailure(bool hasFailure)
{
    m_hasFailure = hasFailure;
    refresh();
}

void SupportContactLabel::refresh()
{
    const QString line =
        m_supportDesk && m_hasFailure ? SupportWording::dutyLine(m_supportDesk->people(), m_supportDesk->now(), m_supportDesk->zone()) : QString();
    setText(line.isEmpty() ? QString() : QStringLiteral("<a href=\"people\">%1</a>").arg(line.toHtmlEscaped()));
    setAccessibleName(line);
    setVisible(!line.isEmpty());
}
}
