// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/seenwatch.h"
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
    explicit NightBar(QWidget *parent = nullptr);

    void setIndicators(NightIndicators *indicators); ///< null: the bar shows only universal time (UT)
    /// The largest width that the bar may take.
    void setRoom(int width);
    int widestHint() const; ///< width with all clocks
    /// Shows this time; the timer calls it.
    void showTime(const QDateTime &utc);
    bool wakesUp() const;
    /// Text with the recorded desktop, its duration, and how to stop it.
    static QString words(const NightIndicators::Recording &recording, std::chrono::seconds elapsed);
    /// The color @p text, adjusted to be readable in @p toolbar, darkened or not.
    static QColor readable(const QPalette &toolbar, const QColor &text);

Q_SIGNALS:
    void ticked(); ///< the bar updated its clocks for the next second
    void resized(); ///< the bar needs more or less room

private:
    void refresh();
    void tick();
    void showText(const QString &text);
    void fit();
    int wantedWidth(bool withFacility, bool withSidereal) const;

    QPointer<NightIndicators> m_indicators;
    QToolButton *m_recording;
    QToolButton *m_muted;
    QLabel *m_messageLabel;
    QString m_saidText; ///< the last message, not shortened
    QLabel *m_call;
    QLabel *m_sidereal;
    QLabel *m_facility;
    QLabel *m_ut;
    QTimer m_tick;
    QTimer m_messageTimer;
    SeenWatch m_seen;
    int m_room = QWIDGETSIZE_MAX;
    bool m_hasSidereal = false;
    bool m_hasFacility = false;
};
}
