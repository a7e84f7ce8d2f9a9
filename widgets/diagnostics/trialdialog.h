// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <chrono>
#include <memory>
#include <optional>

class QDialogButtonBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace Nightdesk
{
class DesktopTrial;

/// The dialog "Try Settings": asks first, then shows the measurements of a DesktopTrial, row by row, and the best
/// setting. Closing the dialog cancels the trial. GUI thread. Opened by ConsoleDiagnostics, a child of the main window.
class TrialDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p desktop, @p host: names for users. @p roundTrip: round trip through ssh to that host, if known. @p refusal:
    /// why settings cannot be tried; empty: they can be tried.
    TrialDialog(std::unique_ptr<DesktopTrial> trial,
                const QString &desktop,
                const QString &host,
                std::optional<std::chrono::microseconds> roundTrip,
                const QString &refusal,
                QWidget *parent = nullptr);
    ~TrialDialog() override;

    void done(int result) override;

private:
    void start();
    void showRows();
    void fitColumns();
    void showResult();
    void showMessage(const QString &text);

    const std::unique_ptr<DesktopTrial> m_desktopTrial;
    QLabel *m_textLabel;
    QTreeWidget *m_trialTable;
    QProgressBar *m_progressBar;
    QDialogButtonBox *m_buttonBox;
    QPushButton *m_startButton;
    bool m_isMeasuring = false;
};
}
