// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/night/noticepolicy.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

class KNotification;

namespace Nightdesk
{
class Desk;
class Link;

/// Desktop notifications of a console: a link is lost or is back, or a question waits for an answer. Does nothing without a D-Bus
/// or without a notification service. GUI thread. Owned by NightServices.
class NightNotices : public QObject
{
    Q_OBJECT
public:
    /// @p desk outlives this.
    explicit NightNotices(Desk *desk, QObject *parent = nullptr, const NoticePolicy::ReportDelays &settling = {});
    ~NightNotices() override;

    void setNoticesEnabled(bool isOn);

public Q_SLOTS:
    /// @p words: a question that waits for an answer by the user; empty: no question.
    void setOpenQuestionText(const QString &words);

Q_SIGNALS:
    void consoleRequested(); ///< the user clicked a notification

private:
    void watchLink(Link *link);
    void showDueNotices();
    void showNotice(const Notice &notice);
    void closeNotice(const QString &about);

    NoticePolicy m_noticePolicy;
    QTimer m_noticeTimer;
    QHash<QString, QPointer<KNotification>> m_shownNotices; ///< shown notifications, by their subject; each is closed when its cause ends
    bool m_areNoticesEnabled = true;
};
}
