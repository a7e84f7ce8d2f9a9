// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/boardcallbar.h"

#include "sessions/common/displaytext.h"
#include "widgets/wording.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString words(const DeskName &desk, const BoardWire::Call &call)
{
    const QString who = displayText(call.caller, 60);
    const QString since = call.since.toUTC().toString(u"HH:mm"_s);
    QString text = who.isEmpty()
        ? i18nc("@info %1: a desk as in waimea/left; %2: a time, UT", "%1 has been calling since %2 UT", desk.text(), since)
        : i18nc("@info %1: a desk as in waimea/left; %2: who calls; %3: a time, UT", "%1 (%2) has been calling since %3 UT", desk.text(), who, since);
    if (const QString about = displayText(call.text, 300); !about.isEmpty()) {
        text += u": "_s + about;
    }
    if (call.state == BoardWire::CallState::Acknowledged) {
        text += u'\n' + i18nc("@info a support astronomer's name", "%1 has heard it.", displayText(call.acknowledgedBy, 60));
    }
    return text;
}
}

BoardCallBar::BoardCallBar(QWidget *parent)
    : QFrame(parent)
    , m_column(new QVBoxLayout(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    setAccessibleName(i18nc("@info:whatsthis accessible name", "Desks that call"));
    m_column->setContentsMargins(8, 4, 8, 4);
    hide();
}

bool BoardCallBar::isEmpty() const
{
    return m_rows.isEmpty();
}

void BoardCallBar::setCall(const DeskName &desk, const BoardWire::Call &call)
{
    if (call.state == BoardWire::CallState::Over) {
        forget(desk);
        return;
    }
    remove(desk);
    refresh(desk, call);
}

void BoardCallBar::forget(const DeskName &desk)
{
    remove(desk);
    setVisible(!m_rows.isEmpty());
}

void BoardCallBar::remove(const DeskName &desk)
{
    if (m_rows.contains(desk)) {
        QWidget *row = m_rows.take(desk).widget;
        m_column->removeWidget(row);
        row->hide();
        row->deleteLater(); // its button may have been clicked
    }
}

void BoardCallBar::refresh(const DeskName &desk, const BoardWire::Call &call)
{
    const bool rings = call.state == BoardWire::CallState::Ringing;
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins({});
    auto *sign = new QLabel;
    sign->setPixmap(QIcon::fromTheme(u"notifications"_s).pixmap(fontMetrics().height()));
    line->addWidget(sign);
    auto *text = new QLabel(words(desk, call));
    text->setTextFormat(Qt::PlainText); // a desk's words
    text->setWordWrap(true);
    QFont font = text->font();
    font.setBold(rings);
    text->setFont(font);
    QPalette colours = text->palette();
    colours.setColor(QPalette::WindowText, Wording::color(rings ? Wording::Mood::Bad : Wording::Mood::Good));
    text->setPalette(colours);
    line->addWidget(text, 1);
    auto *show = new QPushButton(i18nc("@action:button the page of a desk", "Show Desk"));
    show->setAutoDefault(false);
    show->setAccessibleName(i18nc("@action:button a desk as in waimea/left", "Show %1", desk.text()));
    connect(show, &QPushButton::clicked, this, [this, desk] {
        Q_EMIT deskRequested(desk);
    });
    line->addWidget(show);
    if (rings) {
        auto *heard = new QPushButton(QIcon::fromTheme(u"dialog-ok"_s), i18nc("@action:button of a call: I have heard it", "Acknowledge"));
        heard->setObjectName(u"acknowledge"_s);
        heard->setAutoDefault(false); // nobody answers a call by a Return that was meant for something else
        heard->setAccessibleName(i18nc("@action:button a desk as in waimea/left", "Acknowledge the call of %1", desk.text()));
        connect(heard, &QPushButton::clicked, this, [this, desk, id = call.id] {
            Q_EMIT acknowledged(desk, id);
        });
        line->addWidget(heard);
    }
    // In the order of the desks' names: a row must not run away from under the pointer.
    m_rows.insert(desk, {row, call.id});
    m_column->insertWidget(static_cast<int>(std::distance(m_rows.begin(), m_rows.find(desk))), row);
    show->setToolTip(i18nc("@info:tooltip", "Opens what the board knows of this desk"));
    setVisible(true);
}
}
