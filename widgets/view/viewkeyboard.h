// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/input/inputsettings.h"
#include "widgets/input/lockkeysync.h"
#include "widgets/input/pointerwarp.h"
#include "widgets/view/clipboardtyping.h"
#include "widgets/view/inputrouter.h"

#include <QLabel>

class QInputMethodEvent;
class QInputMethodQueryEvent;

namespace Nightdesk
{
class DesktopInput;
class RemoteView;
class XKeyboard;

/// Keyboard functions of a view other than sending keys: input methods, synchronized lock keys, keys from the menu, typing the clipboard's text,
/// keyboard focus that follows the pointer, and a local pointer that follows the desktop's. Owned by the view, GUI thread.
class ViewKeyboard : public QObject, private InputHandler
{
    Q_OBJECT
public:
    ViewKeyboard(RemoteView *view, DesktopInput *input);

    void setSettings(const InputSettings &settings);
    /// For the keys of a menu.
    DesktopInput *desktopInput() const
    {
        return m_desktopInput;
    }
    void typeClipboard();

private:
    bool filterInput(RemoteView *view, QEvent *event) override;
    void handleInputMethod(const QInputMethodEvent &event);
    void answerInputMethodQuery(QInputMethodQueryEvent &query) const;
    void syncLockKeys();
    void scheduleLockKeySync();
    void takeFocusUnderPointer();
    void moveLocalPointerAfterWarp(const QPoint &remote);
    bool handleKeyPress(const QKeyEvent &event);
    bool handleMouseMove(const QMouseEvent &event);

    RemoteView *const m_view;
    DesktopInput *const m_desktopInput;
    InputSettings m_inputSettings;
    std::shared_ptr<XKeyboard> m_localKeyboard;
    LockKeySync m_lockKeySync;
    ClipboardTyping m_clipboardTyping;
    PointerWarp m_pointerWarp;
    QLabel *m_preeditLabel;
};
}
