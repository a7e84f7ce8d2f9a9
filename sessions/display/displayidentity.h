// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QList>
#include <QObject>
#include <QString>

namespace Nightdesk
{
/// The names of a display on this desk, and the display modes in which it can be shown. Base class of Session, which has the behavior. GUI thread,
/// owned by the Desk.
class DisplayIdentity : public QObject
{
    Q_OBJECT
public:
    enum class Kind {
        Desktop,
        Window
    };

    /// A topology (how the display gets here: by X11, VNC ...), and whether it is possible for this display.
    struct DisplayMode {
        Topology topology = Topology::X11;
        QString unavailableReason; ///< why the display mode is not possible, translated; empty: it is possible
        bool operator==(const DisplayMode &) const = default;
    };
    /// The display's current topology, the one in its profile, and the possible ones.
    struct DisplayModes {
        Topology current = Topology::X11;
        Topology ofProfile = Topology::X11; ///< the topology that the profile sets
        QList<DisplayMode> all = {}; ///< all display modes of this kind of display; empty: there is no choice
        bool operator==(const DisplayModes &) const = default;
    };

    Kind kind() const;
    QString id() const;
    QString title() const; ///< title in the profile, untranslated
    /// The instrument that the display belongs to; empty: none.
    QString profileId() const;
    QString profileName() const; ///< name of the instrument, untranslated
    /// The unique key of the display on this desk: "lris/control0". For maps and files; users see label().
    QString key() const;
    /// The title, with the instrument's name before it while the desk shows more than one instrument.
    QString label() const;
    /// Sets the instrument. Called by the owner before the display is announced.
    void setProfile(const QString &id, const QString &name);
    void setShowsProfileName(bool showsProfileName); ///< whether label() includes the instrument's name
    DisplayModes displayModes() const;
    void setDisplayModes(const DisplayModes &displayModes); ///< called by the owner before the display is announced
    QString site() const; ///< id of this desk's site; empty: none
    void setSite(const QString &site); ///< called by the owner before the display is announced
    QString screenName() const; ///< name of the screen in the profile; empty: the first screen

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
    bool m_showsProfileName = false;
    DisplayModes m_displayModes;
    const QString m_screenName;
};
}
