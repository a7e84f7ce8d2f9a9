// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QMetaType>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// A desk's name, the same for all programs. A value.
struct DeskName {
    QString site;
    QString desk;
    bool operator==(const DeskName &) const = default;
    auto operator<=>(const DeskName &) const = default;
    QString text() const ///< "santa-cruz/left"
    {
        return site + QLatin1Char('/') + desk;
    }
    /// From "santa-cruz/left"; empty: not a valid desk name (two identifiers of a-z, 0-9, '-', at most 32 long; neither is "sa").
    static std::optional<DeskName> fromText(const QString &text);
};
inline size_t qHash(const DeskName &name, size_t seed = 0)
{
    return qHashMulti(seed, name.site, name.desk);
}

/// Topics, version 1:
///
///     nightdesk/1/FACILITY/desk/SITE/DESK/presence|state|numbers|history|call|note       written only by that desk
///     nightdesk/1/FACILITY/desk/SITE/DESK/person/KEY                                     Layout, by personKey()
///     nightdesk/1/FACILITY/desk/SITE/DESK/to/SITE/DESK/move                              Move, to another desk
///     nightdesk/1/FACILITY/sa/NAME/presence/RUN                                          written only by that SA; RUN: of one board
///     nightdesk/1/FACILITY/sa/NAME/note/ID                                               to all; ID: the note's
///     nightdesk/1/FACILITY/sa/NAME/note                                                  the latest of these, also for older readers
///     nightdesk/1/FACILITY/sa/NAME/to/SITE/DESK/note|ack|watch/RUN
///
/// An SA may have several boards open; what concerns a single board has a topic with its run id. The writer's name is part of the topic, and the
/// broker's access list (docs/admin/message-broker.md) lets nobody write below another name. Pure. A value: held by those who publish or subscribe
/// (DeskPublisher, OtherWatchers).
class BoardTopics
{
public:
    enum class Sort {
        Presence,
        State,
        Numbers,
        History,
        Call,
        Note,
        Layout,
        Move,
        Acknowledgement,
        Watching
    };
    struct Parsed {
        Sort sort = Sort::Presence;
        std::optional<DeskName> fromDesk; ///< the sending desk; empty: an SA sent it, see fromSa
        QString fromSa;
        std::optional<DeskName> to; ///< empty: to all readers
        QString person; ///< only for a Layout: personKey() of the observers
        QString run = {}; ///< of an SA's Presence and Watching: the run of the board
        QString id = {}; ///< of an SA's Note to all with a topic of its own: the note's id
        bool operator==(const Parsed &) const = default;
    };

    explicit BoardTopics(const QString &facility); ///< @p facility: its id in topics
    const QString &facility() const;

    QString ofDesk(const DeskName &desk, Sort sort) const; ///< for the sorts Presence to Note
    QString layout(const DeskName &desk, const QString &personKey) const;
    QString move(const DeskName &from, const DeskName &to) const;
    QString ofSa(const QString &name, Sort sort) const; ///< for Note: the note to all
    QString saNote(const QString &name, const QString &id) const; ///< to all; a "+" in place of an argument makes a filter
    QString saPresence(const QString &name, const QString &run) const;
    QString watching(const QString &name, const DeskName &desk, const QString &run) const; ///< a "+" in place of an argument makes a filter
    QString fromSaTo(const QString &name, const DeskName &desk, Sort sort) const; ///< for the sorts Note and Acknowledgement

    // Filters to subscribe to, in this order: acknowledgements are received before the call if the broker has retained both.
    QStringList forBoard() const;
    QStringList forPager() const; ///< calls and their acknowledgements
    QStringList forDesk(const DeskName &desk) const; ///< notes, acknowledgements and watchers for this desk, presence of SAs, moves to this desk
    QString forPerson(const QString &personKey) const; ///< layouts of the same observers at other desks

    static std::optional<Parsed> parse(const QString &topic);
    /// The facility in a topic of this protocol; empty: not such a topic.
    static QString facilityOf(const QString &topic);
    /// Identifies a group of observers, however their names are typed: 16 hexadecimal digits of a hash over the facility and the sorted, lower-case,
    /// trimmed names. Empty: no names.
    QString personKey(const QStringList &people) const;

private:
    QString m_prefix;
    QString m_facility;
};
}

Q_DECLARE_METATYPE(Nightdesk::DeskName)
