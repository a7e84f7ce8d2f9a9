// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCommandLinkButton;
class QVBoxLayout;

namespace Nightdesk
{
/// What stands in place of the instruments where no facility is set up: what a person can do about that. GUI thread.
/// Owned by the page that ConsolePages puts it on.
class WelcomePage : public QWidget
{
    Q_OBJECT
public:
    explicit WelcomePage(QWidget *parent = nullptr);

    /// The demo is being started: it cannot be asked for a second time.
    void setDemoStarting(bool isStarting);

Q_SIGNALS:
    void demoRequested();
    void openRequested(); ///< a facility directory that there is
    void makeRequested(); ///< a new one
    void desktopRequested(); ///< one desktop without a facility

private:
    QCommandLinkButton *add(QVBoxLayout *column, const QString &icon, const QString &text, const QString &explanation);

    QCommandLinkButton *m_demo;
};
}
