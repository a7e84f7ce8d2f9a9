// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/visibilitywatch.h"
#include "widgets/view/nightindicators.h"

#include <QDateTime>
#include <QPointer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QToolButton;

namespace Nightdesk
{
/// The part of a toolbar about the session: recording, muted bell, call to the support astronomer, last message, and clocks: sidereal time, the
/// facility's time, UT. With little room the facility's time is hidden first, then sidereal time; UT always stays. Wakes up each second, only while
/// visible. GUI thread. Owned by ViewerToolbar or BoardWindow.
class NightBar : public QWidget
{
    Q_OBJECT
public:
    NightBar();

    void setIndicators(NightIndicators *indicators); ///< call this once; until then, the bar shows only universal time (UT)
    /// The largest width that the bar may take.
    void setMaxWidth(int width);
    /// Shows the time @p utc on all clocks; the timer calls this function each second.
    void showTime(const QDateTime &utc);
    bool isClockRunning() const;
    /// The text color @p text, changed as far as needed to be readable on a toolbar with the palette @p toolbar, even if the toolbar is darkened.
    static QColor readableColor(const QPalette &toolbar, const QColor &text);

Q_SIGNALS:
    void secondPassed(); ///< the bar updated its clocks for the next second
    void sizeHintChanged(); ///< the bar needs more or less room

private:
    void refresh();
    void updateClocks();
    void showMessage(const QString &text);
    void fitToWidth();
    int requiredWidth(bool withFacility, bool withSidereal) const;

    QPointer<NightIndicators> m_nightIndicators;
    QToolButton *m_recordingButton;
    QToolButton *m_bellMutedButton;
    QLabel *m_messageLabel;
    QString m_lastMessageText; ///< the last message, not shortened
    QLabel *m_callLabel;
    QLabel *m_siderealClock;
    QLabel *m_facilityClock;
    QLabel *m_utClock;
    QTimer m_clockTimer;
    QTimer m_messageTimer;
    VisibilityWatch m_visibilityWatch;
    int m_maxWidth = QWIDGETSIZE_MAX;
    bool m_hasSiderealTime = false;
    bool m_hasFacilityTime = false;
};
}
