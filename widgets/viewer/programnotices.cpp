// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/programnotices.h"

#include "sessions/xwindows/windowsession.h"
#include "widgets/view/viewpaint.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <chrono>
#include <optional>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
ProgramFacts factsOf(const WindowSession &session)
{
    const auto since = session.silentSince();
    return {.answering = session.state() == SessionState::Live ? session.answering() : Session::AnswerState::Responding,
            .silenceDuration = since ? std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - *since) : 0s,
            .oldConnectionKeptUntil = session.oldConnectionKeptUntil(),
            .hadKeyboardWhenAnswersStopped = session.hasKeyboard(),
            .supportContact = supportContactOf(session.link())};
}

VeilPainter makeVeilPainter(const ViewNotice &notice, const QFont &font, qreal ratio)
{
    return [=](QImage &image, bool isManagedWindow) {
        image.setDevicePixelRatio(ratio); // the notice's text is scaled, although windows of X programs are not
        QPainter painter(&image);
        painter.setFont(font);
        const QRect all(QPoint(), (QSizeF(image.size()) / ratio).toSize());
        if (isManagedWindow) {
            paintNotice(painter, all, all.adjusted(0, 0, 1, 1), notice);
        } else {
            dimImage(painter, all.adjusted(0, 0, 1, 1)); // a menu of the program is only dimmed, because it has no room for text
        }
    };
}
}

ProgramNotices::ProgramNotices(QObject *parent)
    : QObject(parent)
{
    m_silenceTimer.setSingleShot(true);
    m_silenceTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_silenceTimer, &QTimer::timeout, this, &ProgramNotices::refresh);
}

void ProgramNotices::add(WindowSession *session)
{
    m_noticeEntries.append(Entry{.session = session, .notice = {}});
    connect(session, &Session::answeringChanged, this, &ProgramNotices::refresh);
    connect(session, &Session::stateChanged, this, &ProgramNotices::refresh);
    refresh();
}

void ProgramNotices::remove(const WindowSession *session)
{
    m_noticeEntries.removeIf([session](const Entry &entry) {
        return entry.session == session;
    });
    session->disconnect(this);
}

void ProgramNotices::clear()
{
    for (const Entry &entry : std::as_const(m_noticeEntries)) {
        entry.session->disconnect(this);
        if (entry.notice) {
            entry.session->setVeil({});
        }
    }
    m_noticeEntries.clear();
    m_silenceTimer.stop();
}

void ProgramNotices::refresh()
{
    std::optional<std::chrono::milliseconds> next;
    for (Entry &entry : m_noticeEntries) {
        const auto notice = programNotice(factsOf(*entry.session));
        if (notice) {
            const auto since = entry.session->silentSince().value_or(std::chrono::steady_clock::now());
            next = std::min(next.value_or(1s), untilNextSecond(since));
        }
        if (entry.notice != notice) {
            entry.notice = notice;
            entry.session->setVeil(notice ? makeVeilPainter(*notice, QApplication::font(), qApp->devicePixelRatio()) : VeilPainter());
        }
    }
    next ? m_silenceTimer.start(*next) : m_silenceTimer.stop();
}
}
