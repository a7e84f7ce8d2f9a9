// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewkeys.h"

#include <QKeyEvent>

namespace Nightdesk
{
ViewKeys::ViewKeys()
{
    for (const ViewCommand command : commands()) {
        m_keyOfCommand.insert(command, defaultKey(command));
    }
}

QList<ViewCommand> ViewKeys::commands()
{
    using enum ViewCommand;
    return {ReleaseKeyboard,
            ToggleMagnifier,
            ToggleFigures,
            ZoomIn,
            ZoomOut,
            ActualSize,
            Fit,
            ToggleFullScreen,
            ToggleToolbar,
            NextDesktop,
            PreviousDesktop,
            NextScreen,
            PreviousScreen};
}

QKeySequence ViewKeys::defaultKey(ViewCommand command)
{
    // Ctrl+Alt, as in other remote desktop clients: programs at observatories hardly use it.
    constexpr Qt::KeyboardModifiers both = Qt::ControlModifier | Qt::AltModifier;
    const auto with = [](Qt::KeyboardModifiers modifiers, Qt::Key key) {
        return QKeySequence(QKeyCombination(modifiers, key));
    };
    switch (command) {
    case ViewCommand::ReleaseKeyboard:
        return with(both, Qt::Key_Home); // other remote desktop clients also use this key to leave the desktop: it shows their toolbar
    case ViewCommand::ToggleMagnifier:
        return with(both, Qt::Key_M);
    case ViewCommand::ToggleFigures:
        return with(both, Qt::Key_I); // I for information
    case ViewCommand::ZoomIn:
        return with(both, Qt::Key_Plus);
    case ViewCommand::ZoomOut:
        return with(both, Qt::Key_Minus);
    case ViewCommand::ActualSize:
        return with(both, Qt::Key_1);
    case ViewCommand::Fit:
        return with(both, Qt::Key_0);
    case ViewCommand::ToggleFullScreen:
        return with(both, Qt::Key_Return);
    case ViewCommand::ToggleToolbar:
        return with(both, Qt::Key_B);
    case ViewCommand::NextDesktop:
        return with(both, Qt::Key_PageDown);
    case ViewCommand::PreviousDesktop:
        return with(both, Qt::Key_PageUp);
    case ViewCommand::NextScreen:
        return with(both | Qt::ShiftModifier, Qt::Key_Right);
    case ViewCommand::PreviousScreen:
        return with(both | Qt::ShiftModifier, Qt::Key_Left);
    }
    return {};
}

QKeySequence ViewKeys::key(ViewCommand command) const
{
    return m_keyOfCommand.value(command);
}

void ViewKeys::setKey(ViewCommand command, const QKeySequence &key)
{
    const QKeySequence one = key.isEmpty() ? QKeySequence() : QKeySequence(key[0]);
    m_keyOfCommand.insert(command, one.isEmpty() && command == ViewCommand::ReleaseKeyboard ? defaultKey(command) : one);
}

std::optional<ViewCommand> ViewKeys::commandFor(const QKeyEvent &event) const
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
    const auto key = static_cast<Qt::Key>(event.key() == Qt::Key_Enter ? Qt::Key_Return : event.key());
    const QKeyCombination pressed(modifiers, key);
    // On most keyboards + needs Shift, and Qt reports it with the Shift modifier.
    const QKeyCombination unshifted(modifiers & ~Qt::ShiftModifier, key);
    for (const ViewCommand command : commands()) {
        const QKeySequence wanted = m_keyOfCommand.value(command);
        if (!wanted.isEmpty() && (wanted[0] == pressed || (key == Qt::Key_Plus && wanted[0] == unshifted))) {
            return command;
        }
    }
    return std::nullopt;
}
}
