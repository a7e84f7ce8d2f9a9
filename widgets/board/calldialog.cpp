// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/calldialog.h"

#include "monitors/supportdesk.h"
#include "widgets/board/boardlinestate.h"
#include "widgets/common/plainlabel.h"
#include "widgets/wording/supportwording.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

CallDialog::CallDialog(SupportDesk *support, QWidget *parent)
    : QDialog(parent)
    , m_supportDesk(support)
    , m_messageLabel(PlainLabel::createWrapped())
    , m_dutyLabel(PlainLabel::createWrapped())
    , m_textEdit(new QLineEdit)
    , m_callButton(new QPushButton(QIcon::fromTheme(u"notifications"_s), i18nc("@action:button rings at every status board", "Call Support Astronomer")))
    , m_endButton(new QPushButton(QIcon::fromTheme(u"notifications-disabled"_s), i18nc("@action:button", "Cancel Call")))
    , m_contactsButton(new QPushButton(QIcon::fromTheme(u"system-users"_s), i18nc("@action:button", "Show People and Rooms…")))
{
    setWindowTitle(i18nc("@title:window", "Call Support Astronomer"));
    auto *column = new QVBoxLayout(this);
    m_messageLabel->setMinimumWidth(fontMetrics().averageCharWidth() * 52);
    column->addWidget(m_messageLabel);
    m_textEdit->setObjectName(u"text"_s);
    m_textEdit->setMaxLength(200);
    m_textEdit->setPlaceholderText(i18nc("@info:placeholder", "Reason for the call (optional)"));
    m_textEdit->setAccessibleName(i18nc("@info accessible name", "Reason for the call"));
    column->addWidget(m_textEdit);
    column->addWidget(m_dutyLabel);
    column->addStretch(1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_closeButton = buttons->button(QDialogButtonBox::Close);
    m_closeIcon = m_closeButton->icon();
    m_callButton->setObjectName(u"ring"_s);
    m_endButton->setObjectName(u"take-back"_s);
    m_contactsButton->setAutoDefault(false);
    m_endButton->setAutoDefault(false); // Return must never cancel a call
    buttons->addButton(m_contactsButton, QDialogButtonBox::HelpRole);
    buttons->addButton(m_callButton, QDialogButtonBox::ActionRole);
    buttons->addButton(m_endButton, QDialogButtonBox::ActionRole);
    column->addWidget(buttons);
    connect(m_callButton, &QPushButton::clicked, this, [this] {
        Q_EMIT callClicked(m_textEdit->text());
    });
    connect(m_endButton, &QPushButton::clicked, this, &CallDialog::endCallRequested);
    connect(m_contactsButton, &QPushButton::clicked, m_supportDesk, &SupportDesk::dutyDialogRequested);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_supportDesk, &SupportDesk::supportChanged, this, &CallDialog::refresh);
    refresh();
    m_textEdit->setFocus(); // only once, because later changes must not take the focus from a button
}

void CallDialog::setCallObstacle(const QString &why)
{
    m_callObstacle = why;
    refresh();
}

void CallDialog::setCall(const std::optional<BoardWire::Call> &call)
{
    const bool begins = call.has_value() && !m_call.has_value();
    m_call = call;
    refresh();
    if (begins && (!focusWidget() || !focusWidget()->isVisible() || focusWidget() == m_endButton)) {
        m_closeButton->setFocus(); // moved to Close, because the widget that had the focus is hidden now
    }
}

void CallDialog::setAnyBoardOpen(bool isAnyOpen)
{
    m_isAnyBoardOpen = isAnyOpen;
    refresh();
}

void CallDialog::refresh()
{
    QString said;
    if (m_call) {
        said = BoardLineWording::callInFull(*m_call);
        if (!m_callObstacle.isEmpty()) {
            said += u'\n' + m_callObstacle;
        } else if (m_call->state == BoardWire::CallState::Ringing && !m_isAnyBoardOpen) {
            said += u'\n' + i18nc("@info", "No status board is open now. The call rings when somebody opens one; a phone call is faster.");
        }
    } else if (!m_callObstacle.isEmpty()) {
        said = m_callObstacle + u' ' + i18nc("@info the status board cannot be used", "Phone the support astronomer.");
    } else {
        said = m_isAnyBoardOpen ? i18nc("@info", "The call rings at every status board of the facility until a support astronomer acknowledges it.")
                                : i18nc("@info", "No status board is open now. The call rings when somebody opens one; a phone call is faster.");
    }
    m_messageLabel->setText(said);
    const QString duty = SupportWording::dutyLine(m_supportDesk->people(), m_supportDesk->now(), m_supportDesk->zone());
    m_dutyLabel->setText(duty);
    m_dutyLabel->setVisible(!duty.isEmpty());
    m_contactsButton->setVisible(!m_supportDesk->people().isEmpty());
    m_textEdit->setVisible(!m_call && m_callObstacle.isEmpty());
    m_callButton->setVisible(!m_call && m_callObstacle.isEmpty());
    m_endButton->setVisible(m_call.has_value());
    m_closeButton->setText(m_call ? i18nc("@action:button closes the window; the call goes on", "Keep Calling") : i18nc("@action:button", "Close"));
    // Not a cross during a call: a cross would suggest that closing the dialog ends the call.
    m_closeButton->setIcon(m_call ? m_callButton->icon() : m_closeIcon);
    (m_callButton->isHidden() ? m_closeButton : m_callButton)->setDefault(true);
}
}
