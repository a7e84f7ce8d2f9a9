// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

class QAction;

namespace Nightdesk
{
class DesktopSession;

/// What all toolbars and views of a console show about the session: the facility's clocks, whose bell rang, whether the bell is muted, what is
/// recorded, how bright toolbars are. The owner sets it, toolbars and views read it. GUI thread. Owned by Console, BoardWindow or SingleDesktopView.
class NightIndicators : public QObject
{
    Q_OBJECT
public:
    struct Recording {
        QString title; ///< title of the recorded desktop
        std::chrono::steady_clock::time_point startedAt;
        std::chrono::seconds durationLimit{};
        QString stopShortcutText = {}; ///< global key that ends the recording; empty: none
        bool operator==(const Recording &) const = default;
    };

    using QObject::QObject;

    /// @p timezone: IANA name; empty: none. Without @p longitude there is no sidereal clock.
    void setFacility(const QString &timezone, std::optional<double> longitude);
    QString timezone() const
    {
        return m_facilityTimezone;
    }
    std::optional<double> longitude() const
    {
        return m_facilityLongitude;
    }

    /// @p until: when muting ends, as text; empty: the bell is not muted.
    void setBellMutedUntilText(const QString &until);
    QString bellMutedUntilText() const
    {
        return m_bellMutedUntilText;
    }

    void setRecording(const std::optional<Recording> &recording);
    std::optional<Recording> recording() const
    {
        return m_recording;
    }

    /// The open call to the support astronomer, as text; empty: there is none.
    void setCallText(const QString &words);
    QString callText() const
    {
        return m_callText;
    }

    void setBrightness(int percent); ///< brightness of toolbars and borders, 20 to 100 percent
    int brightness() const
    {
        return m_brightnessPercent;
    }

    /// Actions whose keys work also while a desktop has the keyboard; they appear in every screen's menu. They must outlive this object or be removed
    /// by another setKeyActions().
    void setKeyActions(const QList<QAction *> &actions);
    QList<QAction *> keyActions() const;

    /// The bell of a desktop rang: its view flashes, and is marked until the user attends to it.
    void reportBell(DesktopSession *session);
    void markBellSeen(const DesktopSession *session);
    bool hasUnseenBell(const DesktopSession *session) const;

    /// Names of the support astronomers who view each desktop, by its Session::key().
    void setViewingAstronomers(const QHash<QString, QStringList> &viewers);
    QStringList viewingAstronomersOf(const DesktopSession *session) const;

    /// Shows a translated text on every toolbar for a few seconds.
    void showMessageOnToolbars(const QString &text);

    /// The desktop that had the keyboard last; null: none, or it was deleted.
    DesktopSession *currentDesktop() const;
    void setCurrent(DesktopSession *session);

Q_SIGNALS:
    void indicatorsChanged(); ///< the clocks, muting, recording, call, brightness or actions changed
    void bellRang(Nightdesk::DesktopSession *session);
    void unseenBellChanged(const Nightdesk::DesktopSession *session);
    void viewingAstronomersChanged();
    void toolbarMessageRequested(const QString &text);
    void bellUnmuteRequested(); ///< the user wants the bell to sound again
    void stopRecordingRequested(); ///< the user wants to end the recording

private:
    template<typename Value>
    void replaceAndReport(Value &member, const Value &value);

    QString m_facilityTimezone;
    std::optional<double> m_facilityLongitude;
    QString m_bellMutedUntilText;
    QString m_callText;
    std::optional<Recording> m_recording;
    int m_brightnessPercent = 100;
    QList<QPointer<QAction>> m_keyActions;
    QSet<const QObject *> m_unseenBellDesktops;
    QHash<QString, QStringList> m_viewingAstronomersByDesktop;
    QPointer<DesktopSession> m_currentDesktop;
};
}
