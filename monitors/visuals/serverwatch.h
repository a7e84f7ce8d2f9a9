// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/screenfacts.h"
#include "monitors/visuals/serverfit.h"
#include "sessions/xwindows/facts/xserverreader.h"

#include <QDateTime>
#include <QJsonArray>
#include <QObject>

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace Nightdesk
{
class Desk;
class Link;
class RemoteXServer;

/// Knows what this workstation's X server can show, and the X servers of desktops on hosts that were connected; reads them when a
/// connection is up, and again when asked. What cannot be read is not known, and holds up nothing. Owner: the main window. GUI thread.
class ServerWatch : public QObject
{
    Q_OBJECT
public:
    static constexpr int mostDisplays = 4; ///< that are read of one link

    /// An X server of a desktop.
    struct Remote {
        QString host;
        int display = 0; ///< ":1" is 1
        XServerFacts facts; ///< the last that were read; with a problem: none ever
        QDateTime readAt; ///< UTC
    };

    /// @p desk outlives it.
    explicit ServerWatch(Desk *desk, QObject *parent = nullptr);
    ~ServerWatch() override;

    /// The X display of the desktop, if its server is an Xvnc as they are usually started; empty: nobody can tell.
    static std::optional<int> displayOf(const DesktopSpec &spec);
    /// The patterns of core fonts that windows of @p facility need, each once.
    static QStringList fontsOf(const Facility &facility);
    /// Core fonts that profiles need; looked for from now on.
    void setFonts(const QStringList &patterns);

    const std::optional<XServerFacts> &here() const; ///< empty: not read yet
    QList<Remote> remotes() const; ///< in the order in which they were read first
    /// remotes() and @p screens, as remotesOf() and screensOf() read them; @p colormaps: of PaletteJson.
    QByteArray json(const ScreenFacts &screens = {}, const QJsonArray &colormaps = {}) const;
    /// Those of another console's json(), which may be of another version: what it does not have is not known.
    static QList<Remote> remotesOf(const QByteArray &json);
    static ScreenFacts screensOf(const QByteArray &json);
    static QJsonArray colormapsOf(const QByteArray &json);
    /// Whether displays of @p profile fit, by what is known now: of those of which something is to be said.
    QList<std::pair<QString, ServerFit>> fits(const InstrumentProfile &profile) const;
    /// Of one desktop of @p profile. @p size: of its image, empty while that is not known.
    ServerFit fitOf(const InstrumentProfile &profile, const DesktopSpec &desktop, const QSize &size) const;
    ServerFit fitOf(const InstrumentProfile &profile, const WindowSpec &window) const; ///< likewise, of an X program

public Q_SLOTS:
    void readAgain();

Q_SIGNALS:
    void hereRead(const Nightdesk::XServerFacts &facts);
    void changed(); ///< here() or remotes()

private:
    void watch(Link *link);
    void readRemotes(Link *link);
    void keep(const QString &host, const XServerFacts &facts);
    const XServerFacts *factsOf(const InstrumentProfile &profile, const QString &linkId, std::optional<int> display) const;

    Desk *const m_desk;
    XServerReader m_reader;
    QStringList m_fonts;
    std::optional<XServerFacts> m_here;
    QList<Remote> m_remotes;
    std::unordered_map<Link *, std::vector<std::unique_ptr<RemoteXServer>>> m_readers;
};
}
