// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardsight.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;

namespace Nightdesk
{
/// "What the Board Sees…": exactly what this desk told last, who looks, and how it goes with the broker. GUI thread.
/// Opened by SharedStatus, a child of the main window.
class SharedStatusDialog : public QDialog
{
    Q_OBJECT
public:
    explicit SharedStatusDialog(QWidget *parent = nullptr);

    void setPublished(const QHash<QString, QByteArray> &told);
    /// When it was (UTC); @p isTelling: more follows.
    void setReportedAt(const QDateTime &at, bool isTelling);
    void setSight(const BoardSight &sight);
    /// How the board knows this desk ("santa-cruz/left"); empty: there is no credential. @p traffic: translated.
    void setBroker(const QString &name, const QString &traffic);
    void showError(const QString &text); ///< of the credential; translated; empty: nothing is wrong

Q_SIGNALS:
    void credentialRequested(); ///< a file with one is to be chosen
    void peopleRequested();

private:
    QLabel *m_name;
    QLabel *m_state;
    QLabel *m_watchers;
    QLabel *m_traffic;
    QLabel *m_complaint;
    QLabel *m_reportedAt;
    QPlainTextEdit *m_words;
    QPlainTextEdit *m_json;
};
}
