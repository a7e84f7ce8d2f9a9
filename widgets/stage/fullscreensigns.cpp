// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/fullscreensigns.h"

#include "widgets/view/nightsigns.h"

#include <KLocalizedString>

#include <QEvent>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto saidFor = 6s;
constexpr int away = 12; // from the edges
}

FullScreenSigns::FullScreenSigns(QWidget *stage)
    : QLabel(stage)
{
    // The colors of what else is written over an image, in the light theme too.
    setObjectName(u"fullScreenSigns"_s);
    setStyleSheet(
        u"#fullScreenSigns { background: rgb(20, 22, 26); color: rgb(235, 235, 235); border: 1px solid rgb(110, 115, 125); border-radius: 6px;"
        " padding: 4px 8px; }"_s);
    setTextFormat(Qt::PlainText);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(i18nc("@info accessible name", "Notices of this full screen"));
    m_saidTimer.setSingleShot(true);
    connect(&m_saidTimer, &QTimer::timeout, this, [this] {
        say({});
    });
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, &FullScreenSigns::refresh);
    stage->installEventFilter(this);
    hide();
}

void FullScreenSigns::setSigns(NightSigns *signs)
{
    if (m_signs) {
        m_signs->disconnect(this);
    }
    m_signs = signs;
    if (signs) {
        connect(signs, &NightSigns::changed, this, &FullScreenSigns::refresh);
        connect(signs, &NightSigns::said, this, &FullScreenSigns::say);
    }
    refresh();
}

void FullScreenSigns::setWanted(bool wanted)
{
    m_isWanted = wanted;
    refresh();
}

void FullScreenSigns::setAsking(const QString &words)
{
    m_asking = words;
    refresh();
}

void FullScreenSigns::setConnection(const QString &words)
{
    m_connection = words;
    refresh();
}

void FullScreenSigns::say(const QString &text)
{
    m_said = text;
    if (!text.isEmpty()) {
        m_saidTimer.start(saidFor);
    }
    refresh();
}

void FullScreenSigns::refresh()
{
    QStringList lines;
    const auto recording = m_signs ? m_signs->recording() : std::nullopt;
    if (recording) {
        const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - recording->since).count();
        lines.append(i18nc("@info:status a view is being recorded; %1: for how long, as in 1:05",
                           "● REC %1",
                           u"%1:%2"_s.arg(elapsed / 60).arg(elapsed % 60, 2, 10, QChar(u'0'))));
    }
    for (const QString &line : {m_connection, m_asking, m_signs ? m_signs->call() : QString(), m_said}) {
        if (!line.isEmpty()) {
            lines.append(fontMetrics().elidedText(line, Qt::ElideMiddle, parentWidget()->width() / 2));
        }
    }
    const bool shown = m_isWanted && !lines.isEmpty();
    if (m_isWanted && recording) {
        m_second.start();
    } else {
        m_second.stop();
    }
    setVisible(shown);
    if (!shown) {
        return;
    }
    const QString words = lines.join(u'\n');
    if (text() != words) {
        setText(words);
        setAccessibleDescription(words);
    }
    place();
    raise();
}

void FullScreenSigns::place()
{
    adjustSize();
    move(parentWidget()->width() - width() - away, away);
}

bool FullScreenSigns::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && isVisible()) {
        refresh();
    }
    return QLabel::eventFilter(watched, event);
}
}
