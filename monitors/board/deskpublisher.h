// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>

namespace Nightdesk
{
class BrokerClient;
struct BrokerCredential;
struct DeskFigures;

/// Tells the broker what a desk does, as sparingly as docs/board-protocol.md says: changes at once (at most twice a second),
/// numbers every 5 s at most where they left their dead band, everything every 60 s. The figures come through functions, so that
/// a simulated desk is told of by the same code. GUI thread; @p client outlives it.
class DeskPublisher : public QObject
{
    Q_OBJECT
public:
    /// Of retained messages: names of people and what went wrong stay at the broker no longer than a night.
    static constexpr std::chrono::hours expiry{12};

    struct Source {
        std::function<DeskFigures()> figures;
        std::function<QList<BoardWire::Trouble>()> history;
    };
    DeskPublisher(BrokerClient *client, const QString &facility, const DeskName &desk, const Source &source, QObject *parent = nullptr);
    ~DeskPublisher() override;

    void open(const BrokerCredential &credential); ///< with the will of this run
    void close(); ///< says that the desk goes, in order
    /// Stamps and sends a message of this desk that is not its state: a note, a call, a layout, a move. False: not connected.
    bool send(const QString &topic, BoardWire::Message message, bool isRetained, std::optional<std::chrono::seconds> expiry = {}, const QString &mark = {});
    /// Takes back what was retained there. False: not connected.
    bool takeBack(const QString &topic);
    /// What was told last, for the desk's people to see: by topic, as it went. What the broker did not take is not in it.
    QHash<QString, QByteArray> told() const;
    QString run() const;

public Q_SLOTS:
    void stateChanged();
    void historyChanged();

Q_SIGNALS:
    void toldChanged();
    void opened(); ///< each time that the broker is there: presence, state and history were told, now tell the rest (calls, layouts)

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
