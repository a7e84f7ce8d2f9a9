// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewkeys.h"

#include <QKeyEvent>

#include <algorithm>
#include <iterator>

namespace Nightdesk
{
namespace
{
struct DefaultKey {
    ViewCommand command;
    QKeyCombination key;
};

// Ctrl+Alt, as in other remote desktop clients: programs at observatories hardly use it.
constexpr Qt::KeyboardModifiers ctrlAlt = Qt::ControlModifier | Qt::AltModifier;
constexpr DefaultKey defaultKeys[] = {
    // Other remote desktop clients also use this key to leave the desktop: it shows their toolbar.
    {ViewCommand::ReleaseKeyboard, QKeyCombination(ctrlAlt, Qt::Key_Home)},
    {ViewCommand::ToggleMagnifier, QKeyCombination(ctrlAlt, Qt::Key_M)},
    {ViewCommand::ToggleFigures, QKeyCombination(ctrlAlt, Qt::Key_I)}, // I for information
    {ViewCommand::ZoomIn, QKeyCombination(ctrlAlt, Qt::Key_Plus)},
    {ViewCommand::ZoomOut, QKeyCombination(ctrlAlt, Qt::Key_Minus)},
    {ViewCommand::ActualSize, QKeyCombination(ctrlAlt, Qt::Key_1)},
    {ViewCommand::Fit, QKeyCombination(ctrlAlt, Qt::Key_0)},
    {ViewCommand::ToggleFullScreen, QKeyCombination(ctrlAlt, Qt::Key_Return)},
    {ViewCommand::ToggleToolbar, QKeyCombination(ctrlAlt, Qt::Key_B)},
    {ViewCommand::NextDesktop, QKeyCombination(ctrlAlt, Qt::Key_PageDown)},
    {ViewCommand::PreviousDesktop, QKeyCombination(ctrlAlt, Qt::Key_PageUp)},
    {ViewCommand::NextScreen, QKeyCombination(ctrlAlt | Qt::ShiftModifier, Qt::Key_Right)},
    {ViewCommand::PreviousScreen, QKeyCombination(ctrlAlt | Qt::ShiftModifier, Qt::Key_Left)},
};
}

ViewKeys::ViewKeys()
{
    for (const auto &[command, key] : defaultKeys) {
        m_keyOfCommand.insert(command, QKeySequence(key));
    }
}

QList<ViewCommand> ViewKeys::commands()
{
    QList<ViewCommand> commands;
    for (const DefaultKey &entry : defaultKeys) {
        commands.append(entry.command);
    }
    return commands;
}

QKeySequence ViewKeys::defaultKey(ViewCommand command)
{
    const auto found = std::ranges::find(defaultKeys, command, &DefaultKey::command);
    return found == std::end(defaultKeys) ? QKeySequence() : QKeySequence(found->key);
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
