// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/sharedstatusdialog.h"

#include "widgets/board/statusdescription.h"
#include "widgets/common/firstplace.h"
#include "widgets/common/plainlabel.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QLabel *newSelectableLabel()
{
    QLabel *label = PlainLabel::createWrapped();
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QPlainTextEdit *newTextPage(const QString &name)
{
    auto *edit = new QPlainTextEdit;
    edit->setReadOnly(true);
    edit->setTabChangesFocus(true);
    edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    edit->setAccessibleName(name);
    return edit;
}

/// Replaces the text without moving the scroll position.
void setText(QPlainTextEdit *edit, const QString &text)
{
    if (edit->toPlainText() == text) {
        return;
    }
    const int place = edit->verticalScrollBar()->value();
    edit->setPlainText(text);
    edit->verticalScrollBar()->setValue(place);
}
}

SharedStatusDialog::SharedStatusDialog(QWidget *parent)
    : QDialog(parent)
    , m_deskNameLabel(newSelectableLabel())
    , m_stateLabel(newSelectableLabel())
    , m_watchersLabel(newSelectableLabel())
    , m_trafficLabel(newSelectableLabel())
    , m_errorLabel(newSelectableLabel())
    , m_lastSentLabel(newSelectableLabel())
    , m_textView(newTextPage(i18nc("@info accessible name", "Shared status as text")))
    , m_jsonView(newTextPage(i18nc("@info accessible name", "Shared status as JSON")))
{
    setWindowTitle(i18nc("@title:window", "Shared Status"));
    auto *column = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    // Needed, because otherwise wrapped labels are too narrow and cut off.
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(i18nc("@label how the status board knows this workstation", "This workstation:"), m_deskNameLabel);
    form->addRow(i18nc("@label the facility’s status board", "Status board:"), m_stateLabel);
    form->addRow(i18nc("@label who views the status board", "Viewed by:"), m_watchersLabel);
    form->addRow(i18nc("@label bytes to and from the message broker", "Traffic:"), m_trafficLabel);
    column->addLayout(form);
    QPalette colors = m_errorLabel->palette();
    colors.setColor(QPalette::WindowText, Wording::color(Wording::StatusTone::Bad));
    m_errorLabel->setPalette(colors);
    m_errorLabel->hide();
    column->addWidget(m_errorLabel);
    m_lastSentLabel->setObjectName(u"told-at"_s);
    m_lastSentLabel->hide();
    column->addWidget(m_lastSentLabel);
    auto *tabs = new QTabWidget;
    m_textView->setObjectName(u"words"_s);
    m_jsonView->setObjectName(u"json"_s);
    m_jsonView->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_jsonView->setLineWrapMode(QPlainTextEdit::NoWrap);
    tabs->addTab(m_textView, i18nc("@title:tab shared status", "As Text"));
    tabs->addTab(m_jsonView, i18nc("@title:tab shared status", "As JSON"));
    column->addWidget(tabs, 1);
    auto *never = newSelectableLabel();
    never->setText(i18nc("@info", "Nightdesk never shares typed, copied or displayed content, accounts, passwords or host addresses."));
    never->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(never);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto *people = buttons->addButton(i18nc("@action:button", "Edit Observers…"), QDialogButtonBox::ActionRole);
    auto *credential = buttons->addButton(i18nc("@action:button a file with which this workstation logs in at the status board", "Choose Credential…"),
                                          QDialogButtonBox::ActionRole);
    credential->setObjectName(u"credential"_s);
    credential->setToolTip(i18nc("@info:tooltip", "Uses the file that “nightdesk broker add-desk” created for this workstation"));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(people, &QPushButton::clicked, this, &SharedStatusDialog::peopleRequested);
    connect(credential, &QPushButton::clicked, this, &SharedStatusDialog::credentialChoiceRequested);
    WindowPlacement::resize(this, QSize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 30));
    setPublishedMessages({});
}

void SharedStatusDialog::setPublishedMessages(const QHash<QString, QByteArray> &messages)
{
    const QString words = StatusDescription::describe(messages);
    setText(m_textView, words.isEmpty() ? i18nc("@info", "Nothing has been shared yet.") : words);
    setText(m_jsonView, StatusDescription::json(messages));
}

void SharedStatusDialog::setLineState(const BoardLineState &lineState)
{
    const QString reach = lineState.connectionState == BoardLineState::ConnectionState::NothingToShow
        ? i18nc("@info:status the facility's status board", "Not in use: needs a facility with a message broker and a credential for this workstation")
        : BoardLineWording::connectionState(lineState);
    m_stateLabel->setText(lineState.reason.isEmpty() ? reach : reach + u'\n' + lineState.reason);
    QStringList lines;
    for (const DeskWatchers::Watcher &watcher : lineState.watchers) {
        lines << BoardLineWording::watcher(watcher, lineState.displayTitles);
    }
    if (lineState.connectionState != BoardLineState::ConnectionState::Connected) {
        lines = {i18nc("@info:status who views the status board", "Unknown while the status board is unreachable")};
    } else if (lines.isEmpty()) {
        lines = {i18nc("@info:status who views the status board", "Nobody has the status board open")};
    }
    m_watchersLabel->setText(lines.join(u'\n'));
}

void SharedStatusDialog::setLastSentAt(const QDateTime &at, bool isPublishing)
{
    m_lastSentLabel->setText(isPublishing || !at.isValid()
                                 ? QString()
                                 : i18nc("@info a time, UT",
                                         "Nothing is shared now. This status was shared until %1 UT; the message broker deletes it 12 hours later.",
                                         at.toUTC().toString(u"HH:mm"_s)));
    m_lastSentLabel->setVisible(!m_lastSentLabel->text().isEmpty());
}

void SharedStatusDialog::setDeskNameAndTraffic(const QString &name, const QString &traffic)
{
    m_deskNameLabel->setText(name.isEmpty() ? i18nc("@info:status no credential", "No credential for the status board") : name);
    m_trafficLabel->setText(traffic);
}

void SharedStatusDialog::showError(const QString &text)
{
    m_errorLabel->setText(text);
    m_errorLabel->setVisible(!text.isEmpty());
}
}
