// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardcallbar.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/plainlabel.h"
#include "widgets/wording/wording.h"

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
QString callText(const DeskName &desk, const BoardWire::Call &call, bool isAcknowledgementPending)
{
    const QString who = displayText(call.caller, 60);
    const QString since = call.since.toUTC().toString(u"HH:mm"_s);
    QString text = who.isEmpty() || who == desk.text() // the call names no observer, so the text names only the desk
        ? i18nc("@info %1: a workstation as in waimea/left; %2: a time, UT", "%1 has been calling since %2 UT", desk.text(), since)
        : i18nc("@info %1: a workstation as in waimea/left; %2: who calls; %3: a time, UT", "%1 (%2) has been calling since %3 UT", desk.text(), who, since);
    if (const QString about = displayText(call.text, 300); !about.isEmpty()) {
        text += u": "_s + about;
    }
    if (call.state == BoardWire::CallState::Acknowledged) {
        const QString name = displayText(call.acknowledgerName, 60);
        text += u'\n'
            + (isAcknowledgementPending ? i18nc("@info a support astronomer's name", "Acknowledged by %1 (not yet delivered to the workstation).", name)
                                        : i18nc("@info a support astronomer's name", "Acknowledged by %1.", name));
    }
    return text;
}
}

BoardCallBar::BoardCallBar(QWidget *parent)
    : QFrame(parent)
    , m_rowLayout(new QVBoxLayout(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    setAccessibleName(i18nc("@info accessible name", "Calling workstations"));
    m_rowLayout->setContentsMargins(8, 4, 8, 4);
    hide();
}

bool BoardCallBar::isEmpty() const
{
    return m_rows.isEmpty();
}

void BoardCallBar::setCall(const DeskName &desk, const BoardWire::Call &call, bool isAcknowledgementPending)
{
    if (call.state == BoardWire::CallState::Over) {
        forgetCall(desk);
        return;
    }
    // The existing row is updated, not replaced: a desk sends its call again at each connection, and the user may be clicking the row's button.
    if (!m_rows.contains(desk)) {
        m_rows.insert(desk, addRow(desk));
        // Rows are in the order of the desks' names, so that a row does not move away from under the pointer.
        m_rowLayout->insertWidget(static_cast<int>(std::distance(m_rows.begin(), m_rows.find(desk))), m_rows[desk].widget);
    }
    Row &row = m_rows[desk];
    row.call = call;
    const bool rings = call.state == BoardWire::CallState::Ringing;
    row.text->setText(callText(desk, call, isAcknowledgementPending));
    QFont font = row.text->font();
    font.setBold(rings);
    row.text->setFont(font);
    QPalette colors = row.text->palette();
    colors.setColor(QPalette::WindowText, Wording::color(rings ? Wording::StatusTone::Bad : Wording::StatusTone::Good));
    row.text->setPalette(colors);
    row.acknowledgeButton->setVisible(rings);
    show();
}

void BoardCallBar::forgetCall(const DeskName &desk)
{
    if (m_rows.contains(desk)) {
        QWidget *row = m_rows.take(desk).widget;
        m_rowLayout->removeWidget(row);
        row->hide();
        row->deleteLater(); // not deleted at once, because the click of its own button may be in progress
    }
    setVisible(!m_rows.isEmpty());
}

void BoardCallBar::clear()
{
    for (const DeskName &desk : m_rows.keys()) {
        forgetCall(desk);
    }
}

BoardCallBar::Row BoardCallBar::addRow(const DeskName &desk)
{
    Row row;
    row.widget = new QWidget;
    auto *line = new QHBoxLayout(row.widget);
    line->setContentsMargins({});
    auto *sign = new QLabel;
    sign->setPixmap(QIcon::fromTheme(u"notifications"_s).pixmap(fontMetrics().height()));
    line->addWidget(sign);
    row.text = PlainLabel::createWrapped(); // plain text, because it comes from the desk
    line->addWidget(row.text, 1);
    auto *show = new QPushButton(i18nc("@action:button the page of a workstation", "Show Workstation"));
    show->setAutoDefault(false);
    show->setAccessibleName(i18nc("@info accessible name of a button; a workstation as in waimea/left", "Show %1", desk.text()));
    show->setToolTip(i18nc("@info:tooltip", "Opens the page of this workstation"));
    connect(show, &QPushButton::clicked, this, [this, desk] {
        Q_EMIT openDeskRequested(desk);
    });
    line->addWidget(show);
    row.acknowledgeButton = new QPushButton(QIcon::fromTheme(u"dialog-ok"_s), i18nc("@action:button of a call", "Acknowledge Call"));
    row.acknowledgeButton->setObjectName(u"acknowledge"_s);
    row.acknowledgeButton->setAutoDefault(false); // Return, pressed for another widget, must not acknowledge a call
    row.acknowledgeButton->setAccessibleName(
        i18nc("@info accessible name of a button; a workstation as in waimea/left", "Acknowledge the call of %1", desk.text()));
    connect(row.acknowledgeButton, &QPushButton::clicked, this, [this, desk] {
        Q_EMIT acknowledgeRequested(desk, m_rows.value(desk).call.id);
    });
    line->addWidget(row.acknowledgeButton);
    return row;
}
}
