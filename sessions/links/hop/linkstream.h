// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
class LinkControl;

/// One byte stream through a link, between a local descriptor and a socket on the remote host. Lives on the GUI thread, owned by the caller of
/// Link::openStream(); the link's thread moves the bytes. Destroying it (or closing the local end) closes the channel.
class LinkStream : public QObject
{
    Q_OBJECT
public:
    ~LinkStream() override;

Q_SIGNALS:
    void opened();
    /// The channel was refused or the link is not live; no other signal follows.
    void failed(const Nightdesk::Failure &failure);
    /// The remote end, or the link, ended the stream after opened(). The local descriptor also gets end-of-file.
    void closed();

private:
    friend class Link;
    friend class LinkConnection;
    LinkStream() = default;
    quint64 m_id = 0;
    std::weak_ptr<LinkControl> m_linkControl; ///< of the connection that opens the stream; empty: the link is not live
};
}
