// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewprefs.h"

#include <QHash>
#include <QObject>
#include <QPoint>
#include <QRect>

#include <memory>
#include <vector>

namespace Nightdesk
{
class AppSession;
class NightIndicators;
class ProgramWindow;
class Session;

/// The windows of programs in private X servers: one for each such session, visible or not. GUI thread. Owned by ViewerWindows.
class ProgramWindows : public QObject
{
    Q_OBJECT
public:
    explicit ProgramWindows(QObject *parent = nullptr);
    ~ProgramWindows() override;

    void add(AppSession *session);
    void remove(const Session *session); ///< call before the session is deleted
    void clear();
    ProgramWindow *windowOf(const Session *session) const; ///< null: the session has none
    void setPrefs(const ViewPrefs &prefs);
    /// call before the first add(); @p indicators must outlive this object
    void setIndicators(NightIndicators *indicators);

Q_SIGNALS:
    void consoleRequested();
    void neighborScreenRequested(Nightdesk::Session *session, int step);

private:
    std::vector<std::unique_ptr<ProgramWindow>> m_programWindows;
    ViewPrefs m_viewPrefs;
    NightIndicators *m_nightIndicators = nullptr;
};
}
