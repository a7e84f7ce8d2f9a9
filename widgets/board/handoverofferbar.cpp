// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/handoverofferbar.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/plainlabel.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString displaySafeList(const QStringList &words)
{
    QStringList safe;
    for (const QString &word : words) {
        safe.append(displayText(word, 60));
    }
    return InstrumentWording::list(safe);
}

QPushButton *newPushButton(const QString &name, const QString &text)
{
    auto *result = new QPushButton(text);
    result->setObjectName(name);
    result->setAutoDefault(true); // Return presses the button that has the focus
    return result;
}
}

HandoverOfferBar::HandoverOfferBar(QWidget *parent)
    : QFrame(parent)
    , m_textLabel(PlainLabel::createWrapped()) // plain text, because it comes from another desk
    , m_startProgramsBox(new QCheckBox)
    , m_declineButton(newPushButton(u"not-now"_s, i18nc("@action:button continue at another workstation", "Not Now")))
    , m_acceptButton(
          newPushButton(u"continue-here"_s, i18nc("@action:button connect here what the same observers have at another workstation", "Continue Here")))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    setAccessibleName(i18nc("@info accessible name", "Continue with what another workstation has"));
    auto *column = new QVBoxLayout(this);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(m_textLabel, 1);
    column->addLayout(row);
    m_startProgramsBox->setObjectName(u"programs"_s);
    column->addWidget(m_startProgramsBox); // a row of its own, because a check box does not wrap its text
    m_acceptButton->setIcon(QIcon::fromTheme(u"network-connect"_s));
    QFont bold = m_acceptButton->font();
    bold.setBold(true);
    m_acceptButton->setFont(bold);
    for (QPushButton *one : {m_declineButton, m_acceptButton}) {
        row->addWidget(one);
    }
    setTabOrder(m_startProgramsBox, m_acceptButton);
    setTabOrder(m_acceptButton, m_declineButton);
    connect(m_acceptButton, &QPushButton::clicked, this, &HandoverOfferBar::accepted);
    connect(m_declineButton, &QPushButton::clicked, this, &HandoverOfferBar::declined);
    hide();
}

bool HandoverOfferBar::isStartProgramsChecked() const
{
    return !m_startProgramsBox->isHidden() && m_startProgramsBox->isChecked();
}

QString HandoverOfferBar::text() const
{
    return m_textLabel->text();
}

void HandoverOfferBar::showOffer(const OtherDeskState &otherDesk)
{
    if (otherDesk.fromDesk != m_otherDesk.fromDesk || otherDesk.immovablePrograms != m_otherDesk.immovablePrograms) {
        m_startProgramsBox->setChecked(false); // unchecked, because the check mark was set for other programs
    }
    m_otherDesk = otherDesk;
    const int programCount = static_cast<int>(otherDesk.immovablePrograms.size());
    const QString people = displaySafeList(otherDesk.people);
    const QString instruments = displaySafeList(otherDesk.instruments);
    QStringList text{i18ncp("@info %2: people's names, %3: instruments' names, %4: a workstation as in waimea/left, %5: a time, UT",
                            "%2 has %3 at %4, 1 display, as of %5 UT.",
                            "%2 has %3 at %4, %1 displays, as of %5 UT.",
                            otherDesk.displayCount,
                            people,
                            instruments,
                            otherDesk.fromDesk.text(),
                            otherDesk.sentAt.toUTC().toString(u"HH:mm"_s))};
    if (!otherDesk.immovablePrograms.isEmpty()) {
        text << i18ncp("@info %2: X programs' titles, %3: a workstation",
                       "%2 cannot move: as an X window the program stays at %3 and ends when somebody disconnects there.",
                       "%2 cannot move: as X windows the programs stay at %3 and end when somebody disconnects there.",
                       programCount,
                       displaySafeList(otherDesk.immovablePrograms),
                       otherDesk.fromDesk.text());
    }
    m_textLabel->setText(text.join(u'\n'));
    m_startProgramsBox->setText(i18ncp("@option:check X programs that cannot move",
                                       "Start it here in a private X server (vnc-app)",
                                       "Start them here in private X servers (vnc-app)",
                                       programCount));
    m_startProgramsBox->setToolTip(
        i18ncp("@info:tooltip X programs", "Allows moving the program next time", "Allows moving the programs next time", programCount));
    m_startProgramsBox->setVisible(programCount > 0);
    m_acceptButton->setAccessibleDescription(m_textLabel->text());
    show();
}
}
