// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/settingsdialog.h"

#include "app/preferences/facilitysettingspage.h"
#include "app/preferences/settingspage.h"
#include "app/preferences/settingspages.h"
#include "app/preferences/settingsproxy.h"
#include "app/settings/settingsstore.h"
#include "nightdesk.h"
#include "widgets/common/focusring.h"

#include <KLocalizedString>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStyle>
#include <QToolBar>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

SettingsDialog::SettingsDialog(FacilityChoice *choice, QWidget *parent)
    : SettingsDialog(new SettingsForwarder(Settings::self()), choice, parent)
{
}

SettingsDialog::SettingsDialog(SettingsForwarder *mirror, FacilityChoice *choice, QWidget *parent)
    : KConfigDialog(parent, u"settings"_s, mirror)
{
    mirror->setParent(this);
    setFaceType(KPageDialog::List);
    // Deleted, because the handbook has no page for settings; removeButton() would leak the button.
    delete button(QDialogButtonBox::Help);
    addPage(new FacilitySettingsPage(choice), i18nc("@title:tab settings", "Workstation"), u"find-location"_s);
    addSettingsPage(SettingsPages::viewPage(), i18nc("@title:tab settings", "View"), u"zoom"_s);
    addSettingsPage(SettingsPages::viewKeysPage(), i18nc("@title:tab settings", "View Shortcuts"), u"preferences-desktop-keyboard-shortcut"_s);
    addSettingsPage(SettingsPages::keyboardPage(), i18nc("@title:tab settings", "Keyboard and Mouse"), u"input-keyboard"_s);
    addSettingsPage(SettingsPages::sharingPage(), i18nc("@title:tab settings", "Sharing"), u"edit-paste"_s);
    addSettingsPage(SettingsPages::nightPage(), i18nc("@title:tab settings", "Night"), u"weather-clear-night"_s);
    addSettingsPage(SettingsPages::editorPage(), i18nc("@title:tab settings", "Editor"), u"document-edit"_s);
    setAccessibleNames();
    // Large enough for the longest page, if the screen is large enough for that.
    const QSize whole(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 35);
    resize(whole.boundedTo(screen()->availableSize() * 0.9));
    connect(this, &KConfigDialog::settingsChanged, this, [this] {
        SettingsStore::save();
        Q_EMIT applied();
    });
}

/// Adds @p page, unless it has no settings.
void SettingsDialog::addSettingsPage(SettingsPage *page, const QString &title, const QString &icon)
{
    if (page->hasSettings()) {
        addPage(page, title, icon);
    } else {
        delete page;
    }
}

/// Sets accessible names for KPageWidget's own parts, which have none, and corrects their sizes.
void SettingsDialog::setAccessibleNames()
{
    const auto lists = findChildren<QAbstractItemView *>();
    for (QAbstractItemView *list : lists) {
        if (!qobject_cast<QComboBox *>(list->parentWidget() ? list->parentWidget()->parentWidget() : nullptr)) {
            list->setAccessibleName(i18nc("@info accessible name", "Settings pages"));
        }
    }
    const auto lines = findChildren<QLineEdit *>();
    for (QLineEdit *line : lines) {
        if (line->accessibleName().isEmpty()) {
            line->setAccessibleName(i18nc("@info accessible name", "Search settings"));
        }
    }
    const auto areas = findChildren<QScrollArea *>();
    for (QScrollArea *area : areas) {
        area->setAccessibleName(i18nc("@info accessible name", "Settings page"));
        new FocusRing(area);
    }
    // KPageWidget's minimum size is that of its largest page; on a small laptop, pages have to scroll instead.
    const auto stacks = findChildren<QStackedWidget *>();
    for (QStackedWidget *stack : stacks) {
        stack->setMinimumSize(320, 160);
    }
    // The tool bar becomes the parent of its style: KPageView sets a style that nothing would delete.
    const auto bars = findChildren<QToolBar *>();
    for (QToolBar *bar : bars) {
        if (bar->testAttribute(Qt::WA_SetStyle) && !bar->style()->parent()) {
            bar->style()->setParent(bar);
        }
    }
    // With icons, the five buttons would be wider than a small screen.
    const auto buttons = buttonBox()->buttons();
    for (QAbstractButton *button : buttons) {
        button->setIcon({});
    }
}
}
