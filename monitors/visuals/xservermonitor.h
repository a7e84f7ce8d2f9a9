// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/screenfacts.h"
#include "monitors/visuals/xserverfit.h"
#include "sessions/xwindows/facts/xserverreader.h"

#include <QDateTime>
#include <QJsonArray>
#include <QObject>
#include <QSet>

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace Nightdesk
{
class Desk;
class Link;
class RemoteXServerQuery;

/// Reads the abilities of this workstation's X server and of the X servers of desktops on connected hosts: when the displays
/// of a new connection have started, and again on request. A failed reading blocks nothing. Owner: the main window. GUI thread.
class XServerMonitor : public QObject
{
    Q_OBJECT
public:
    static constexpr int maxDisplaysPerLink = 4; ///< displays that are read per link

    /// An X server of a desktop.
    struct RemoteServer {
        QString host;
        int display = 0; ///< number of the X display: 1 for ":1"
        XServerFacts facts; ///< facts as last read; if they have a problem, no reading has succeeded
        QDateTime readAt; ///< time of the reading, UTC
    };

    /// @p desk outlives this object.
    explicit XServerMonitor(Desk *desk, QObject *parent = nullptr);
    ~XServerMonitor() override;

    /// The X display of the desktop, if its server is an Xvnc with the usual port; empty: cannot be determined.
    static std::optional<int> displayNumberOf(const DesktopSpec &spec);
    /// The patterns of core fonts that the windows of @p facility need, without duplicates.
    static QStringList fontPatternsOf(const Facility &facility);
    /// Sets the core fonts to look for from now on.
    void setFontPatterns(const QStringList &patterns);

    const std::optional<XServerFacts> &localServerFacts() const; ///< facts about this workstation's X server; empty: not read yet
    QList<RemoteServer> remoteServers() const; ///< X servers of desktops, in the order of their first reading
    /// remoteServers() and @p screens in the format that remoteServersOf() and screensOf() read; @p colormaps: from PaletteJson.
    QByteArray json(const ScreenFacts &screens = {}, const QJsonArray &colormaps = {}) const;
    /// Reads json() of another console, possibly of another version: a missing value is treated as not known.
    static QList<RemoteServer> remoteServersOf(const QByteArray &json);
    static ScreenFacts screensOf(const QByteArray &json);
    static QJsonArray colormapsOf(const QByteArray &json);
    /// Whether the displays of @p profile fit their X servers, as far as known now. Only displays with a problem or
    /// remark are included.
    QList<std::pair<QString, XServerFit>> fitProblemsOfProfile(const InstrumentProfile &profile) const;
    /// Whether a desktop of @p profile fits. @p size: of its image; empty: not known.
    XServerFit serverFitOf(const InstrumentProfile &profile, const DesktopSpec &desktop, const QSize &size) const;
    /// Whether an X program of the profile fits.
    XServerFit serverFitOf(const InstrumentProfile &profile, const WindowSpec &window) const;

public Q_SLOTS:
    void rereadServers();

Q_SIGNALS:
    void localServerRead(const Nightdesk::XServerFacts &facts);
    void serverFactsChanged(); ///< localServerFacts() or remoteServers() changed

private:
    void watchLink(Link *link);
    void readRemoteServersAfterStart(Link *link);
    void readServersOfStartedDisplays();
    bool isDisplayStarting(const Link *link) const;
    void readRemoteServers(Link *link);
    void storeRemoteServerFacts(const QString &host, const XServerFacts &facts);
    const XServerFacts *findRemoteFacts(const InstrumentProfile &profile, const QString &linkId, std::optional<int> display) const;

    Desk *const m_desk;
    XServerReader m_localReader;
    QStringList m_fontPatterns;
    std::optional<XServerFacts> m_localServer;
    QList<RemoteServer> m_remoteServers;
    QSet<Link *> m_scheduledLinks; ///< links whose servers are read when their displays have started
    std::unordered_map<Link *, std::vector<std::unique_ptr<RemoteXServerQuery>>> m_remoteReaders;
};
}
