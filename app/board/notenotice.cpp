// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board/notenotice.h"

#include <KLocalizedString>
#include <KNotification>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

NoteNotice::NoteNotice(const QString &action, QObject *parent, std::chrono::milliseconds pause)
    : QObject(parent)
    , m_action(action)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_waiting > 0) {
            show();
        }
    });
}

NoteNotice::~NoteNotice()
{
    if (m_shown) {
        m_shown->close();
    }
}

void NoteNotice::showNote(const Note &note)
{
    m_last = note;
    ++m_waiting;
    if (!m_pause.isActive()) {
        show();
    }
}

void NoteNotice::show()
{
    const int others = std::exchange(m_waiting, 0) - 1;
    const auto withOthers = [others](const QString &text) {
        return others > 0 ? i18ncp("@info %2: the text of the newest note", "%2 (and 1 more note)", "%2 (and %1 more notes)", others, text) : text;
    };
    m_pause.start();
    if (m_shown) {
        m_shown->close();
    }
    m_shown = new KNotification(u"note"_s, KNotification::CloseOnTimeout, this);
    m_shown->setTitle(i18nc("@title of a notification; a workstation as in waimea/left, or a name", "Note from %1", m_last.from));
    m_shown->setText(withOthers(m_last.text).toHtmlEscaped());
    connect(m_shown->addDefaultAction(m_action), &KNotificationAction::activated, this, &NoteNotice::activated);
    m_shown->sendEvent();
    Q_EMIT noteAnnounced(withOthers(m_last.announced));
}
}
