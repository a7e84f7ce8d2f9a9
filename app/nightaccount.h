// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QObject>

class QWidget;

namespace Nightdesk
{
/// The account that the facility gave the observers for tonight: asked once a night, that is from noon to noon in the
/// facility's time zone. The last one is only a suggestion. GUI thread.
class NightAccount : public QObject
{
    Q_OBJECT
public:
    /// @p window is the dialog's parent.
    explicit NightAccount(QWidget *window);

    /// Tonight's; empty: it has not been given yet.
    QString tonights(const QString &timezone, const QDateTime &now = QDateTime::currentDateTimeUtc()) const;
    /// Opens the dialog; given() or cancelled() follows. @p instrument may be empty.
    void ask(const QString &instrument, const QString &timezone);

Q_SIGNALS:
    void given(const QString &account);
    void cancelled();

private:
    QWidget *m_window;
    QString m_account;
    QDate m_night;
};
}
