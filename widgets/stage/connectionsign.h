// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/connectionlevel.h"
#include "sessions/links/facts/linkfacts.h"

#include <QList>
#include <QObject>
#include <QPointer>

class QHBoxLayout;
class QLabel;
class QWidget;

namespace Nightdesk
{
class ChipRow;
class ConnectionLane;
class DesktopSession;
class Link;
class RateButton;

/// How the connection of a screen's desktops is, in its toolbar: a word and the round-trip time, why it is slow, its last ten
/// minutes, and the rate, which opens the figures. Of several connections the worst is shown. GUI thread. Owned by StageStrip, which
/// has its parts in its row.
class ConnectionSign : public QObject
{
    Q_OBJECT
public:
    /// Appends its parts to @p row, the layout of @p strip. @p chips know the current desktop, and outlive this.
    ConnectionSign(QHBoxLayout *row, const ChipRow *chips, QWidget *strip);

    void setDesktops(const QList<DesktopSession *> &sessions);
    void showWhole(); ///< all that there is to say
    void setShort(bool isShort); ///< the word alone
    QList<QWidget *> dispensable() const; ///< what may be hidden until showWhole(), the first one first: tooltips and the menu say it too

Q_SIGNALS:
    void changed(); ///< there is more or less to say
    void told(const QString &words); ///< how it is; empty: there is none

private:
    struct Sign {
        QString text;
        QString reason;
        LinkState state = LinkState::Idle;
        std::optional<ConnectionLevel::Verdict> verdict;
        qint64 palette = 0;
        bool operator==(const Sign &) const = default;
    };
    void show();
    void showRate();
    void openFigures();

    QWidget *const m_strip;
    const ChipRow *const m_chips;
    QList<Link *> m_links;
    QPointer<Link> m_shown; ///< whose figures are shown
    Sign m_sign; ///< as m_word shows it
    QLabel *m_word;
    QLabel *m_reason; ///< why the connection is slow
    ConnectionLane *m_lane;
    RateButton *m_rate;
};
}
