// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace Nightdesk
{
/// For how long nobody has touched the keyboard or the mouse of this display, in whichever program. GUI thread, which does not wait.
class XIdle : public QObject
{
    Q_OBJECT
public:
    using Time = std::optional<std::chrono::milliseconds>; ///< empty: not known
    /// May wait; any thread.
    using Ask = std::function<Time()>;
    /// @p ask instead of the X server that Nightdesk's windows are on.
    explicit XIdle(const Ask &ask = {}, QObject *parent = nullptr);
    ~XIdle() override;

    void read(); ///< told() follows, unless the server does not answer

    /// Any thread, for it waits for the server. @p display as in $DISPLAY; empty: there is none.
    static Time ask(const QByteArray &display);

Q_SIGNALS:
    void told(Nightdesk::XIdle::Time idle);

private:
    struct Mailbox;
    const Ask m_ask;
    std::shared_ptr<Mailbox> m_mailbox;
};
}
