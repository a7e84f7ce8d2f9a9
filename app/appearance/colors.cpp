// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/appearance/colors.h"

#include "nightdesk.h"
#include "widgets/common/themeicon.h"
#include "widgets/wording/readablecolor.h"
#include "widgets/wording/wording.h"

#include <KColorScheme>
#include <KColorSchemeManager>
#include <KSharedConfig>

#include <QApplication>
#include <QIcon>
#include <QLabel>
#include <QModelIndex>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QList<QColor> statusColors()
{
    QList<QColor> colors;
    for (const Wording::StatusTone statusTone : {Wording::StatusTone::Quiet, Wording::StatusTone::Busy, Wording::StatusTone::Good, Wording::StatusTone::Bad}) {
        colors.append(Wording::color(statusTone));
    }
    return colors;
}

/// Texts and status lights have the color of their state (Wording::StatusTone) in their own palettes, which a color scheme does not change. Labels with an
/// icon have a pixmap, which must be drawn again.
void repaintStatusColors(const QList<QColor> &before, const QList<QColor> &now)
{
    for (QWidget *widget : QApplication::allWidgets()) {
        QPalette palette = widget->palette();
        bool isOther = false;
        for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::ButtonText, QPalette::Text}) {
            const qsizetype statusTone = before.indexOf(palette.color(QPalette::Active, role));
            if (statusTone >= 0 && palette.isBrushSet(QPalette::Active, role)) {
                palette.setColor(role, now.at(statusTone));
                isOther = true;
            }
        }
        if (isOther) {
            widget->setPalette(palette);
        }
        auto *label = qobject_cast<QLabel *>(widget);
        if (const QString icon = label ? label->property(themeIconProperty).toString() : QString(); !icon.isEmpty()) {
            label->setPixmap(QIcon::fromTheme(icon).pixmap(label->pixmap().deviceIndependentSize().toSize(), label->devicePixelRatioF()));
        }
    }
}

/// Raises contrasts that are too low. In Breeze, the white text of a selection has 2.5 : 1 on its blue, and the gray of placeholders 3 : 1 to 4 : 1.
void improveLowContrast()
{
    QPalette palette = QApplication::palette();
    for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive}) {
        const auto fix = [&](QPalette::ColorRole text, std::initializer_list<QColor> backgrounds) {
            palette.setColor(group, text, ReadableColor::readableOn(palette.color(group, text), backgrounds));
        };
        const QColor window = palette.color(group, QPalette::Window);
        const QColor base = palette.color(group, QPalette::Base);
        const QColor alternate = palette.color(group, QPalette::AlternateBase);
        fix(QPalette::HighlightedText, {palette.color(group, QPalette::Highlight)});
        fix(QPalette::PlaceholderText, {window, base, alternate});
        fix(QPalette::Link, {window, base});
        fix(QPalette::LinkVisited, {window, base});
    }
    QApplication::setPalette(palette);
}
}

void applyColors()
{
    static const QString systemsIcons = QIcon::themeName();
    const QList<QColor> before = statusColors();
    KColorSchemeManager *manager = KColorSchemeManager::instance();
    // The choice is stored in Nightdesk's settings; the manager must not store a second copy.
    manager->setAutosaveChanges(false);
    switch (Settings::colours()) {
    case Settings::EnumColours::Dark:
        QIcon::setThemeName(u"breeze-dark"_s); // before the colors: widgets load their icons again when the colors change
        manager->activateScheme(manager->indexForSchemeId(u"BreezeDark"_s));
        break;
    case Settings::EnumColours::Light:
        QIcon::setThemeName(u"breeze"_s);
        manager->activateScheme(manager->indexForSchemeId(u"BreezeLight"_s));
        break;
    case Settings::EnumColours::NightRed: {
        // Does what the manager does for an installed scheme: it cannot load this scheme, which is a resource of the program.
        const QString scheme = u":/colours/NightdeskRed.colors"_s;
        QIcon::setThemeName(u"nightdesk-red"_s); // this icon theme is a resource of the program, too
        qApp->setProperty("KDE_COLOR_SCHEME_PATH", scheme);
        QApplication::setPalette(KColorScheme::createApplicationPalette(KSharedConfig::openConfig(scheme)));
        break;
    }
    default:
        QIcon::setThemeName(systemsIcons);
        manager->activateScheme(manager->indexForSchemeId({}));
        break;
    }
    // The system's colors stay unchanged: the user chose them for all programs.
    if (Settings::colours() != Settings::EnumColours::AsSystem) {
        improveLowContrast();
    }
    repaintStatusColors(before, statusColors());
}
}
