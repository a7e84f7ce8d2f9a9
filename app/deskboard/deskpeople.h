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
/// Who observes at this desk tonight: asked for when somebody wants to say so, kept in the settings for the night, proposed the
/// next one. GUI thread. A child of the main window.
class DeskPeople : public QObject
{
    Q_OBJECT
public:
    explicit DeskPeople(QWidget *window);

    /// By the time zone of the open facility; another night's people are nobody tonight.
    void setTimezone(const QString &timezone);
    const QString &timezone() const;
    QStringList tonights() const;
    QStringList proposal() const; ///< of whatever night
    void set(const QStringList &people);
    void endNight(); ///< they are proposed, and nobody is here
    void lookUpPeople(); ///< at the clock
    void showDialog();

Q_SIGNALS:
    void changed(const QStringList &people);

private:
    void reportPeople();
    static QDateTime reportedAt();

    QWidget *m_window;
    QString m_timezone;
    QStringList m_known;
    QPointer<QDialog> m_dialog;
};
}
