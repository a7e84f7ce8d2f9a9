// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>

class KXmlGuiWindow;

namespace Nightdesk
{
class MessageBar;

/// The keyboard shortcuts of the window's actions. The release key must always leave a desktop. If an action gets the
/// same key, in the shortcut editor or from a file of another version, the key is removed from that action, with a
/// message. GUI thread. A child of the main window.
class Shortcuts : public QObject
{
    Q_OBJECT
public:
    /// Create this after setupGUI() of @p window. @p message outlives this object.
    Shortcuts(KXmlGuiWindow *window, MessageBar *message);

    void setKeyboardReleaseKey(const QKeySequence &key);

private:
    void applySettings();
    void reserveKeyboardReleaseKey();

    KXmlGuiWindow *m_window;
    MessageBar *m_messageBar;
    QKeySequence m_keyboardReleaseKey;
};
}
