// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/inputrouter.h"

#include <QObject>
#include <QPointer>

class QAction;
class QKeyEvent;

namespace Nightdesk
{
class NightIndicators;
class RemoteView;

/// The few keys that Nightdesk handles while a desktop has the keyboard: those of NightIndicators::keyActions(). The desktop receives neither their
/// press nor their release. A child of the view. GUI thread.
class NightdeskKeys : public QObject, private InputHandler
{
    Q_OBJECT
public:
    NightdeskKeys(RemoteView *view, NightIndicators *indicators);

private:
    bool filterInput(RemoteView *view, QEvent *event) override;
    QAction *actionOf(const QKeyEvent &event) const;

    QPointer<NightIndicators> m_nightIndicators;
    int m_pressedKey = 0; ///< the pressed key, which triggered an action; 0: none
};
}
