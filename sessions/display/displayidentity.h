// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QList>
#include <QObject>
#include <QString>

namespace Nightdesk
{
/// Which display it is: its names on this desk, and the ways in which it can be shown. What it does is the Session's, which
/// derives from it. Lives on the GUI thread, owned by the Desk.
class DisplayIdentity : public QObject
{
    Q_OBJECT
public:
    enum class Kind {
        Desktop,
        Window
    };

    /// A way to show it.
    struct Way {
        Topology topology = Topology::X11;
        QString whyNot; ///< translated; empty: it can be chosen
        bool operator==(const Way &) const = default;
    };
    /// How it is shown, and how else it could be.
    struct Ways {
        Topology now = Topology::X11;
        Topology profiles = Topology::X11; ///< the one that its profile says
        QList<Way> all = {}; ///< those that a display of its sort has; none: nobody can choose
        bool operator==(const Ways &) const = default;
    };

    Kind kind() const;
    QString id() const;
    QString title() const; ///< from the profile, untranslated
    /// The instrument that it belongs to; empty: it stands alone.
    QString profileId() const;
    QString profileName() const; ///< untranslated
    /// Names it among all displays of the desk: "lris/control0". For maps and files; people are shown label().
    QString key() const;
    /// Its title, behind the instrument's name while the desk shows more than one.
    QString label() const;
    /// Whose it is. By its owner, before anybody sees it.
    void setProfile(const QString &id, const QString &name);
    void setNamesProfile(bool namesProfile); ///< in label()
    Ways ways() const;
    void setWays(const Ways &ways); ///< by its owner, before anybody sees it
    QString site() const; ///< of this desk, an id; empty: none
    void setSite(const QString &site); ///< by its owner, before anybody sees it
    QString screenName() const; ///< from the profile; empty: the first screen

Q_SIGNALS:
    void labelChanged();

protected:
    DisplayIdentity(Kind kind, const QString &id, const QString &title, const QString &screenName, QObject *parent);

private:
    const Kind m_kind;
    const QString m_id;
    const QString m_title;
    QString m_profileId;
    QString m_profileName;
    QString m_site;
    bool m_namesProfile = false;
    Ways m_ways;
    const QString m_screenName;
};
}
