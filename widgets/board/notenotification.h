// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>

class KNotification;

namespace Nightdesk
{
/// Announces notes that arrived: a notification without sound, and a text for the message bars. At most one announcement in some seconds; it includes
/// the number of other notes. GUI thread. Owned by BoardConversation or ConsoleNotes.
class NoteNotification : public QObject
{
    Q_OBJECT
public:
    struct Note {
        QString writer; ///< a desk, or the name of a support astronomer (SA)
        QString text; ///< text of the notification
        QString messageBarText; ///< text for message bars, which names the writer
    };
    /// @p action: label of the notification's button; translated.
    explicit NoteNotification(const QString &action, QObject *parent = nullptr, std::chrono::milliseconds pause = std::chrono::seconds(5));
    ~NoteNotification() override;

    void showNote(const Note &note);

Q_SIGNALS:
    void noteAnnounced(const QString &text);
    void activated(); ///< the notification was clicked

private:
    void showNotification();

    const QString m_buttonText;
    Note m_lastNote;
    int m_unannouncedNoteCount = 0; ///< number of notes not yet announced
    QTimer m_announcementPauseTimer;
    QPointer<KNotification> m_notification;
};
}
