// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/configurationproblems.h"

#include "app/facility/editordialog.h"
#include "app/profileeditor/profilewindows.h"
#include "app/settings/settingsstore.h"
#include "nightdesk.h"
#include "sessions/editor/editorlauncher.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "widgets/facility/problempage.h"

#include <KLocalizedString>

#include <QTabWidget>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConfigurationProblems::ConfigurationProblems(QTabWidget *pages)
    : QObject(pages)
    , m_pages(pages)
    , m_page(new ProblemPage)
    , m_launcher(new EditorLauncher(this))
    , m_windows(new ProfileWindows(pages))
{
    m_pages->addTab(m_page, QIcon::fromTheme(u"dialog-ok"_s), i18nc("@title:tab problems in the facility's files", "Configuration Problems"));
    connect(m_page, &ProblemPage::openRequested, this, &ConfigurationProblems::open);
    connect(m_launcher, &EditorLauncher::failed, this, &ConfigurationProblems::failed);
}

QWidget *ConfigurationProblems::page() const
{
    return m_page;
}

void ConfigurationProblems::setFacility(const Facility &facility)
{
    m_directory = facility.directory;
    m_page->setFacility(facility, QDateTime::currentDateTimeUtc());
    const int count = static_cast<int>(m_page->errors() + m_page->warnings());
    const int tab = m_pages->indexOf(m_page);
    m_pages->setTabText(tab,
                        count > 0 ? i18nc("@title:tab problems in the facility's files, and how many", "Configuration Problems (%1)", count)
                                  : i18nc("@title:tab problems in the facility's files", "Configuration Problems"));
    m_pages->setTabIcon(tab, QIcon::fromTheme(m_page->errors() > 0 ? u"dialog-error"_s : count > 0 ? u"dialog-warning"_s : u"dialog-ok"_s));
}

void ConfigurationProblems::open(const SourcePlace &place)
{
    if (Settings::externalEditor()) {
        m_launcher->setCommand(Settings::editorCommand());
        m_launcher->open(place);
    } else {
        m_windows->open(place);
    }
}

void ConfigurationProblems::show(const QString &file)
{
    m_page->showFile(file);
    m_pages->setCurrentWidget(m_page);
    m_page->setFocus();
}

void ConfigurationProblems::openFacility()
{
    if (!m_directory.isEmpty()) {
        open({.file = FacilityFiles::facilityFile(m_directory), .line = 0, .column = 0});
    }
}

void ConfigurationProblems::askForEditor()
{
    auto *dialog = new EditorDialog(Settings::externalEditor(), Settings::editorCommand(), m_pages->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [dialog] {
        Settings::setExternalEditor(dialog->isExternal());
        Settings::setEditorCommand(dialog->command());
        SettingsStore::save();
    });
    dialog->open();
}
}
