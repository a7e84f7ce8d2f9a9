// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/repeatedrequest.h"
#include "sessions/profiles/editing/draft.h"

#include <QObject>

#include <optional>

namespace Nightdesk
{
/// Checks a text while it is edited, on other threads: one check at a time; text typed meanwhile is checked next. The destructor does not wait: a
/// share may hang. GUI thread. Owned by ProfileWindow or AdditionDialog.
class DraftChecker : public QObject
{
    Q_OBJECT
public:
    explicit DraftChecker(QObject *parent = nullptr);

    /// Reads the files around @p file, then checks the latest text again. Meanwhile checks use the files that were read before.
    void readFacilityOf(const QString &file);
    /// Uses @p draft as if it had just been read.
    void setDraft(const Draft &draft);
    void check(const QByteArray &text);
    const Draft &draft() const; ///< without a file until readFacilityOf() has finished

Q_SIGNALS:
    /// Verdict on the latest text.
    void checked(const Nightdesk::Draft::Verdict &verdict);

private:
    void startReadingDraft();
    void startCheck();

    QString m_draftFile; ///< the file whose facility is to be read
    /// Reads the facility's files; never two reads at a time, because a read of a share that is offline may occupy its thread for a long time.
    RepeatedRequest m_readFacilityRequest;
    Draft m_draft;
    std::optional<QByteArray> m_textToCheck; ///< latest text to check; empty: nothing to check yet
    RepeatedRequest m_checkTextRequest; ///< checks the latest text; one check at a time
};
}
