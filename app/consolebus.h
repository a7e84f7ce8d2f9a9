// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

namespace Nightdesk
{
/// This console on the session bus, for `nightdesk status`. Without a bus it does nothing. GUI thread.
class ConsoleBus : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.nightdesk.Console")
public:
    /// @p state gives the JSON of DeskStatus.
    explicit ConsoleBus(std::function<QString()> state, QObject *parent = nullptr);

    static QString servicePrefix(); ///< followed by the process id
    static QString path();
    static QString interfaceName();

public Q_SLOTS:
    Q_SCRIPTABLE QString State();
    Q_SCRIPTABLE void Raise();

Q_SIGNALS:
    void raiseRequested();

private:
    std::function<QString()> m_state;
};
}
