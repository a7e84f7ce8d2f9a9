// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/letgobar.h"

#include "sessions/common/displaytext.h"
#include "widgets/instrumentwording.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

LetGoBar::LetGoBar(QWidget *parent)
    : QFrame(parent)
    , m_text(new QLabel)
    , m_keep(new QPushButton(i18nc("@action:button what is connected stays so", "Keep Here")))
    , m_letGo(new QPushButton(QIcon::fromTheme(u"network-disconnect"_s), i18nc("@action:button disconnect for another desk", "Let Go")))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    setAccessibleName(i18nc("@info:whatsthis accessible name", "Another desk asks this one to let go"));
    auto *row = new QHBoxLayout(this);
    row->setSpacing(12);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    row->addWidget(m_text, 1);
    m_keep->setObjectName(u"keep"_s);
    m_letGo->setObjectName(u"let-go"_s);
    for (QPushButton *button : {m_keep, m_letGo}) {
        button->setAutoDefault(false);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    connect(m_keep, &QPushButton::clicked, this, [this] {
        Q_EMIT answered(false);
    });
    connect(m_letGo, &QPushButton::clicked, this, [this] {
        Q_EMIT answered(true);
    });
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, &LetGoBar::refresh);
    hide();
}

QString LetGoBar::text() const
{
    return m_text->text();
}

void LetGoBar::ask(const Question &question)
{
    m_question = question;
    m_second.start();
    show();
    refresh();
    QAccessibleAnnouncementEvent said(this, m_text->text());
    QAccessible::updateAccessibility(&said);
}

void LetGoBar::setByItself(MoveRequest::Answer answer)
{
    m_byItself = answer;
    refresh();
}

void LetGoBar::close()
{
    m_second.stop();
    hide();
}

void LetGoBar::refresh()
{
    if (!m_second.isActive()) {
        return;
    }
    const auto left = std::chrono::ceil<std::chrono::seconds>(m_question.dueAt - MoveRequest::Time::clock::now());
    if (left <= 0s) {
        m_second.stop();
        Q_EMIT over();
        return;
    }
    QStringList people;
    for (const QString &name : m_question.people) {
        people.append(displayText(name, 60));
    }
    const auto seconds = static_cast<int>(left.count());
    QStringList text{i18nc("@info %1: people's names, %2: a desk as in waimea/left, %3: instruments' names",
                           "%1 went on at %2, which asks this desk to let go of %3.",
                           InstrumentWording::list(people),
                           m_question.by.text(),
                           InstrumentWording::list(m_question.instruments))};
    if (m_question.programs > 0) {
        text << i18ncp("@info", "One X program here would end with it.", "%1 X programs here would end with it.", m_question.programs);
    }
    text << (m_byItself == MoveRequest::Answer::LetGo ? i18ncp("@info", "It lets go by itself in 1 second.", "It lets go by itself in %1 seconds.", seconds)
                                                      : i18ncp("@info",
                                                               "It stays connected unless you let go within 1 second.",
                                                               "It stays connected unless you let go within %1 seconds.",
                                                               seconds));
    m_text->setText(text.join(u' '));
    for (QPushButton *button : {m_keep, m_letGo}) {
        button->setAccessibleDescription(m_text->text());
    }
}
}
