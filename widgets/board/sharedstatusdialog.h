// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardlinestate.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;

namespace Nightdesk
{
/// The dialog "Shared Status": exactly what this desk last sent to the status board, who views it, and the state of the
/// broker connection. GUI thread. Opened by SharedStatusController, a child of the main window.
class SharedStatusDialog : public QDialog
{
    Q_OBJECT
public:
    explicit SharedStatusDialog(QWidget *parent = nullptr);

    void setPublishedMessages(const QHash<QString, QByteArray> &messages);
    /// @p at: when the status was last sent, UTC; @p isPublishing: the desk will send more.
    void setLastSentAt(const QDateTime &at, bool isPublishing);
    void setLineState(const BoardLineState &lineState);
    /// @p name: name of this desk on the board ("santa-cruz/left"); empty: there is no credential. @p traffic: text
    /// about the traffic with the broker, translated.
    void setDeskNameAndTraffic(const QString &name, const QString &traffic);
    void showError(const QString &text); ///< @p text: an error of the credential, translated; empty: no error

Q_SIGNALS:
    void credentialChoiceRequested(); ///< the user wants to choose a credential file
    void peopleRequested();

private:
    QLabel *m_deskNameLabel;
    QLabel *m_stateLabel;
    QLabel *m_watchersLabel;
    QLabel *m_trafficLabel;
    QLabel *m_errorLabel;
    QLabel *m_lastSentLabel;
    QPlainTextEdit *m_textView;
    QPlainTextEdit *m_jsonView;
};
}
