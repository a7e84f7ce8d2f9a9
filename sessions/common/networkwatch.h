// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/common/networkpicture.h"
#include "sessions/common/networkreader.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

class QSocketNotifier;

namespace Nightdesk
{
/// Notices that this computer's network changed: an address of its own gone or new, another default route, a cable pulled or
/// put in. Listens to the kernel itself (netlink), so it needs no network manager. GUI thread; never blocks. Owned by Desk.
class NetworkWatch : public QObject
{
    Q_OBJECT
public:
    explicit NetworkWatch(QObject *parent = nullptr);
    ~NetworkWatch() override;

    /// Empty until the first look at it is complete.
    const std::optional<NetworkPicture> &picture() const;

Q_SIGNALS:
    void changed();

private:
    void hear();
    void readAddresses();
    void requestDump();
    void readAnswer();
    void endLook();

    UniqueFd m_news;
    std::unique_ptr<QSocketNotifier> m_newsNotifier;
    UniqueFd m_dump; ///< valid while looking
    std::unique_ptr<QSocketNotifier> m_dumpNotifier;
    NetworkReader m_reader;
    std::optional<NetworkPicture> m_picture;
    QTimer m_lookSoon;
};
}
