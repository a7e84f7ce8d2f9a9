// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/supportline.h"

#include "monitors/supportdesk.h"
#include "widgets/common/focusring.h"
#include "widgets/wording/supportwording.h"

#include <KLocalizedString>

namespace Nightdesk
{
SupportLine::SupportLine(SupportDesk *desk, QWidget *parent)
    : QLabel(parent)
    , m_desk(desk)
{
    setTextFormat(Qt::RichText); // rich text for the link; the contact's text is escaped
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setWordWrap(true);
    setToolTip(i18nc("@info:tooltip", "Shows whom to contact, and the meeting rooms"));
    setMargin(2); // room for the focus frame
    new FocusRing(this);
    hide();
    if (m_desk) {
        connect(m_desk, &SupportDesk::changed, this, &SupportLine::refresh);
        connect(this, &QLabel::linkActivated, m_desk, &SupportDesk::requestDuty);
    }
}

void SupportLine::setWanted(bool wanted)
{
    m_isWanted = wanted;
    refresh();
}

void SupportLine::refresh()
{
    const QString line = m_desk && m_isWanted ? SupportWording::dutyLine(m_desk->people(), m_desk->now(), m_desk->zone()) : QString();
    setText(line.isEmpty() ? QString() : QStringLiteral("<a href=\"people\">%1</a>").arg(line.toHtmlEscaped()));
    setAccessibleName(line);
    setVisible(!line.isEmpty());
}
}
