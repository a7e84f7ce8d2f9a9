// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace Nightdesk
{
class ProblemView;

/// Lists all errors of the facility's files, or says that there are none. GUI thread. Made by ConfigurationProblems, owned by the tabs
/// that show it.
class ProblemPage : public QWidget
{
    Q_OBJECT
public:
    explicit ProblemPage(QWidget *parent = nullptr);

    /// @p readAt: when the files were read.
    void setFacility(const Facility &facility, const QDateTime &readAt);
    qsizetype countErrors() const;
    qsizetype countWarnings() const;
    /// Selects the first error of @p file, if there is one.
    void showProblemsOfFile(const QString &file);

Q_SIGNALS:
    void openFileRequested(const Nightdesk::SourcePlace &place);

protected:
    void focusInEvent(QFocusEvent *event) override;

private:
    void refresh();

    QList<ProfileError> m_problems;
    QString m_facilityDirectory;
    QDateTime m_facilityReadAt;
    QToolButton *m_errorsButton;
    QToolButton *m_warningsButton;
    QStackedWidget *m_pageStack;
    ProblemView *m_problemView;
    QWidget *m_emptyPage;
    QLabel *m_emptyIcon;
    QLabel *m_emptyText;
    QLabel *m_readTimeLabel;
    QPushButton *m_copyButton;
    QPushButton *m_openButton;
};
}
