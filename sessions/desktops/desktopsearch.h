// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/discovery.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
/// Searches once for desktops on a host, which need not be in any profile, by a separate connection that asks the user nothing. Closes
/// that connection when done. Owned by its user, such as the dialog that offers the desktops. GUI thread.
class DesktopSearch : public QObject
{
    Q_OBJECT
public:
    /// @p link: if it has no discover command, the list of TigerVNC's vncserver is used.
    explicit DesktopSearch(const LinkSpec &link, QObject *parent = nullptr);
    ~DesktopSearch() override;

    void start(); ///< starts the search; to be called once
    /// The command that would run on the host of @p link.
    static QStringList command(const LinkSpec &link);

Q_SIGNALS:
    // Either finished() or searchFailed() is emitted, once. A receiver must not delete this object in its slot.
    void finished(const Nightdesk::DiscoverOutcome &outcome);
    void searchFailed(const Nightdesk::Failure &failure); ///< the host was not reached

private:
    void fail(const Failure &failure);

    std::unique_ptr<Link> m_searchLink;
    bool m_isSearchOver = false;
};
}
