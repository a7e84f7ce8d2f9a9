// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/deskpeople.h"

#include "app/settings/settingsstore.h"
#include "monitors/night/night.h"
#include "nightdesk.h"
#include "widgets/board/deskpeopledialog.h"

#include <KConfigGroup>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
const QString namesKey = u"Names"_s;
const QString atKey = u"At"_s;

KConfigGroup peopleGroup()
{
    return Settings::self()->config()->group(u"People"_s);
}
}

DeskObserverNames::DeskObserverNames(QWidget *window)
    : QObject(window)
    , m_parentWindow(window)
{
    m_tonightsPeople = tonightsPeople();
}

QDateTime DeskObserverNames::namesStoredAt()
{
    return QDateTime::fromString(peopleGroup().readEntry(atKey, QString()), Qt::ISODate);
}

QStringList DeskObserverNames::proposedPeople() const
{
    // The names are checked again, because users may edit the settings file.
    return DeskPeopleDialog::parseNames(peopleGroup().readEntry(namesKey, QStringList()).join(u'\n'));
}

QStringList DeskObserverNames::tonightsPeople() const
{
    const QDateTime at = namesStoredAt();
    const bool isTonight = at.isValid() && nightOf(at, m_timezone) == nightOf(QDateTime::currentDateTimeUtc(), m_timezone);
    return isTonight ? proposedPeople() : QStringList();
}

void DeskObserverNames::setTimezone(const QString &timezone)
{
    m_timezone = timezone;
    recheckPeople();
}

const QString &DeskObserverNames::timezone() const
{
    return m_timezone;
}

void DeskObserverNames::setPeople(const QStringList &people)
{
    SettingsStore::writeEntry(peopleGroup(), namesKey, people);
    SettingsStore::writeEntry(peopleGroup(), atKey, {people.isEmpty() ? QString() : QDateTime::currentDateTimeUtc().toString(Qt::ISODate)});
    recheckPeople();
}

void DeskObserverNames::endNight()
{
    SettingsStore::writeEntry(peopleGroup(), atKey, {QString()});
    recheckPeople();
}

void DeskObserverNames::recheckPeople()
{
    const QStringList people = tonightsPeople();
    if (std::exchange(m_tonightsPeople, people) != people) {
        Q_EMIT peopleChanged(people);
    }
}

void DeskObserverNames::showDialog()
{
    if (!m_peopleDialog) {
        const QStringList people = tonightsPeople();
        auto *dialog = new DeskPeopleDialog(people.isEmpty() ? proposedPeople() : people, m_parentWindow);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &DeskPeopleDialog::chosen, this, &DeskObserverNames::setPeople);
        m_peopleDialog = dialog;
    }
    m_peopleDialog->show();
    m_peopleDialog->raise();
    m_peopleDialog->activateWindow();
}
}
