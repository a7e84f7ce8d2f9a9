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
/// Says that notes came: a quiet notification, and what the bars are to say. However many come, no more than one in some seconds, with
/// how many others there are. GUI thread. Owned by BoardConversation or ConsoleNotes.
class NoteNotice : public QObject
{
    Q_OBJECT
public:
    struct Note {
        QString from; ///< a desk, or a name
        QString text; ///< of the notification
        QString announced; ///< of the bars: with its writer
    };
    /// @p action: of the notification; translated.
    explicit NoteNotice(const QString &action, QObject *parent = nullptr, std::chrono::milliseconds pause = std::chrono::seconds(5));
    ~NoteNotice() override;

    void showNote(const Note &note);

Q_SIGNALS:
    void noteAnnounced(const QString &text);
    void activated(); ///< the notification was clicked

private:
    void show();

    const QString m_action;
    Note m_last;
    int m_waiting = 0; ///< not said yet
    QTimer m_pause;
    QPointer<KNotification> m_shown;
};
}
