// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/links/facts/linkfacts.h"

#include <QFrame>
#include <QPointer>
#include <QTimer>

#include <optional>

class QLabel;
class QPushButton;
class QToolButton;

namespace Nightdesk
{
class Link;
class LinkMonitor;
class ConnectionHistoryGraph;
class SupportDesk;
class SupportContactLabel;

/// The current state of one link: state, round-trip time with its last 10 minutes, bytes in and out, compression. GUI thread; @p link may be
/// destroyed first. Made by ConnectedProfileViews, owned by the layout's widget that shows it.
class LinkStatusPanel : public QFrame
{
    Q_OBJECT
public:
    /// @p support may be null: then the strip names nobody who can help.
    explicit LinkStatusPanel(Link *link, SupportDesk *support = nullptr, QWidget *parent = nullptr);
    ~LinkStatusPanel() override;

    /// The instrument of the link, if several are connected; empty: the name is not needed.
    void setInstrumentName(const QString &name);
    /// Shows @p bar, which becomes a child, below the figures.
    void addQuestion(QWidget *bar);
    /// Removes and deletes the bar. The focus remains in the strip, so that keys that are still being typed do not press a button.
    void removeQuestion(QWidget *bar);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showState(LinkState state);
    void showNotAnswering();
    void showLinkFigures();

    const QPointer<Link> m_link;
    LinkMonitor *const m_linkMonitor; ///< the monitor of m_link
    QLabel *m_instrumentLabel;
    QLabel *m_linkNameLabel;
    QLabel *m_stateLabel;
    QLabel *m_roundTripLabel;
    ConnectionHistoryGraph *m_historyGraph;
    QLabel *m_receiveRateLabel;
    QLabel *m_sendRateLabel;
    QLabel *m_compressionLabel;
    QToolButton *m_figuresButton;
    SupportContactLabel *m_supportContactLabel;
    QPushButton *m_newConnectionButton; ///< shown if the connection does not answer and a new one needs a login by the user
    std::optional<Failure> m_renewalRefusal; ///< why the renewal was refused; empty: it was not
    QTimer m_silenceTimer;
};
}
