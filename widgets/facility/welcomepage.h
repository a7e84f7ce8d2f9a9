// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCommandLinkButton;
class QVBoxLayout;

namespace Nightdesk
{
/// The page that replaces the instruments while no facility is set up: it says what the user can do. GUI thread.
/// Owned by the page that ConsolePages puts it on.
class WelcomePage : public QWidget
{
    Q_OBJECT
public:
    explicit WelcomePage(QWidget *parent = nullptr);

    /// While the demo starts, its button is disabled.
    void setDemoStarting(bool isStarting);

Q_SIGNALS:
    void demoRequested();
    void openFacilityRequested(); ///< the user wants to open an existing facility directory
    void newFacilityRequested(); ///< the user wants to create a new facility directory
    void singleDesktopRequested(); ///< the user wants to connect one desktop without a facility

private:
    QCommandLinkButton *addButton(QVBoxLayout *column, const QString &icon, const QString &text, const QString &explanation);

    QCommandLinkButton *m_demoButton;
};
}
