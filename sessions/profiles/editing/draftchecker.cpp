// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/draftchecker.h"

#include "sessions/common/backgroundjobs.h"

namespace Nightdesk
{
DraftChecker::DraftChecker(QObject *parent)
    : QObject(parent)
{
}

void DraftChecker::read(const QString &file)
{
    m_file = file;
    m_draftReader.handle(QuestionEvent::Changed);
    startReading();
}

void DraftChecker::startReading()
{
    if (!m_draftReader.isDue()) {
        return;
    }
    m_draftReader.handle(QuestionEvent::Asked);
    BackgroundJobs::shared().run(
        [file = m_file] {
            return Draft::forFile(file);
        },
        this,
        [this](const Draft &draft) {
            m_draftReader.handle(QuestionEvent::Answered);
            setDraft(draft);
            startReading();
        });
}

void DraftChecker::setDraft(const Draft &draft)
{
    m_draft = draft;
    if (m_text) {
        m_checker.handle(QuestionEvent::Changed);
    }
    startCheck();
}

void DraftChecker::check(const QByteArray &text)
{
    m_text = text;
    m_checker.handle(QuestionEvent::Changed);
    startCheck();
}

const Draft &DraftChecker::draft() const
{
    return m_draft;
}

void DraftChecker::startCheck()
{
    if (!m_checker.isDue() || m_draft.file().isEmpty()) {
        return;
    }
    m_checker.handle(QuestionEvent::Asked);
    BackgroundJobs::shared().run(
        [draft = m_draft, text = *m_text] {
            return draft.check(text);
        },
        this,
        [this](const Draft::Verdict &verdict) {
            m_checker.handle(QuestionEvent::Answered);
            if (m_checker.isDue()) {
                startCheck(); // check the new text: a verdict on the older text would mark wrong places
            } else {
                Q_EMIT checked(verdict);
            }
        });
}
}
