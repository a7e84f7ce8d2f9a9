// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/facilitypage.h"

#include "app/facility/facilitychoice.h"
#include "app/facility/facilitydialog.h"
#include "app/facility/sitebox.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

FacilityPage::FacilityPage(FacilityChoice *choice, QWidget *parent)
    : SettingsPage(parent)
    , m_choice(choice)
    , m_directory(new QLineEdit)
{
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    m_directory->setObjectName(u"kcfg_FacilityDirectory"_s);
    m_directory->setPlaceholderText(i18nc("@info:placeholder a directory", "Set by the administrator, if any"));
    // Wide enough for the placeholder text in any language.
    m_directory->setMinimumWidth(m_directory->fontMetrics().horizontalAdvance(m_directory->placeholderText()) + 24);
    m_directory->setClearButtonEnabled(true);
    line->addWidget(m_directory, 1);
    auto *button = new QPushButton(QIcon::fromTheme(u"document-open-folder"_s), i18nc("@action:button a directory", "Choose Directory…"));
    button->setAccessibleDescription(i18nc("@info accessible description", "Opens a dialog to choose the facility’s directory"));
    connect(button, &QPushButton::clicked, this, &FacilityPage::chooseDirectory);
    button->setEnabled(!m_choice->isDirectoryLocked());
    line->addWidget(button);
    addRow(i18nc("@label:textbox", "&Facility:"),
           m_directory,
           row,
           i18nc("@info:whatsthis", "The directory with facility.toml and the instruments’ profiles. Connected instruments are not affected."));

    auto *site = new SiteBox;
    site->setObjectName(u"kcfg_Site"_s);
    site->setProperty("kcfg_property", QByteArrayLiteral("site"));
    site->setProperty("kcfg_propertyNotify", QByteArrayLiteral(SIGNAL(siteChanged(QString))));
    site->setSites(m_choice->facility().sites);
    connect(m_choice, &FacilityChoice::facilityRead, site, [site](const Facility &facility) {
        site->setSites(facility.sites);
    });
    addRow(i18nc("@label:listbox", "&Site of this workstation:"),
           site,
           site,
           i18nc("@info:whatsthis", "Where this workstation is located. Profiles can differ by site, for example in the screen that shows a desktop."));
    addNote(i18nc("@info", "The list shows the sites of the facility in use. Apply another facility to see its sites."));
}

void FacilityPage::chooseDirectory()
{
    openFacilityDialog(this, m_directory->text().isEmpty() ? m_choice->directory() : m_directory->text(), [this](const QString &directory) {
        m_directory->setText(directory);
    });
}
}
