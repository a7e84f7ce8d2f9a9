// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/bus/consoleactions.h"

#include <QObject>

#include <functional>

namespace Nightdesk
{
class ConnectFlow;
class Desk;
class FacilityChoice;
class LinkOpener;
class Session;

/// Does in a console what is asked of it from outside, in the ways that a person would go: what connects goes through
/// ConnectFlow with its questions. GUI thread. Created by ConsoleFeatures, which owns it.
class ConsoleRemote : public QObject, public ConsoleActions
{
    Q_OBJECT
public:
    /// All outlive it. @p raise brings a display to the front.
    ConsoleRemote(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, LinkOpener *links, std::function<void(Session *)> raise, QObject *parent);

    std::expected<QString, Refusal> connectProfile(const QString &profile, const QString &site, const QString &directory) override;
    Result disconnectProfile(const QString &profile) override;
    Result raiseDisplay(const QString &display) override;
    Result openLink(const QString &link) override;
    /// What a start with these words would do, as far as this console can: the exit status of that start. @p directory: where it was
    /// started.
    int runCommand(const QStringList &words, const QString &directory);

private:
    Desk *m_desk;
    FacilityChoice *m_choice;
    ConnectFlow *m_flow;
    LinkOpener *m_links;
    std::function<void(Session *)> m_raise;
};
}
