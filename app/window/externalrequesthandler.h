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
class ExternalLinkOpener;
class Session;

/// Carries out requests of other programs in a console, in the same way as for a user: connections go through
/// ConnectFlow and its questions. GUI thread. Created and owned by ConsoleFeatures.
class ExternalRequestHandler : public QObject, public ConsoleActions
{
    Q_OBJECT
public:
    /// All arguments outlive this object. @p raise: raises a display.
    ExternalRequestHandler(Desk *desk,
                           FacilityChoice *choice,
                           ConnectFlow *flow,
                           ExternalLinkOpener *links,
                           std::function<void(Session *)> raise,
                           QObject *parent);

    std::expected<QString, Refusal> connectProfile(const QString &profile, const QString &site, const QString &directory) override;
    Result disconnectProfile(const QString &profile) override;
    Result raiseDisplay(const QString &display) override;
    Result openNightdeskUrl(const QString &url) override;
    /// Carries out the command line of a second Nightdesk process, if this console can; returns the exit status for
    /// that process. @p directory: working directory of that process.
    int runCommand(const QStringList &words, const QString &directory);

private:
    Desk *m_desk;
    FacilityChoice *m_facilityChoice;
    ConnectFlow *m_connectFlow;
    ExternalLinkOpener *m_linkOpener;
    std::function<void(Session *)> m_raiseDisplay;
};
}
