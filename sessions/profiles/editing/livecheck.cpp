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
    m_isReadWanted = true;
    startReading();
}

void LiveCheck::startReading()
{
    if (!m_isReadWanted || m_isReading) {
        return;
    }
    m_isReadWanted = false;
    m_isReading = true;
    BackgroundJobs::shared().run(
        [file = m_file] {
            return Draft::of(file);
        },
        this,
        [this](const Draft &draft) {
            m_isReading = false;
            use(draft);
            startReading();
        });
}

void LiveCheck::use(const Draft &draft)
{
    m_draft = draft;
    m_isWanted = m_hasText;
    start();
}

void LiveCheck::check(const QByteArray &text)
{
    m_text = text;
    m_hasText = true;
    m_isWanted = true;
    start();
}

const Draft &LiveCheck::draft() const
{
    return m_draft;
}

void LiveCheck::start()
{
    if (!m_isWanted || m_isChecking || m_draft.file().isEmpty()) {
        return;
    }
    m_isWanted = false;
    m_isChecking = true;
    BackgroundJobs::shared().run(
        [draft = m_draft, text = m_text] {
            return draft.check(text);
        },
        this,
        [this](const Draft::Verdict &verdict) {
            m_isChecking = false;
            if (m_isWanted) {
                start(); // the verdict on an older text would mark wrong places
            } else {
                Q_EMIT checked(verdict);
            }
        });
}
}
