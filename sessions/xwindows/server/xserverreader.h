// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xserverfacts.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
/// Asks an X server for its visuals on a thread of its own: an X server that hangs holds up nothing. One shot; read() again
/// to look again. GUI thread; must go before the QCoreApplication.
class XServerReader : public QObject
{
    Q_OBJECT
public:
    explicit XServerReader(QObject *parent = nullptr);
    ~XServerReader() override;

    /// @p display as in $DISPLAY; empty: $DISPLAY itself.
    void read(const QString &display = {});

    /// The blocking question itself, for a thread that may wait (and for tests).
    static XServerFacts ask(const QString &display);

Q_SIGNALS:
    void factsRead(const Nightdesk::XServerFacts &facts);

private:
    struct Mailbox;
    std::shared_ptr<Mailbox> m_mailbox;
};
}
