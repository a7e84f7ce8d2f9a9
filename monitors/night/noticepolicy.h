// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// An event that is worth a notification while the user does not look at the console.
struct Notice {
    enum class Kind {
        Lost,
        LostForGood, ///< the link is lost, and Nightdesk does not reconnect it automatically
        Recovered,
        QuestionOpen ///< a question waits for an answer of the user
    };
    Kind kind = Kind::Lost;
    QString subject; ///< host of the link, or text of the question
    bool operator==(const Notice &) const = default;
};

/// Decides what to notify and when: a link that flaps is reported lost once and back once, and nothing is reported that the user
/// is looking at. Pure. Owned by NightNotices.
class NoticePolicy
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// How long a state has to last before a notification reports it.
    struct ReportDelays {
        std::chrono::milliseconds lossReportDelay = std::chrono::seconds(10);
        std::chrono::milliseconds recoveryReportDelay = std::chrono::seconds(5);
        std::chrono::milliseconds questionReportDelay = std::chrono::seconds(3);
    };
    NoticePolicy();
    explicit NoticePolicy(const ReportDelays &settling);

    /// A link that was live is lost. @p link: any unique name. @p isReconnecting: Nightdesk tries to reconnect it.
    void linkLost(const QString &link, const QString &host, Time now, bool isReconnecting = true);
    void linkRestored(const QString &link, Time now);
    void forgetLink(const QString &link); ///< the user disconnected the link
    /// @p questionText: text of the question that waits for the user; empty: none, or it was answered or withdrawn.
    void setQuestion(const QString &questionText, Time now);
    /// @p isLooking: the user looks at the console.
    void setUserLookingAtConsole(bool isLooking, Time now);

    /// The notices to show now; each is returned once.
    QList<Notice> takeDueNotices(Time now);
    /// The time at which to call takeDueNotices() again; empty: not before the next change.
    std::optional<Time> nextDueTime() const;

private:
    struct LinkNoticeState {
        QString host;
        std::optional<Time> lostSince;
        std::optional<Time> liveAgainSince; ///< time since which the link is live again; set only if the loss was reported
        bool isReconnecting = true;
        /// Since when the link is no longer reconnected, although the user knows only that it is lost; empty: not so, or reported.
        std::optional<Time> endedSince;
        bool isLossReported = false; ///< the loss of the link was reported
        bool wasLossSeenByUser = false; ///< the user looked at the console while the link was lost
    };
    ReportDelays m_reportDelays;
    QHash<QString, LinkNoticeState> m_linkStates;
    QString m_openQuestion; ///< text of the question that waits for the user; empty: none
    /// Since when the open question waits unseen for an answer: since it was asked or, if the user saw it, since the user looked away.
    /// Empty: it was reported already, or there is none.
    std::optional<Time> m_unansweredSince;
    bool m_isQuestionReported = false;
    bool m_isUserLookingAtConsole = false;
};
}
