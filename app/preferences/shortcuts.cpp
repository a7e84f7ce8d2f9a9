// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/shortcuts.h"

#include "nightdesk.h"
#include "widgets/questions/messagebar.h"
#include "widgets/view/viewkeys.h"

#include <KActionCollection>
#include <KLocalizedString>
#include <KXMLGUIFactory>
#include <KXmlGuiWindow>

#include <QAction>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

Shortcuts::Shortcuts(KXmlGuiWindow *window, MessageBar *message)
    : QObject(window)
    , m_window(window)
    , m_messageBar(message)
    , m_keyboardReleaseKey(ViewKeys::defaultKey(ViewCommand::ReleaseKeyboard))
{
    connect(window->guiFactory(), &KXMLGUIFactory::shortcutsSaved, this, &Shortcuts::reserveKeyboardReleaseKey);
    connect(Settings::self(), &KCoreConfigSkeleton::configChanged, this, &Shortcuts::applySettings);
    applySettings();
}

void Shortcuts::applySettings()
{
    const KConfigSkeletonItem *item = Settings::self()->findItem(u"LeaveKey"_s);
    const auto key = item ? QKeySequence::fromString(item->property().toString(), QKeySequence::PortableText) : QKeySequence();
    setKeyboardReleaseKey(key.isEmpty() ? ViewKeys::defaultKey(ViewCommand::ReleaseKeyboard) : key); // the release key must never be empty
}

void Shortcuts::setKeyboardReleaseKey(const QKeySequence &key)
{
    m_keyboardReleaseKey = key;
    reserveKeyboardReleaseKey();
}

void Shortcuts::reserveKeyboardReleaseKey()
{
    if (m_keyboardReleaseKey.isEmpty()) {
        return;
    }
    KActionCollection *actions = m_window->actionCollection();
    QStringList robbed;
    const auto all = actions->actions();
    for (QAction *action : all) {
        QList<QKeySequence> keys = action->shortcuts();
        if (keys.removeAll(m_keyboardReleaseKey) > 0) {
            action->setShortcuts(keys);
            robbed.append(KLocalizedString::removeAcceleratorMarker(action->text()));
        }
    }
    if (!robbed.isEmpty()) {
        actions->writeSettings();
        m_messageBar->showInfo(
            i18nc("@info %1: a key, %2: an entry of a menu",
                  "%1 is the key that leaves a desktop, so “%2” cannot use it. Choose another key in Settings ▸ Configure Keyboard Shortcuts.",
                  m_keyboardReleaseKey.toString(QKeySequence::NativeText),
                  robbed.constFirst()));
    }
}
}
