// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/supportcontactsdialog.h"

#include "monitors/supportdesk.h"
#include "sessions/common/displaytext.h"
#include "widgets/common/focusring.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/wording/supportwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QClipboard>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QLabel *newPersonLabel(const QString &text)
{
    QLabel *label = PlainLabel::create(text);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel *newHeading(const QString &text)
{
    QLabel *label = newPersonLabel(text);
    WidgetLook::setBold(label);
    WidgetLook::scaleFont(label, 1.1);
    return label;
}

QLabel *newGrayLabel(const QString &text)
{
    QLabel *label = newPersonLabel(text);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// @p text as a link to @p url, or as plain text if @p url is empty.
QLabel *makeUrlLabel(const QUrl &url, const QString &text, const QString &description)
{
    QLabel *label = newPersonLabel(text);
    if (url.isValid()) {
        label->setTextFormat(Qt::RichText);
        label->setText(u"<a href=\"%1\">%2</a>"_s.arg(QString::fromUtf8(url.toEncoded()).toHtmlEscaped(), text.toHtmlEscaped()));
        label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard | Qt::TextSelectableByMouse);
        label->setToolTip(u"<qt>%1</qt>"_s.arg(url.toString().toHtmlEscaped()));
        label->setAccessibleName(text);
        label->setMargin(2); // room for the frame that shows the keyboard focus
        new FocusRing(label);
        QObject::connect(label, &QLabel::linkActivated, label, [](const QString &link) {
            QDesktopServices::openUrl(QUrl(link));
        });
    }
    label->setAccessibleDescription(description);
    return label;
}

QToolButton *copyButton(const QString &text, const QString &name)
{
    auto *button = new QToolButton;
    button->setIcon(QIcon::fromTheme(u"edit-copy"_s));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolTip(u"<qt>%1</qt>"_s.arg(name.toHtmlEscaped()));
    button->setAccessibleName(name);
    QObject::connect(button, &QToolButton::clicked, button, [text] {
        QGuiApplication::clipboard()->setText(text);
    });
    return button;
}

QWidget *personCard(const DutyEntry &entry, const SupportDesk &desk, const QTimeZone &here)
{
    const PersonSpec &person = entry.person;
    const QString name = displayText(person.name);
    auto *card = new QFrame;
    card->setFrameShape(QFrame::StyledPanel);
    card->setAccessibleName(name);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(10, 6, 10, 6);
    column->setSpacing(2);

    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    QLabel *title = newPersonLabel(name);
    WidgetLook::setBold(title);
    head->addWidget(title);
    head->addWidget(newGrayLabel(SupportWording::role(person.role)));
    head->addStretch(1);
    QLabel *duty = newPersonLabel(SupportWording::duty(entry, desk.now(), desk.zone()));
    duty->setAccessibleDescription(i18nc("@info accessible description, a person", "On-duty times of %1", name));
    WidgetLook::setTextColor(duty, Wording::color(entry.isOnDuty ? Wording::StatusTone::Good : Wording::StatusTone::Quiet));
    head->addWidget(duty);
    column->addLayout(head);

    auto *reach = new QHBoxLayout;
    reach->setSpacing(4);
    if (const QString phone = displayText(person.phone); !phone.isEmpty()) {
        reach->addWidget(makeUrlLabel(SupportWording::phoneLink(phone), phone, i18nc("@info accessible description, a person", "Telephone of %1", name)));
        reach->addWidget(copyButton(phone, i18nc("@info:tooltip a person", "Copy the telephone number of %1", name)));
        reach->addSpacing(16);
    }
    if (const QString email = displayText(person.email); !email.isEmpty()) {
        reach->addWidget(makeUrlLabel(SupportWording::mailLink(email), email, i18nc("@info accessible description, a person", "E-mail of %1", name)));
        reach->addWidget(copyButton(email, i18nc("@info:tooltip a person", "Copy the e-mail address of %1", name)));
    }
    reach->addStretch(1);
    if (const QString hours = SupportWording::hours(entry, desk.zone(), here); !hours.isEmpty()) {
        reach->addWidget(newGrayLabel(hours));
    }
    column->addLayout(reach);
    return card;
}

QWidget *roomRow(const RoomSpec &room)
{
    const QString name = displayText(room.name);
    const QString link = displayText(room.url);
    auto *card = new QFrame;
    card->setFrameShape(QFrame::StyledPanel);
    card->setAccessibleName(name);
    auto *row = new QHBoxLayout(card);
    row->setContentsMargins(10, 6, 10, 6);
    row->addWidget(newPersonLabel(name));
    row->addStretch(1);
    row->addWidget(makeUrlLabel(SupportWording::roomLink(room.url), link, i18nc("@info accessible description, a meeting room", "URL of %1", name)));
    row->addWidget(copyButton(link, i18nc("@info:tooltip a meeting room", "Copy the URL of %1", name)));
    return card;
}
}

SupportContactsDialog::SupportContactsDialog(SupportDesk *desk, const QTimeZone &here, QWidget *parent)
    : QDialog(parent)
    , m_supportDesk(desk)
    , m_localZone(here)
    , m_scrollArea(new QScrollArea)
{
    setWindowTitle(i18nc("@title:window", "People and Rooms"));
    auto *column = new QVBoxLayout(this);
    m_scrollArea->setAccessibleName(i18nc("@info accessible name", "People and rooms"));
    m_scrollArea->setFrameShape(QFrame::NoFrame);
    m_scrollArea->setWidgetResizable(true);
    new FocusRing(m_scrollArea);
    column->addWidget(m_scrollArea);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_supportDesk, &SupportDesk::supportChanged, this, &SupportContactsDialog::rebuildPeople);
    rebuildPeople();
    buttons->button(QDialogButtonBox::Close)->setFocus();
    const QSize content = m_scrollArea->widget()->sizeHint();
    const int width = qMax(content.width() + 60, fontMetrics().averageCharWidth() * 76);
    resize(width, qMin(content.height() + buttons->sizeHint().height() + 50, fontMetrics().height() * 34));
}

void SupportContactsDialog::rebuildPeople()
{
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 4, 0);
    column->addWidget(newHeading(i18nc("@title:group", "People")));
    if (m_supportDesk->people().isEmpty()) {
        QLabel *nobody = newGrayLabel(
            i18nc("@info keep [[person]] untranslated", "The facility lists no contacts. Facility staff can add people as [[person]] in facility.toml."));
        nobody->setWordWrap(true);
        column->addWidget(nobody);
    }
    for (const DutyEntry &entry : m_supportDesk->people()) {
        column->addWidget(personCard(entry, *m_supportDesk, m_localZone));
    }
    if (!m_supportDesk->meetingRooms().isEmpty()) {
        column->addSpacing(8);
        column->addWidget(newHeading(i18nc("@title:group", "Rooms")));
        for (const RoomSpec &room : m_supportDesk->meetingRooms()) {
            column->addWidget(roomRow(room));
        }
    }
    column->addStretch(1);
    m_scrollArea->setWidget(content); // deletes the previous content
}
}
