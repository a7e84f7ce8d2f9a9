// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/livecheck.h"

#include "sessions/common/backgroundjobs.h"

namespace Nightdesk
{
LiveCheck::LiveCheck(QObject *parent)
    : QObject(parent)
{
}

void LiveCheck::read(const QString &file)
{
    m_file = file;
    m_reading.handle(QuestionEvent::Changed);
    startReading();
}

void LiveCheck::startReading()
{
    if (!m_reading.isDue()) {
        return;
    }
    m_reading.handle(QuestionEvent::Asked);
    BackgroundJobs::shared().run(
        [file = m_file] {
            return Draft::of(file);
        },
        this,
        [this](const Draft &draft) {
            m_reading.handle(QuestionEvent::Answered);
            use(draft);
            startReading();
        });
}

void LiveCheck::use(const Draft &draft)
{
    m_draft = draft;
    if (m_text) {
        m_checking.handle(QuestionEvent::Changed);
    }
    start();
}

void LiveCheck::check(const QByteArray &text)
{
    m_text = text;
    m_checking.handle(QuestionEvent::Changed);
    start();
}

const Draft &LiveCheck::draft() const
{
    return m_draft;
}

void LiveCheck::start()
{
    if (!m_checking.isDue() || m_draft.file().isEmpty()) {
        return;
    }
    m_checking.handle(QuestionEvent::Asked);
    BackgroundJobs::shared().run(
        [draft = m_draft, text = *m_text] {
            return draft.check(text);
        },
        this,
        [this](const Draft::Verdict &verdict) {
            m_checking.handle(QuestionEvent::Answered);
            if (m_checking.isDue()) {
                start(); // check the new text: a verdict on the older text would mark wrong places
            } else {
                Q_EMIT checked(verdict);
            }
        });
}
}
