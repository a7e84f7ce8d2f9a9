// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/handoverquestionbar.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/plainlabel.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QHBoxLayout>
#include <QPushButton>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

HandoverQuestionBar::HandoverQuestionBar(QWidget *parent)
    : QFrame(parent)
    , m_textLabel(PlainLabel::createWrapped())
    , m_stayConnectedButton(new QPushButton(i18nc("@action:button what is connected stays so", "Keep Connected")))
    , m_disconnectButton(
          new QPushButton(QIcon::fromTheme(u"network-disconnect"_s), i18nc("@action:button at the workstation that the observers left", "Disconnect Here")))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    setAccessibleName(i18nc("@info accessible name", "The observers continue at another workstation"));
    auto *row = new QHBoxLayout(this);
    row->setSpacing(12);
    row->addWidget(m_textLabel, 1);
    m_stayConnectedButton->setObjectName(u"keep"_s);
    m_disconnectButton->setObjectName(u"disconnect-here"_s);
    for (QPushButton *button : {m_stayConnectedButton, m_disconnectButton}) {
        button->setAutoDefault(false);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    connect(m_stayConnectedButton, &QPushButton::clicked, this, [this] {
        Q_EMIT questionAnswered(false);
    });
    connect(m_disconnectButton, &QPushButton::clicked, this, [this] {
        Q_EMIT questionAnswered(true);
    });
    hide();
}

QString HandoverQuestionBar::text() const
{
    return m_textLabel->text();
}

void HandoverQuestionBar::showQuestion(const OtherDeskContinuation &continuation)
{
    QStringList people;
    for (const QString &name : continuation.people) {
        people.append(displayText(name, 60));
    }
    QStringList text{i18nc("@info %1: observers’ names, %2: a workstation as in waimea/left, %3: instruments’ names",
                           "%1 continued at %2 with %3, which stays connected here too.",
                           InstrumentWording::list(people),
                           continuation.continuingDesk.text(),
                           InstrumentWording::list(continuation.instruments))};
    if (continuation.programCount > 0) {
        text << i18ncp("@info", "Disconnecting ends one X program here.", "Disconnecting ends %1 X programs here.", continuation.programCount);
    }
    m_textLabel->setText(text.join(u' '));
    for (QPushButton *button : {m_stayConnectedButton, m_disconnectButton}) {
        button->setAccessibleDescription(m_textLabel->text());
    }
    QFrame::show();
    QAccessibleAnnouncementEvent announcement(this, m_textLabel->text());
    QAccessible::updateAccessibility(&announcement);
}
}
