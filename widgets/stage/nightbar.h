// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/seenwatch.h"
#include "widgets/view/nightsigns.h"

#include <QDateTime>
#include <QPointer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QToolButton;

namespace Nightdesk
{
/// The night's part of a strip: what is recorded, whether the bell is muted, whether the SA is called, what was just done, and the clocks: sidereal time,
/// the facility's, UT. Where there is little room the facility's time goes first, then sidereal time; UT always stays. Wakes up
/// on the second, and only while it is seen. GUI thread. Owned by StageStrip.
class NightBar : public QWidget
{
    Q_OBJECT
public:
    explicit NightBar(QWidget *parent = nullptr);

    void setSigns(NightSigns *signs); ///< null: UT alone
    /// How wide it may be at most.
    void setRoom(int width);
    int widestHint() const; ///< with all its clocks
    /// Shows this time; what the timer calls.
    void showTime(const QDateTime &utc);
    bool wakesUp() const;
    /// What is recorded, for how long, and how that ends.
    static QString words(const NightSigns::Recording &recording, std::chrono::seconds elapsed);
    /// @p text as it can be read in @p toolbar, darkened or not.
    static QColor readable(const QPalette &toolbar, const QColor &text);

Q_SIGNALS:
    void ticked(); ///< woke up for the next second
    void resized(); ///< it wants more or less room

private:
    void refresh();
    void tick();
    void showText(const QString &text);
    void fit();
    int wantedWidth(bool withFacility, bool withSidereal) const;

    QPointer<NightSigns> m_signs;
    QToolButton *m_recording;
    QToolButton *m_muted;
    QLabel *m_messageLabel;
    QString m_saidText; ///< whole
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
