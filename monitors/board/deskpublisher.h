// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/reportpacer.h"
#include "sessions/board/boardsender.h"
#include "sessions/boardwire/boardtopics.h"

#include <QTimer>

#include <chrono>
#include <functional>
#include <optional>

namespace Nightdesk
{
struct DeskFigures;

/// Publishes a desk's state to the broker, as sparingly as docs/developer/protocols/board.md requires: changes at once (at most twice a
/// second), numbers at most every 5 s and only outside their dead band, everything every 60 s. The figures come from a function, so that
/// a simulated desk can use the same code. GUI thread; @p client outlives it. Owned by DeskMessenger.
class DeskPublisher : public BoardMessageSender
{
    Q_OBJECT
public:
    /// Expiry of retained messages: observers' names and failures stay at the broker no longer than a night.
    static constexpr std::chrono::hours retainedMessageExpiry{12};

    using FiguresFunction = std::function<DeskFigures()>;
    DeskPublisher(BrokerClient *client, const QString &facility, const DeskName &desk, const FiguresFunction &source, QObject *parent = nullptr);

    void close() override; ///< publishes the desk's farewell first

public Q_SLOTS:
    void publishStateSoon();
    void publishHistorySoon();

private:
    BoardWire::Presence presence(bool isOnline) const override;
    void publishPart(ReportPacer::Part part, const DeskFigures &figures);
    void publishDueParts();

    const BoardTopics m_topics;
    const DeskName m_deskName;
    const FiguresFunction m_figuresFunction;
    ReportPacer m_reportPacer;
    std::optional<BoardWire::DeskState> m_lastPublishedState; ///< the state that was published last
    QTimer m_publishTimer;
};
}
