// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/moveoffer.h"

#include "sessions/common/displaytext.h"
#include "widgets/instrumentwording.h"

#include <KLocalizedString>

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString safeList(const QStringList &words)
{
    QStringList safe;
    for (const QString &word : words) {
        safe.append(displayText(word, 60));
    }
    return InstrumentWording::list(safe);
}

QPushButton *button(const QString &name, const QString &text)
{
    auto *result = new QPushButton(text);
    result->setObjectName(name);
    result->setAutoDefault(true); // Return, where it has the focus
    return result;
}
}

MoveOffer::MoveOffer(QWidget *parent)
    : QFrame(parent)
    , m_text(new QLabel)
    , m_programs(new QCheckBox)
    , m_decline(button(u"not-now"_s, i18nc("@action:button go on at another desk", "Not Now")))
    , m_accept(button(u"go-on"_s, i18nc("@action:button connect here what the same people have at another desk", "Go On Here")))
    , m_again(button(u"ask-again"_s, i18nc("@action:button ask the other desk to disconnect", "Ask Again")))
    , m_close(button(u"close"_s, i18nc("@action:button the message was read", "Close")))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    setAccessibleName(i18nc("@info:whatsthis accessible name", "Go on with what another desk has"));
    auto *column = new QVBoxLayout(this);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    m_text->setTextFormat(Qt::PlainText); // another desk's words
    m_text->setWordWrap(true);
    row->addWidget(m_text, 1);
    column->addLayout(row);
    m_programs->setObjectName(u"programs"_s);
    column->addWidget(m_programs); // its text does not wrap: all of the width is its own
    m_accept->setIcon(QIcon::fromTheme(u"network-connect"_s));
    QFont bold = m_accept->font();
    bold.setBold(true);
    m_accept->setFont(bold);
    for (QPushButton *one : {m_decline, m_accept, m_again, m_close}) {
        row->addWidget(one);
    }
    setTabOrder(m_programs, m_accept);
    setTabOrder(m_accept, m_decline);
    connect(m_accept, &QPushButton::clicked, this, &MoveOffer::accepted);
    connect(m_decline, &QPushButton::clicked, this, &MoveOffer::declined);
    connect(m_again, &QPushButton::clicked, this, &MoveOffer::askedAgain);
    connect(m_close, &QPushButton::clicked, this, &MoveOffer::done);
    hide();
}

bool MoveOffer::startsPrograms() const
{
    return !m_programs->isHidden() && m_programs->isChecked();
}

QString MoveOffer::text() const
{
    return m_text->text();
}

void MoveOffer::offer(const Before &before)
{
    if (before.from != m_before.from || before.stay != m_before.stay) {
        m_programs->setChecked(false); // that was said of other programs
    }
    m_before = before;
    const QString people = safeList(before.people);
    const QString instruments = safeList(before.instruments);
    QStringList text{i18ncp("@info %2: people's names, %3: instruments' names, %4: a desk as in waimea/left, %5: a time, UT",
                            "%2 had %3 at %4, 1 display, as of %5 UT.",
                            "%2 had %3 at %4, %1 displays, as of %5 UT.",
                            before.displays,
                            people,
                            instruments,
                            before.from.text(),
                            before.at.toUTC().toString(u"HH:mm"_s))};
    if (!before.stay.isEmpty()) {
        text << i18ncp("@info %2: X programs' titles, %3: a desk",
                       "%2 cannot move: as an X window it stays at %3 until that desk lets go, and ends then.",
                       "%2 cannot move: as X windows they stay at %3 until that desk lets go, and end then.",
                       static_cast<int>(before.stay.size()),
                       safeList(before.stay),
                       before.from.text());
    }
    m_text->setText(text.join(u'\n'));
    m_programs->setText(i18ncp("@option:check X programs that cannot move",
                               "Start it here in a display of its own (vnc-app)",
                               "Start them here in displays of their own (vnc-app)",
                               static_cast<int>(before.stay.size())));
    m_programs->setToolTip(
        i18ncp("@info:tooltip X programs", "It can move the next time then", "They can move the next time then", static_cast<int>(before.stay.size())));
    m_programs->setVisible(!before.stay.isEmpty() && before.canRunHere);
    m_accept->setAccessibleDescription(m_text->text());
    m_accept->show();
    m_decline->show();
    m_again->hide();
    m_close->hide();
    QFrame::show();
}

void MoveOffer::say(const QString &text, bool hasAgain)
{
    m_text->setText(text);
    m_programs->hide();
    m_accept->hide();
    m_decline->hide();
    m_again->setVisible(hasAgain);
    m_close->show();
    QFrame::show();
}

QString MoveOffer::refusal(BoardWire::Move::Reason reason) const
{
    const QString desk = m_before.from.text();
    switch (reason) {
    case BoardWire::Move::Reason::Person:
        return i18nc("@info a desk as in waimea/left", "%1 does not let go: somebody there said no. Both desks are connected now.", desk);
    case BoardWire::Move::Reason::OtherPeople:
        return i18nc("@info a desk as in waimea/left", "%1 does not let go: others observe there. Both desks are connected now.", desk);
    case BoardWire::Move::Reason::Busy:
        return i18nc("@info a desk as in waimea/left",
                     "%1 does not let go: it was asked a moment ago. It can be asked again later, or somebody lets go there.",
                     desk);
    case BoardWire::Move::Reason::Unanswered:
        return i18nc("@info a desk as in waimea/left", "%1 does not let go: nobody answered there. Both desks are connected now.", desk);
    case BoardWire::Move::Reason::None:
        break;
    }
    return i18nc("@info a desk as in waimea/left", "%1 does not let go. Both desks are connected now.", desk);
}

void MoveOffer::show(DeskMove::State state, BoardWire::Move::Reason reason)
{
    const QString desk = m_before.from.text();
    switch (state) {
    case DeskMove::State::Nothing:
    case DeskMove::State::Offered:
    case DeskMove::State::Connecting:
        hide();
        break;
    case DeskMove::State::Asking:
        say(i18nc("@info a desk as in waimea/left", "%1 is asked to let go. It answers within half a minute.", desk), false);
        break;
    case DeskMove::State::Granted:
        say(i18nc("@info a desk as in waimea/left", "%1 has let go.", desk), false);
        break;
    case DeskMove::State::Refused:
        say(refusal(reason), true);
        break;
    case DeskMove::State::Silent:
        say(i18nc("@info a desk as in waimea/left", "%1 does not answer: it is off, or still connected.", desk), true);
        break;
    }
}
}
