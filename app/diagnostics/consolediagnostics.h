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

/// Records the night's figures of a desk, and shows them on the Diagnostics page, docked to the main window or in a separate window. GUI thread. A
/// child of the main window.
class ConsoleDiagnostics : public QObject
{
    Q_OBJECT
public:
    /// @p desk and @p traffic outlive this object. Must be created before the window's setupGUI(), which restores the position of the page.
    ConsoleDiagnostics(const Desk *desk, const XTrafficWatch *traffic, KXmlGuiWindow *window);

    void setNight(const QDate &night);
    /// IANA name of the site's time zone; if the name is unknown, UT is used.
    void setTimeZone(const QString &timezone);
    void describe(QJsonObject &state) const; ///< adds the night's figures to @p state

private:
    void show();
    void openTrialDialog(const QString &desktop);

    const Desk *const m_desk;
    FigureRecorder *m_figureRecorder;
    DiagnosticsView *m_diagnosticsView;
    QDockWidget *m_dock;
    /// The open trial dialog: only one, because two trials would disturb each other's measurements.
    QPointer<QDialog> m_trialDialog;
};
}
