// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QMetaType>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// A desk as all know it. A value.
struct DeskName {
    QString site;
    QString desk;
    bool operator==(const DeskName &) const = default;
    auto operator<=>(const DeskName &) const = default;
    QString text() const ///< "santa-cruz/left"
    {
        return site + QLatin1Char('/') + desk;
    }
    /// Of "santa-cruz/left"; empty: that is no desk's name (two identifiers of a-z, 0-9, '-', at most 32 long; neither is "sa").
    static std::optional<DeskName> fromText(const QString &text);
};
inline size_t qHash(const DeskName &name, size_t seed = 0)
{
    return qHashMulti(seed, name.site, name.desk);
}

/// Topics, version 1:
///
///     nightdesk/1/FACILITY/desk/SITE/DESK/presence|state|numbers|history|call|note       that desk alone writes
///     nightdesk/1/FACILITY/desk/SITE/DESK/person/KEY                                     Layout, by personKey()
///     nightdesk/1/FACILITY/desk/SITE/DESK/to/SITE/DESK/move                              Move, to another desk
///     nightdesk/1/FACILITY/sa/NAME/presence/RUN                                          that SA alone writes; RUN: of one board
///     nightdesk/1/FACILITY/sa/NAME/note/ID                                               to all; ID: the note's
///     nightdesk/1/FACILITY/sa/NAME/note                                                  the last of these again, for who knows no other
///     nightdesk/1/FACILITY/sa/NAME/to/SITE/DESK/note|ack|watch/RUN
///
/// An SA may have several boards open: each has topics of its own for what is true of it alone.
/// Who wrote is in the topic, and the broker's access list (docs/admin/message-broker.md) lets nobody write below another's name. Pure. A
/// value: held by those who publish or subscribe (DeskPublisher, OtherWatchers).
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
        std::optional<DeskName> fromDesk; ///< one of the two
        QString fromSa;
        std::optional<DeskName> to; ///< empty: to all who may read
        QString person; ///< of Layout
        QString run = {}; ///< of an SA's Presence and Watching: the board's
        QString id = {}; ///< of an SA's Note to all that has a topic of its own
        bool operator==(const Parsed &) const = default;
    };

    explicit BoardTopics(const QString &facility); ///< its id in topics
    const QString &facility() const;

    QString ofDesk(const DeskName &desk, Sort sort) const; ///< Presence to Note
    QString layout(const DeskName &desk, const QString &personKey) const;
    QString move(const DeskName &from, const DeskName &to) const;
    QString ofSa(const QString &name, Sort sort) const; ///< Note: to all
    QString saNote(const QString &name, const QString &id) const; ///< to all; "+" for one of them: a filter
    QString saPresence(const QString &name, const QString &run) const;
    QString watching(const QString &name, const DeskName &desk, const QString &run) const; ///< "+" for one of them: a filter
    QString fromSaTo(const QString &name, const DeskName &desk, Sort sort) const; ///< Note, Acknowledgement

    // Filters to subscribe to, in this order: who has heard a call comes before the call, where the broker has kept both.
    QStringList forBoard() const;
    QStringList forPager() const; ///< calls, and who has heard them
    QStringList forDesk(const DeskName &desk) const; ///< notes, acknowledgements and watchers of it, SAs' presence, moves to it
    QString forPerson(const QString &personKey) const; ///< layouts of the same people at other desks

    static std::optional<Parsed> parse(const QString &topic);
    /// The facility in a topic of ours; empty: it is none.
    static QString facilityOf(const QString &topic);
    /// Names the same people whoever types them: 16 hexadecimal digits of a hash over the facility and the sorted, lower-case,
    /// trimmed names. Empty: of nobody.
    QString personKey(const QStringList &people) const;

private:
    QString m_prefix;
    QString m_facility;
};
}

Q_DECLARE_METATYPE(Nightdesk::DeskName)
