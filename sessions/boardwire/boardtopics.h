// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// A desk's name, which is the same in all programs: site and desk. A value.
struct DeskName {
    QString site;
    QString desk;
    bool operator==(const DeskName &) const = default;
    auto operator<=>(const DeskName &) const = default;
    QString text() const ///< the name as text, such as "santa-cruz/left"
    {
        return site + QLatin1Char('/') + desk;
    }
    /// Reads a name such as "santa-cruz/left". Empty: not a valid desk name (two identifiers of a-z, 0-9, '-', at most
    /// 32 long; neither is "sa").
    static std::optional<DeskName> fromText(const QString &text);
};
inline size_t qHash(const DeskName &name, size_t seed = 0)
{
    return qHashMulti(seed, name.site, name.desk);
}

/// Topics, version 1:
///
///     nightdesk/1/FACILITY/desk/SITE/DESK/presence|state|numbers|history|call|note       written only by that desk
///     nightdesk/1/FACILITY/desk/SITE/DESK/person/KEY                                     Layout, by observersKey()
///     nightdesk/1/FACILITY/desk/SITE/DESK/to/SITE/DESK/move                              TakeoverNotice, to another desk
///     nightdesk/1/FACILITY/sa/NAME/presence/RUN                                          written only by that SA; RUN: run id of one board
///     nightdesk/1/FACILITY/sa/NAME/note/ID                                               to all desks; ID: id of the note
///     nightdesk/1/FACILITY/sa/NAME/note                                                  the latest of these, also for older readers
///     nightdesk/1/FACILITY/sa/NAME/to/SITE/DESK/note|ack|watch/RUN
///
/// An SA may have several boards open; what concerns a single board has a topic with its run id. The writer's name is part of the topic, and the
/// broker's access list (docs/admin/message-broker.md) lets nobody write below another name. Pure. A value: held by those who publish or subscribe
/// (DeskPublisher, OtherWatchers).
class BoardTopics
{
public:
    enum class MessageKind {
        Presence,
        State,
        Numbers,
        History,
        Call,
        Note,
        Layout,
        TakeoverNotice,
        Acknowledgement,
        Watching
    };
    struct ParsedTopic {
        MessageKind kind = MessageKind::Presence;
        std::optional<DeskName> fromDesk; ///< the desk that sent the message; empty: an SA sent it
        QString sendingSa;
        std::optional<DeskName> toDesk; ///< the desk that receives the message; empty: all readers
        QString observersKey; ///< key of the observers for whom a Layout is meant; empty for other messages
        QString boardRunId = {}; ///< run id of the board that sent a Presence or Watching message of an SA; empty for all other messages
        QString noteId = {}; ///< id of a note from an SA to all desks, if the topic is only for that note; otherwise empty
        bool operator==(const ParsedTopic &) const = default;
    };

    explicit BoardTopics(const QString &facility); ///< @p facility: the facility's id in topics
    const QString &facility() const;

    /// Topic of a desk's message, for the kinds from Presence to Note.
    QString deskTopic(const DeskName &desk, MessageKind kind) const;
    QString layoutTopic(const DeskName &desk, const QString &observersKey) const;
    QString takeoverNoticeTopic(const DeskName &from, const DeskName &to) const;
    /// Topic of an SA's message; a Note of this topic is for all desks.
    QString saTopic(const QString &name, MessageKind kind) const;
    QString saNoteTopic(const QString &name, const QString &id) const; ///< a note to all desks; a "+" in place of an argument makes a filter
    QString saPresenceTopic(const QString &name, const QString &run) const;
    QString watchingTopic(const QString &name, const DeskName &desk, const QString &run) const; ///< a "+" in place of an argument makes a filter
    /// Topic of an SA's message to a desk, for the kinds Note and Acknowledgement.
    QString saToDeskTopic(const QString &name, const DeskName &desk, MessageKind kind) const;

    // Filters to subscribe to, in this order: acknowledgements are received before the call if the broker has retained both.
    QStringList boardFilters() const;
    QStringList pagerFilters() const; ///< filters for calls and their acknowledgements
    /// Filters for notes, acknowledgements, Watching messages and takeover notices to this desk, and for the presence of SAs.
    QStringList deskFilters(const DeskName &desk) const;
    QString layoutFilter(const QString &observersKey) const; ///< filter for the layouts of the same observers at other desks

    static std::optional<ParsedTopic> parse(const QString &topic);
    /// The facility's id in @p topic; empty: the topic does not belong to this protocol.
    static QString facilityOf(const QString &topic);
    /// A key for a group of observers, independent of how their names are typed: 16 hexadecimal digits of a hash over
    /// the facility and the sorted, lower-case, trimmed names. Empty: no names.
    QString observersKey(const QStringList &people) const;

private:
    QString m_topicPrefix;
    QString m_facility;
};
}
