// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/common/facts.h"

#include <QObject>

namespace Nightdesk
{
/// A way to the broker's socket: through an ssh link, or a test's own. One stream at a time. The thread of its
/// owner, who may destroy it whatever it says.
class BrokerWay : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// A stream can be asked for now.
    virtual bool isOpenable() const = 0;
    /// Pumps bytes between @p end (one end of a pair of ours) and the broker; opened() or failed() follows.
    virtual void open(UniqueFd end) = 0;
    /// Ends the stream; nothing follows.
    virtual void close() = 0;

Q_SIGNALS:
    void openableChanged(bool openable);
    void opened();
    void failed(const Nightdesk::Failure &failure);
    /// The broker or the way ended it, and all that came of it has been written to @p end.
    void closed();
};
}
