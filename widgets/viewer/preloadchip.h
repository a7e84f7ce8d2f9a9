// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/preloadstate.h"

#include <QPointer>
#include <QToolButton>

class QMenu;

namespace Nightdesk
{
/// In a viewer window's toolbar: which preloaded programs are ready, hidden behind this viewer window; a click shows one, or offers a choice. Hidden if there
/// are none. Takes no focus. GUI thread. Owned by ViewerToolbar.
class PreloadedProgramsChip : public QToolButton
{
    Q_OBJECT
public:
    explicit PreloadedProgramsChip(QWidget *parent = nullptr);

    void setSessions(const QList<Session *> &sessions);

Q_SIGNALS:
    void sizeHintChanged(); ///< the button needs more or less room

private:
    void refresh();
    QList<PreloadState *> readyPreloads() const;
    void showProgramOrMenu();

    QList<QPointer<PreloadState>> m_preloadStates;
    QMenu *m_preloadMenu;
};
}
