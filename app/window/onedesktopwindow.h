// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QWidget>

#include <memory>

namespace Nightdesk
{
class Desk;
class DesktopSession;
class SingleDesktopView;

/// The window of `nightdesk view`: one desktop, without a profile. Reconnects automatically, like every display. GUI
/// thread. Owned by main().
class OneDesktopWindow : public QWidget
{
    Q_OBJECT
public:
    explicit OneDesktopWindow(const DesktopCommand &command);
    ~OneDesktopWindow() override;

private:
    void updateTitle();

    std::unique_ptr<Desk> m_desk;
    QString m_typedAddress;
    DesktopSession *m_desktopSession = nullptr;
    SingleDesktopView *m_desktopView = nullptr;
};
}
