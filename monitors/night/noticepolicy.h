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
/// What is worth a notification while the person at the desk looks elsewhere.
struct Notice {
    enum class Kind {
        Lost,
        Ended, ///< lost, and nothing is tried by itself
        Recovered,
        Needed
    };
    Kind kind = Kind::Lost;
    QString subject; ///< the link's host, or what is asked
    bool operator==(const Notice &) const = default;
};

/// Decides what is told, and when: a link that comes and goes is lost once and back once, and nothing is informed of what the person
/// has before their eyes. Pure. Owned by NightNotices.
class NoticePolicy
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// How long a state lasts before it is worth telling.
    struct Settling {
        std::chrono::milliseconds lost = std::chrono::seconds(10);
        std::chrono::milliseconds recovery = std::chrono::seconds(5);
        std::chrono::milliseconds question = std::chrono::seconds(3);
    };
    NoticePolicy();
    explicit NoticePolicy(const Settling &settling);

    /// @p link: any name that is its own. It was live before. @p isTried: to connect it again.
    void linkLost(const QString &link, const QString &host, Time now, bool isTried = true);
    void linkBack(const QString &link, Time now);
    void forget(const QString &link); ///< the person ended it
    /// Somebody asks for the person; empty: nobody does any more.
    void asked(const QString &words, Time now);
    /// Whether the person looks at the console.
    void setLooking(bool isLooking, Time now);

    /// What is to be told now; each once.
    QList<Notice> due(Time now);
    /// When to ask again; empty: not before something changes.
    std::optional<Time> next() const;

private:
    struct Link {
        QString host;
        std::optional<Time> lostSince;
        std::optional<Time> backSince; ///< only after it was told to be lost
        bool isTried = true;
        bool isReported = false; ///< that it is lost
        bool isSeen = false; ///< the person looked at the console meanwhile
    };
    Settling m_settling;
    QHash<QString, Link> m_links;
    QString m_words;
    std::optional<Time> m_askedSince; ///< and nobody looked since; empty: told, or nothing is asked
    bool m_isQuestionReported = false;
    bool m_isLooking = false;
};
}
