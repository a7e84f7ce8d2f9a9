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
class ConnectionHistoryGraph;
class DesktopSession;
class Link;
class DataRateButton;

/// Connection state of a screen's desktops in its toolbar: a word and the round-trip time, why it is slow, its last ten minutes, and the data rate,
/// which opens the figures. If there are several connections, shows the worst. GUI thread. Owned by ViewerToolbar, whose layout holds the widgets.
class ConnectionIndicator : public QObject
{
    Q_OBJECT
public:
    /// Appends its widgets to @p row, the layout of @p toolbar. Asks @p chips for the current desktop; @p chips must outlive this.
    ConnectionIndicator(QHBoxLayout *row, const ChipRow *chips, QWidget *toolbar);

    void setDesktops(const QList<DesktopSession *> &sessions);
    void showAllParts(); ///< shows all texts and widgets
    void setShowsStateOnly(bool showsStateOnly); ///< true: shows only the word for the connection's state
    /// Widgets that may be hidden until showAllParts(), least important first; tooltips and the menu have the same content.
    QList<QWidget *> hideableWidgets() const;

Q_SIGNALS:
    void sizeHintChanged(); ///< the widgets need more or less room
    void stateTextChanged(const QString &words); ///< the text of the connection's state changed; empty: no connection

private:
    struct Content {
        QString text;
        QString reason;
        LinkState state = LinkState::Idle;
        std::optional<ConnectionLevel::Verdict> verdict;
        qint64 paletteCacheKey = 0;
        bool operator==(const Content &) const = default;
    };
    void updateContent();
    void showDataRate();
    void openFiguresPopup();

    QWidget *const m_toolbar;
    const ChipRow *const m_chipRow;
    QList<Link *> m_desktopLinks;
    QPointer<Link> m_shownLink; ///< the connection whose figures are shown
    Content m_shownContent; ///< the shown texts and colors, to change the widgets only if needed
    QLabel *m_stateLabel;
    QLabel *m_reasonLabel; ///< why the connection is slow
    ConnectionHistoryGraph *m_historyGraph;
    DataRateButton *m_dataRateButton;
};
}
