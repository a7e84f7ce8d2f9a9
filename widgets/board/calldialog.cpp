// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/calldialog.h"

#include "monitors/supportdesk.h"
#include "widgets/board/boardsight.h"
#include "widgets/common/plainlabel.h"
#include "widgets/wording/supportwording.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

CallDialog::CallDialog(SupportDesk *support, QWidget *parent)
    : QDialog(parent)
    , m_support(support)
    , m_messageLabel(PlainLabel::createWrapped())
    , m_duty(PlainLabel::createWrapped())
    , m_text(new QLineEdit)
    , m_ring(new QPushButton(QIcon::fromTheme(u"notifications"_s), i18nc("@action:button rings at every status board", "Call Support Astronomer")))
    , m_end(new QPushButton(QIcon::fromTheme(u"notifications-disabled"_s), i18nc("@action:button", "Cancel Call")))
    , m_people(new QPushButton(QIcon::fromTheme(u"system-users"_s), i18nc("@action:button", "Show People and Rooms…")))
{
    setWindowTitle(i18nc("@title:window", "Call Support Astronomer"));
    auto *column = new QVBoxLayout(this);
    m_messageLabel->setMinimumWidth(fontMetrics().averageCharWidth() * 52);
    column->addWidget(m_messageLabel);
    m_text->setObjectName(u"text"_s);
    m_text->setMaxLength(200);
    m_text->setPlaceholderText(i18nc("@info:placeholder", "Reason for the call (optional)"));
    m_text->setAccessibleName(i18nc("@info accessible name", "Reason for the call"));
    column->addWidget(m_text);
    column->addWidget(m_duty);
    column->addStretch(1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_close = buttons->button(QDialogButtonBox::Close);
    m_closing = m_close->icon();
    m_ring->setObjectName(u"ring"_s);
    m_end->setObjectName(u"take-back"_s);
    m_people->setAutoDefault(false);
    m_end->setAutoDefault(false); // Return must never cancel a call
    buttons->addButton(m_people, QDialogButtonBox::HelpRole);
    buttons->addButton(m_ring, QDialogButtonBox::ActionRole);
    buttons->addButton(m_end, QDialogButtonBox::ActionRole);
    column->addWidget(buttons);
    connect(m_ring, &QPushButton::clicked, this, [this] {
        Q_EMIT called(m_text->text());
    });
    connect(m_end, &QPushButton::clicked, this, &CallDialog::takenBack);
    connect(m_people, &QPushButton::clicked, m_support, &SupportDesk::requestDuty);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_support, &SupportDesk::changed, this, &CallDialog::refresh);
    refresh();
    m_text->setFocus(); // only once, because later changes must not take the focus from a button
}

void CallDialog::setObstacle(const QString &why)
{
    m_obstacle = why;
    refresh();
}

void CallDialog::setCall(const std::optional<BoardWire::Call> &call)
{
    const bool begins = call.has_value() && !m_call.has_value();
    m_call = call;
    refresh();
    if (begins && (!focusWidget() || !focusWidget()->isVisible() || focusWidget() == m_end)) {
        m_close->setFocus(); // moved to Close, because the widget that had the focus is hidden now
    }
}

void CallDialog::setBoards(bool isAnyOpen)
{
    m_isAnyOpen = isAnyOpen;
    refresh();
}

void CallDialog::refresh()
{
    QString said;
    if (m_call) {
        said = BoardSightWording::callInFull(*m_call);
        if (!m_obstacle.isEmpty()) {
            said += u'\n' + m_obstacle;
        } else if (m_call->state == BoardWire::CallState::Ringing && !m_isAnyOpen) {
            said += u'\n' + i18nc("@info", "No status board is open now. The call rings when somebody opens one; a phone call is faster.");
        }
    } else if (!m_obstacle.isEmpty()) {
        said = m_obstacle + u' ' + i18nc("@info the status board cannot be used", "Phone the support astronomer.");
    } else {
        said = m_isAnyOpen ? i18nc("@info", "The call rings at every status board of the facility until a support astronomer acknowledges it.")
                           : i18nc("@info", "No status board is open now. The call rings when somebody opens one; a phone call is faster.");
    }
    m_messageLabel->setText(said);
    const QString duty = SupportWording::dutyLine(m_support->people(), m_support->now(), m_support->zone());
    m_duty->setText(duty);
    m_duty->setVisible(!duty.isEmpty());
    m_people->setVisible(!m_support->people().isEmpty());
    m_text->setVisible(!m_call && m_obstacle.isEmpty());
    m_ring->setVisible(!m_call && m_obstacle.isEmpty());
    m_end->setVisible(m_call.has_value());
    m_close->setText(m_call ? i18nc("@action:button closes the window; the call goes on", "Keep Calling") : i18nc("@action:button", "Close"));
    // Not a cross during a call: a cross would suggest that closing the dialog ends the call.
    m_close->setIcon(m_call ? m_ring->icon() : m_closing);
    (m_ring->isHidden() ? m_close : m_ring)->setDefault(true);
}
}
