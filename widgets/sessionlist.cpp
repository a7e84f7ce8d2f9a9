// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sessionlist.h"

#include "widgets/sessioncard.h"

#include <KLocalizedString>

#include <QVBoxLayout>

namespace Nightdesk
{
SessionList::SessionList(QWidget *parent)
    : QScrollArea(parent)
{
    setAccessibleName(i18nc("@info:whatsthis accessible name", "Displays"));
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    auto *content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->addStretch(1);
    setWidget(content);
}

void SessionList::setSupport(SupportDesk *support)
{
    m_support = support;
}

void SessionList::add(Session *session)
{
    auto *card = new SessionCard(session, m_support);
    connect(card, &SessionCard::retryRequested, this, &SessionList::retryRequested);
    connect(card, &SessionCard::raiseRequested, this, &SessionList::raiseRequested);
    connect(card, &SessionCard::outputRequested, this, &SessionList::outputRequested);
    m_column->insertWidget(m_column->count() - 1, card);
    m_cards.append(card);
}

void SessionList::clear()
{
    qDeleteAll(m_cards);
    m_cards.clear();
}
}
