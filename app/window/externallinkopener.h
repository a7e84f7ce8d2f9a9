// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/externallink.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QMessageBox;

namespace Nightdesk
{
class ConnectFlow;
class Desk;
class FacilityChoice;
class MessageBar;

/// Opens a link from another program, after showing the user what it would connect and asking for confirmation. One question at a time: a newer link
/// replaces it. GUI thread. A child of the main window.
class ExternalLinkOpener : public QObject
{
    Q_OBJECT
public:
    /// A function that shows one desktop without a profile, in addition to the console. It returns false if that is not
    /// possible.
    using ViewerStarter = std::function<bool(const DesktopCommand &)>;
    /// All arguments outlive this object; @p window is the question's parent.
    ExternalLinkOpener(Desk *desk,
                       FacilityChoice *choice,
                       ConnectFlow *flow,
                       MessageBar *message,
                       QWidget *window,
                       ViewerStarter viewer = &ExternalLinkOpener::startViewer);

    void open(const QString &link);

    /// Starts the viewer as a separate process.
    static bool startViewer(const DesktopCommand &command);
    /// The command line arguments for @p command.
    static QStringList commandArguments(const DesktopCommand &command);

private:
    void showQuestion();
    void handleAnswer(bool yes);
    /// True: the link cannot be opened now, because the profile is already connected or another question is open. Shows
    /// a message about that.
    bool showReasonIfBlocked(const QString &profileId);
    QString profileName(const QString &profileId) const;
    QString questionText() const;
    QStringList questionDetails() const;

    Desk *m_desk;
    FacilityChoice *m_facilityChoice;
    ConnectFlow *m_connectFlow;
    MessageBar *m_messageBar;
    QWidget *m_parentWindow;
    ViewerStarter m_startViewer;
    QString m_urlText; ///< the link that waits for an answer, unchanged; empty: none
    ExternalLink m_externalLink;
    QPointer<QMessageBox> m_questionBox;
};
}
