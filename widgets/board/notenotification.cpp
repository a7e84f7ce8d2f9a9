// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/notenotification.h"

#include "monitors/night/closenotification.h"

#include <KLocalizedString>
#include <KNotification>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

NoteNotification::NoteNotification(const QString &action, QObject *parent, std::chrono::milliseconds pause)
    : QObject(parent)
    , m_buttonText(action)
{
    m_announcementPauseTimer.setSingleShot(true);
    m_announcementPauseTimer.setInterval(pause);
    connect(&m_announcementPauseTimer, &QTimer::timeout, this, [this] {
        if (m_unannouncedNoteCount > 0) {
            showNotification();
        }
    });
}

NoteNotification::~NoteNotification()
{
    if (m_notification) {
        m_notification->close();
    }
}

void NoteNotification::showNote(const Note &note)
{
    m_lastNote = note;
    ++m_unannouncedNoteCount;
    if (!m_announcementPauseTimer.isActive()) {
        showNotification();
    }
}

void NoteNotification::showNotification()
{
    const int others = std::exchange(m_unannouncedNoteCount, 0) - 1;
    const auto withOthers = [others](const QString &text) {
        return others > 0 ? i18ncp("@info %2: the text of the newest note", "%2 (and 1 more note)", "%2 (and %1 more notes)", others, text) : text;
    };
    m_announcementPauseTimer.start();
    if (m_notification) {
        closeNotification(m_notification);
    }
    m_notification = new KNotification(u"note"_s, KNotification::CloseOnTimeout, this);
    m_notification->setTitle(i18nc("@title of a notification; a workstation as in waimea/left, or a name", "Note from %1", m_lastNote.writer));
    m_notification->setText(withOthers(m_lastNote.text).toHtmlEscaped());
    connect(m_notification->addDefaultAction(m_buttonText), &KNotificationAction::activated, this, &NoteNotification::activated);
    m_notification->sendEvent();
    Q_EMIT noteAnnounced(withOthers(m_lastNote.messageBarText));
}
}
