// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sessionlist.h"

#include "sessions/xwindows/leftovers.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/leftoverlist.h"
#include "widgets/sessioncard.h"

#include <KLocalizedString>

#include <QVBoxLayout>

#include <algorithm>

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
    if (const auto *window = qobject_cast<WindowSession *>(session)) {
        if (Leftovers *leftovers = window->leftovers(); leftovers && !m_leftovers.contains(leftovers)) {
            auto *list = new LeftoverList(leftovers);
            m_column->insertWidget(static_cast<int>(m_leftovers.size()), list);
            m_leftovers.insert(leftovers, list);
        }
    }
    m_column->insertWidget(m_column->count() - 1, card);
    m_cards.append(card);
}

void SessionList::remove(Session *session)
{
    const auto found = std::ranges::find(m_cards, session, &SessionCard::session);
    if (found == m_cards.end()) {
        return;
    }
    delete *found;
    m_cards.erase(found);
    const auto *window = qobject_cast<WindowSession *>(session);
    const QObject *leftovers = window ? window->leftovers() : nullptr;
    const bool isNeeded = std::ranges::any_of(m_cards, [leftovers](const SessionCard *card) {
        const auto *other = qobject_cast<WindowSession *>(card->session());
        return other && other->leftovers() == leftovers;
    });
    if (leftovers && !isNeeded) {
        delete m_leftovers.take(leftovers);
    }
}

void SessionList::clear()
{
    qDeleteAll(m_cards);
    m_cards.clear();
    qDeleteAll(m_leftovers);
    m_leftovers.clear();
}
}
