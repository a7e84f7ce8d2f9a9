// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/draft.h"

#include <QObject>

namespace Nightdesk
{
/// Checks a text while it is written, on other threads: one check at a time, and what was typed meanwhile is checked next. Its end waits for
/// nothing: a share may hang. GUI thread. Owned by ProfileWindow or AdditionDialog.
class LiveCheck : public QObject
{
    Q_OBJECT
public:
    explicit LiveCheck(QObject *parent = nullptr);

    /// Reads the files around @p file, then checks again what was given last. Checking goes on with what is known meanwhile.
    void read(const QString &file);
    /// As if @p draft had been read.
    void use(const Draft &draft);
    void check(const QByteArray &text);
    const Draft &draft() const; ///< without a file until it was read

Q_SIGNALS:
    /// Of the text that was given last.
    void checked(const Nightdesk::Draft::Verdict &verdict);

private:
    void startReading();
    void start();

    QString m_file; ///< to read
    bool m_isReadWanted = false;
    bool m_isReading = false; ///< one at a time: each that hangs takes a thread
    Draft m_draft;
    QByteArray m_text;
    bool m_hasText = false;
    bool m_isWanted = false; ///< m_text is not checked yet
    bool m_isChecking = false;
};
}
