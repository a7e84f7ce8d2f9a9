// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class KXmlGuiWindow;
class QDate;
class QDialog;
class QDockWidget;
class QJsonObject;

namespace Nightdesk
{
class Desk;
class DiagnosticsView;
class FigureRecorder;
class XTrafficWatch;

/// Records the night's figures of a desk, and shows them on the Diagnostics page: docked to the main window, or a window of its own on any
/// monitor. GUI thread. A child of the main window.
class ConsoleDiagnostics : public QObject
{
    Q_OBJECT
public:
    /// Both outlive this. Before the window's setupGUI(), which restores where the page was.
    ConsoleDiagnostics(const Desk *desk, const XTrafficWatch *traffic, KXmlGuiWindow *window);

    void setNight(const QDate &night);
    void setTimeZone(const QString &timezone); ///< of the site, IANA name; unknown: UT
    void describe(QJsonObject &state) const; ///< adds what the night's figures have

private:
    void show();
    void trySettings(const QString &desktop);

    const Desk *const m_desk;
    FigureRecorder *m_recorder;
    DiagnosticsView *m_view;
    QDockWidget *m_dock;
    QPointer<QDialog> m_trial; ///< one at a time: two would measure each other
};
}
