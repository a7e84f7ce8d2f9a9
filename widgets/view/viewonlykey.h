// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/inputrouter.h"

#include <QKeySequence>
#include <QObject>

class QKeyEvent;

namespace Nightdesk
{
/// The key that turns view-only on and off for the desktop that has the keyboard, in any window. It is not sent to the desktop. GUI thread. Owned by
/// DeskSharing.
class ViewOnlyKey : public QObject, private InputHandler
{
    Q_OBJECT
public:
    explicit ViewOnlyKey(QObject *parent = nullptr);

    static QKeySequence defaultKey(); ///< Ctrl+Alt+V
    /// Sets the key to a single key combination; empty: no key.
    void setKey(const QKeySequence &key);

private:
    bool filterInput(RemoteView *view, QEvent *event) override;
    bool matches(const QKeyEvent &event) const;

    QKeySequence m_keySequence;
};
}
