// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/common/facts.h"

#include <QObject>

namespace Nightdesk
{
/// A path to the broker's socket: through an ssh link, or another one in tests. One stream at a time. Used on the
/// thread of its owner, which may destroy it during any signal.
class BrokerTransport : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Whether a stream can be opened now.
    virtual bool isOpenable() const = 0;
    /// Pumps bytes between @p localSocketEnd (one end of a local socket pair) and the broker; emits streamOpened() or streamFailed().
    virtual void open(UniqueFd localSocketEnd) = 0;
    /// Ends the stream without further signals.
    virtual void close() = 0;

Q_SIGNALS:
    void openableChanged(bool openable);
    void streamOpened();
    void streamFailed(const Nightdesk::Failure &failure);
    /// The broker or the path ended the stream. All bytes of the stream were written to the socket of open().
    void streamClosed();
};
}
