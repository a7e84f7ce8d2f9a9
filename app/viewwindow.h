// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commandline.h"

#include <QWidget>

#include <memory>

class KMessageWidget;

namespace Nightdesk
{
class Desk;
class RemoteView;
class Session;
class StageStrip;

/// `nightdesk view`: one desktop in one window, without a profile. Comes back by itself like every display. GUI thread.
class ViewWindow : public QWidget
{
    Q_OBJECT
public:
    explicit ViewWindow(const DesktopCommand &command);
    ~ViewWindow() override;

private:
    void showState();
    void leaveFullScreen();

    std::unique_ptr<Desk> m_desk;
    QString m_target;
    Session *m_session = nullptr;
    RemoteView *m_view = nullptr;
    StageStrip *m_strip = nullptr;
    KMessageWidget *m_message = nullptr;
};
}
