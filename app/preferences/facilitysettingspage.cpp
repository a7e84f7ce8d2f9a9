// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/facilitysettingspage.h"

#include "app/facility/facilitychoice.h"
#include "app/facility/sitebox.h"
#include "widgets/facility/facilitydialog.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

FacilitySettingsPage::FacilitySettingsPage(FacilityChoice *choice, QWidget *parent)
    : SettingsPage(parent)
    , m_facilityChoice(choice)
    , m_directoryEdit(new QLineEdit)
{
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    m_directoryEdit->setObjectName(u"kcfg_FacilityDirectory"_s);
    m_directoryEdit->setPlaceholderText(i18nc("@info:placeholder a directory", "Set by the administrator, if any"));
    // Wide enough for the placeholder text in any language.
    m_directoryEdit->setMinimumWidth(m_directoryEdit->fontMetrics().horizontalAdvance(m_directoryEdit->placeholderText()) + 24);
    m_directoryEdit->setClearButtonEnabled(true);
    line->addWidget(m_directoryEdit, 1);
    auto *button = new QPushButton(QIcon::fromTheme(u"document-open-folder"_s), i18nc("@action:button a directory", "Choose Directory…"));
    button->setAccessibleDescription(i18nc("@info accessible description", "Opens a dialog to choose the facility’s directory"));
    connect(button, &QPushButton::clicked, this, &FacilitySettingsPage::chooseDirectory);
    button->setEnabled(!m_facilityChoice->isDirectoryLocked());
    line->addWidget(button);
    addRow(i18nc("@label:textbox", "&Facility:"),
           m_directoryEdit,
           row,
           i18nc("@info:whatsthis", "The directory with facility.toml and the instruments’ profiles. Connected instruments are not affected."));

    auto *site = new SiteBox;
    site->setObjectName(u"kcfg_Site"_s);
    site->setProperty("kcfg_property", QByteArrayLiteral("site"));
    site->setProperty("kcfg_propertyNotify", QByteArrayLiteral(SIGNAL(siteChanged(QString))));
    site->setSites(m_facilityChoice->facility().sites);
    connect(m_facilityChoice, &FacilityChoice::facilityRead, site, [site](const Facility &facility) {
        site->setSites(facility.sites);
    });
    addRow(i18nc("@label:listbox", "&Site of this workstation:"),
           site,
           site,
           i18nc("@info:whatsthis", "Where this workstation is located. Profiles can differ by site, for example in the screen that shows a desktop."));
    addExplanation(i18nc("@info", "The list shows the sites of the facility in use. Apply another facility to see its sites."));
}

void FacilitySettingsPage::chooseDirectory()
{
    openFacilityDialog(this, m_directoryEdit->text().isEmpty() ? m_facilityChoice->directory() : m_directoryEdit->text(), [this](const QString &directory) {
        m_directoryEdit->setText(directory);
    });
}
}
