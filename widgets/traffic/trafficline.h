// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtrafficfigures.h"

#include <QWidget>

#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace Nightdesk
{
class Session;
class WaitingTimeChart;
class XTrafficWatch;

/// How much a program waits for this desk's X server, as part of its card. While its start is slow, a progress bar shows the time left; if that is
/// minutes, a button offers a faster display mode. Figures are in tool tips. Hidden while there is nothing to show. GUI thread; destroyed before its
/// session. Owned by SessionCard.
class TrafficLine : public QWidget
{
    Q_OBJECT
public:
    /// @p watch outlives this.
    TrafficLine(Session *session, XTrafficWatch *watch, QWidget *parent = nullptr);

    QPushButton *showAsButton() const;

private:
    void refresh();
    void showProgress(const std::optional<XTrafficFigures> &figures);
    void updateLabelDependentTexts();

    Session *m_session;
    XTrafficWatch *m_trafficWatch;
    WaitingTimeChart *m_waitingChart;
    QLabel *m_waitingShareLabel;
    QLabel *m_startupLabel;
    QProgressBar *m_progressBar;
    QPushButton *m_showAsButton;
};
}
