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

/// What all strips and views of a console show of the night: the facility's clocks, which desktops rang, whether the bell is
/// muted, what is recorded, how bright strips are. Set from above, looked at by them. GUI thread. Owned by Console, BoardWindow or LoneDesktop.
class NightSigns : public QObject
{
    Q_OBJECT
public:
    struct Recording {
        QString title; ///< of the desktop
        std::chrono::steady_clock::time_point since;
        std::chrono::seconds limit{};
        QString stopKey = {}; ///< ends it from anywhere; empty: none
        bool operator==(const Recording &) const = default;
    };

    explicit NightSigns(QObject *parent = nullptr);
    ~NightSigns() override;

    /// @p timezone: IANA name; empty: none. Without @p longitude there is no sidereal clock.
    void setFacility(const QString &timezone, std::optional<double> longitude);
    QString timezone() const;
    std::optional<double> longitude() const;

    /// Until when, in words; empty: it sounds.
    void setBellMuted(const QString &until);
    QString bellMuted() const;

    void setRecording(const std::optional<Recording> &recording);
    std::optional<Recording> recording() const;

    /// The open call to the support astronomer, in words; empty: there is none.
    void setCall(const QString &words);
    QString call() const;

    void setBrightness(int percent); ///< of strips and borders, 20 to 100
    int brightness() const;

    /// Keys that are ours also while a desktop has the keyboard; they stand in every screen's menu. They outlive this or are
    /// taken away.
    void setActions(const QList<QAction *> &actions);
    QList<QAction *> actions() const;

    /// A desktop rang: it flashes, and is marked until somebody looks at it.
    void ring(DesktopSession *session);
    void lookAt(const DesktopSession *session);
    bool hasRung(const DesktopSession *session) const;

    /// Which SAs look at a desktop, by its Session::key(): names.
    void setViewers(const QHash<QString, QStringList> &viewers);
    QStringList viewers(const DesktopSession *session) const;

    /// Says something on every strip for a few seconds; translated.
    void announceText(const QString &text);

    /// The desktop that had the keyboard last; null: none, or it is gone.
    DesktopSession *current() const;
    void setCurrent(DesktopSession *session);

Q_SIGNALS:
    void changed(); ///< clocks, muting, recording, call, brightness or actions
    void rang(Nightdesk::DesktopSession *session);
    void rungChanged(const Nightdesk::DesktopSession *session);
    void viewersChanged();
    void textAnnounced(const QString &text);
    void soundRequested(); ///< the bell is to sound again
    void stopRequested(); ///< the recording is to end

private:
    QString m_timezone;
    std::optional<double> m_longitude;
    QString m_muted;
    QString m_call;
    std::optional<Recording> m_recording;
    int m_brightness = 100;
    QList<QPointer<QAction>> m_actions;
    QSet<const QObject *> m_rung;
    QHash<QString, QStringList> m_viewers;
    QPointer<DesktopSession> m_current;
};
}
