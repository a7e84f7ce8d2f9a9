// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/discovery.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
/// Looks once which desktops run on a host that may be in no profile yet: by a connection of its own, which asks nobody anything. Its end
/// closes the connection. Owned by who looks, such as the dialog that offers them. GUI thread.
class DesktopSearch : public QObject
{
    Q_OBJECT
public:
    /// @p link: without discover, by the list of TigerVNC's vncserver.
    explicit DesktopSearch(const LinkSpec &link, QObject *parent = nullptr);
    ~DesktopSearch() override;

    void start(); ///< once
    /// What would run at the host of @p link.
    static QStringList command(const LinkSpec &link);

Q_SIGNALS:
    // One of the two, once. Whoever receives it must not delete this object in it.
    void finished(const Nightdesk::DiscoverOutcome &outcome);
    void failed(const Nightdesk::Failure &failure); ///< the host was not reached

private:
    void end(const Failure &failure);

    std::unique_ptr<Link> m_link;
    bool m_isOver = false;
};
}
