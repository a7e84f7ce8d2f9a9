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

void DraftChecker::readFacilityOf(const QString &file)
{
    m_draftFile = file;
    m_readFacilityRequest.handle(RepeatedRequestEvent::RequestNeeded);
    startReadingDraft();
}

void DraftChecker::startReadingDraft()
{
    if (!m_readFacilityRequest.isDue()) {
        return;
    }
    m_readFacilityRequest.handle(RepeatedRequestEvent::RequestSent);
    BackgroundJobs::shared().run(
        [file = m_draftFile] {
            return Draft::forFile(file);
        },
        this,
        [this](const Draft &draft) {
            m_readFacilityRequest.handle(RepeatedRequestEvent::Answered);
            setDraft(draft);
            startReadingDraft();
        });
}

void DraftChecker::setDraft(const Draft &draft)
{
    m_draft = draft;
    if (m_textToCheck) {
        m_checkTextRequest.handle(RepeatedRequestEvent::RequestNeeded);
    }
    startCheck();
}

void DraftChecker::check(const QByteArray &text)
{
    m_textToCheck = text;
    m_checkTextRequest.handle(RepeatedRequestEvent::RequestNeeded);
    startCheck();
}

const Draft &DraftChecker::draft() const
{
    return m_draft;
}

void DraftChecker::startCheck()
{
    if (!m_checkTextRequest.isDue() || m_draft.file().isEmpty()) {
        return;
    }
    m_checkTextRequest.handle(RepeatedRequestEvent::RequestSent);
    BackgroundJobs::shared().run(
        [draft = m_draft, text = *m_textToCheck] {
            return draft.check(text);
        },
        this,
        [this](const Draft::Verdict &verdict) {
            m_checkTextRequest.handle(RepeatedRequestEvent::Answered);
            if (m_checkTextRequest.isDue()) {
                startCheck(); // check the new text: a verdict on the older text would mark wrong places
            } else {
                Q_EMIT checked(verdict);
            }
        });
}
}
