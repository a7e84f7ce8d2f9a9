// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/inputrouter.h"

#include <QKeySequence>
#include <QObject>

class QKeyEvent;

namespace Nightdesk
{
/// The key that turns view-only on and off for the desktop that has the keyboard, in whichever window it is shown. It does not
/// go to the desktop. GUI thread. Owned by DeskSharing.
class ViewOnlyKey : public QObject, private InputHandler
{
    Q_OBJECT
public:
    explicit ViewOnlyKey(QObject *parent = nullptr);

    static QKeySequence defaultKey(); ///< Ctrl+Alt+V
    /// One combination; an empty one: none.
    void setKey(const QKeySequence &key);

private:
    bool takeInput(RemoteView *view, QEvent *event) override;
    bool matches(const QKeyEvent &event) const;

    QKeySequence m_key;
};
}
