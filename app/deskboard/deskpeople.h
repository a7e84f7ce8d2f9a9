// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>

class QDateTime;
class QDialog;
class QWidget;

namespace Nightdesk
{
/// The observers at this desk tonight. They enter their names in a dialog if they want to. The names are stored in the settings for the night, and
/// proposed in the next one. GUI thread. A child of the main window.
class DeskObserverNames : public QObject
{
    Q_OBJECT
public:
    explicit DeskObserverNames(QWidget *window);

    /// Sets the time zone of the open facility, which decides when a night ends. Names that were entered in another
    /// night are not used tonight.
    void setTimezone(const QString &timezone);
    const QString &timezone() const;
    QStringList tonightsPeople() const;
    QStringList proposedPeople() const; ///< the names entered last, tonight or in an earlier night
    void setPeople(const QStringList &people);
    void endNight(); ///< the names no longer count as tonight's; they are still proposed
    void recheckPeople(); ///< checks again whether the stored names are from tonight, and emits peopleChanged() if needed
    void showDialog();

Q_SIGNALS:
    void peopleChanged(const QStringList &people);

private:
    static QDateTime namesStoredAt();

    QWidget *m_parentWindow;
    QString m_timezone;
    QStringList m_tonightsPeople;
    QPointer<QDialog> m_peopleDialog;
};
}
