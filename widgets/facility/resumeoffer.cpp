// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/resumeoffer.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QShowEvent>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ResumeOffer::ResumeOffer(QWidget *parent)
    : QFrame(parent)
    , m_textLabel(PlainLabel::createWrapped())
    , m_resumeButton(new QPushButton)
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    setAccessibleName(i18nc("@info accessible name", "Resume after an interruption"));
    auto *row = new QHBoxLayout(this);
    row->setSpacing(12);
    row->addWidget(m_textLabel, 1);
    auto *notNow = new QPushButton(i18nc("@action:button forget what could be resumed", "Not Now"));
    notNow->setObjectName(u"not-now"_s);
    notNow->setToolTip(i18nc("@info:tooltip", "Discards the offer; you can still connect as usual"));
    m_resumeButton->setObjectName(u"resume"_s);
    m_resumeButton->setIcon(QIcon::fromTheme(u"network-connect"_s));
    WidgetLook::setBold(m_resumeButton);
    m_resumeButton->setMinimumHeight(m_resumeButton->sizeHint().height() * 3 / 2);
    m_resumeButton->setAutoDefault(true); // Return presses the button while it has the focus
    row->addWidget(notNow);
    row->addWidget(m_resumeButton);
    setTabOrder(m_resumeButton, notNow); // the button that users press more often comes first in the tab order
    connect(m_resumeButton, &QPushButton::clicked, this, &ResumeOffer::accepted);
    connect(notNow, &QPushButton::clicked, this, &ResumeOffer::declined);
    hide();
}

/// Sets the focus to the Resume button again: a window that became active before this bar was visible has given the
/// focus to another widget.
void ResumeOffer::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    if (!event->spontaneous()) {
        m_resumeButton->setFocus();
        Q_EMIT visibilityChanged(true);
    }
}

void ResumeOffer::hideEvent(QHideEvent *event)
{
    QFrame::hideEvent(event);
    if (!event->spontaneous()) {
        Q_EMIT visibilityChanged(false);
    }
}

QRect ResumeOffer::resumeButtonRectOnRoot() const
{
    const QScreen *there = screen();
    // the screen's origin is in device pixels, while positions on the screen are in scaled pixels
    const QPoint origin = there->geometry().topLeft();
    const QPointF local = m_resumeButton->mapToGlobal(QPoint()) - origin;
    return QRect(origin + (local * there->devicePixelRatio()).toPoint(), (QSizeF(m_resumeButton->size()) * there->devicePixelRatio()).toSize());
}

void ResumeOffer::showOffer(const LastSession &before)
{
    QStringList names;
    QStringList withAccounts;
    for (const Instrument &instrument : before.instruments) {
        names.append(displayText(instrument.name, 60));
        withAccounts.append(instrument.account.isEmpty() ? names.constLast()
                                                         : i18nc("@info what was connected: an instrument's name, an account",
                                                                 "%1 (account %2)",
                                                                 names.constLast(),
                                                                 displayText(instrument.account, 60)));
    }
    const QString name = InstrumentWording::list(names);
    const QString who = InstrumentWording::list(withAccounts);
    const auto count = static_cast<int>(names.size());
    const QString universal = before.lastSeenAt.toUTC().toString(u"HH:mm"_s);
    const QString text = before.timeZone.isValid()
        ? i18ncp("@info %2: instruments' names, a time in UT, the same in the facility's time zone",
                 "%2 was connected here until about %3 UT (%4 at the facility), when Nightdesk or this computer stopped.",
                 "%2 were connected here until about %3 UT (%4 at the facility), when Nightdesk or this computer stopped.",
                 count,
                 who,
                 universal,
                 before.lastSeenAt.toTimeZone(before.timeZone).toString(u"HH:mm"_s))
        : i18ncp("@info %2: instruments' names, a time in UT",
                 "%2 was connected here until about %3 UT, when Nightdesk or this computer stopped.",
                 "%2 were connected here until about %3 UT, when Nightdesk or this computer stopped.",
                 count,
                 who,
                 universal);
    m_textLabel->setText(text);
    m_resumeButton->setText(i18ncp("@action:button %2: instruments' names",
                                   "Resume %2, 1 display",
                                   "Resume %2, %1 displays",
                                   before.displayCount,
                                   QString(name).replace(u'&', u"&&"_s)));
    m_resumeButton->setAccessibleDescription(text);
    show();
    m_resumeButton->setFocus();
}
}
