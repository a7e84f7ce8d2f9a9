// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/lookplan.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>

class QWidget;

namespace Nightdesk
{
struct ProfileVersion;
class BoardLookWindow;
class ConnectFlow;
class Desk;
class DesktopSession;
class FacilityChoice;
class NightSecrets;
class ProfileVersionReader;
class Questions;

/// Looks in at other desks: opens their desktops here in windows, view-only, by links of its own to the summit. Further ones of
/// the same instrument come by the same link. GUI thread. A child of its window.
class BoardDesktopOpener : public QObject
{
    Q_OBJECT
public:
    /// All outlive it; @p window is the dialogs' parent.
    BoardDesktopOpener(FacilityChoice *choice, Questions *questions, QWidget *window);
    ~BoardDesktopOpener() override;

    /// Empty: it can be looked at; else why not, translated.
    QString obstacle(const BoardDesk &desk, const QString &display) const;
    /// Shows it, or raises the window that does; what has to be asked first is asked. refused() tells why not.
    void openDisplay(const BoardDesk &desk, const QString &display);
    /// Keys of what is being looked at of @p desk.
    QStringList displays(const DeskName &desk) const;
    QList<DeskName> desks() const;
    void closeAll();
    /// What was told for the night: the board's own link asks for nothing twice.
    std::shared_ptr<NightSecrets> secrets() const;
    QList<BoardLookWindow *> windows() const;

Q_SIGNALS:
    void changed(const Nightdesk::DeskName &desk); ///< displays()
    void refused(const QString &why);

private:
    struct Look {
        DeskName desk;
        QString display; ///< as the desk calls it
        LookPlan plan;
        QString version; ///< of the profile at the desk; empty: not reported
        QPointer<BoardLookWindow> window;
        QString session; ///< Session::key(); empty: not opened yet
    };
    ConnectFlow *flow();
    /// Asks for what the next one that is not open yet needs, one instrument after the other.
    void askNext();
    void open(Look &look);
    void versionKnown(const QString &profileId, const ProfileVersion &version);
    void ready(const InstrumentProfile &profile);
    void stopped(const QString &why);
    void close(const QString &session);
    void rest();

    FacilityChoice *m_choice;
    QWidget *m_window;
    std::unique_ptr<Desk> m_desk;
    Questions *m_questions;
    ProfileVersionReader *m_versions;
    ConnectFlow *m_flow = nullptr; ///< made when it is needed: it asks for the site by itself
    QList<Look> m_looks;
    QTimer m_rest; ///< links of what nobody looks at any more
};
}
