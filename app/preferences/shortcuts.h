// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>

class KXmlGuiWindow;

namespace Nightdesk
{
class MessageBar;

/// The keys of the window's actions. The release key always leads out of a desktop: an action that was given it, in the
/// shortcuts' editor or in a file of another version, loses it again, and it is said. GUI thread. A child of the main window.
class Shortcuts : public QObject
{
    Q_OBJECT
public:
    /// After @p window's setupGUI(). @p message outlives it.
    Shortcuts(KXmlGuiWindow *window, MessageBar *message);

    void setReleaseKey(const QKeySequence &key);

private:
    void takeSettings();
    void keepReleaseKey();

    KXmlGuiWindow *m_window;
    MessageBar *m_message;
    QKeySequence m_releaseKey;
};
}
