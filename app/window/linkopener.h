// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/outsidelink.h"

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

/// Opens a link that came from outside, once the person here was told what it would connect and said yes. One question at a
/// time: the last link counts. GUI thread. A child of the main window.
class LinkOpener : public QObject
{
    Q_OBJECT
public:
    /// What shows one desktop without a profile; the console goes on beside it.
    using Viewer = std::function<bool(const DesktopCommand &)>;
    /// All outlive it; @p window is the question's parent.
    LinkOpener(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, MessageBar *message, QWidget *window, Viewer viewer = &LinkOpener::startViewer);

    void open(const QString &link);

    /// In a process of its own.
    static bool startViewer(const DesktopCommand &view);
    /// The words after the program's that mean @p view.
    static QStringList words(const DesktopCommand &view);

private:
    void showQuestion();
    void answer(bool yes);
    /// What is connected stays, and no other's question is taken away: true, and it was said.
    bool isInTheWay(const QString &profileId);
    QString nameOf(const QString &profileId) const;
    QString question() const;
    QStringList details() const;

    Desk *m_desk;
    FacilityChoice *m_choice;
    ConnectFlow *m_flow;
    MessageBar *m_message;
    QWidget *m_window;
    Viewer m_viewer;
    QString m_text; ///< the link as it came; empty: none waits
    OutsideLink m_link;
    QPointer<QMessageBox> m_box;
};
}
