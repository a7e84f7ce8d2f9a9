// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/configurationproblems.h"

#include "app/settings/settingsstore.h"
#include "nightdesk.h"
#include "sessions/editor/editorlauncher.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "widgets/facility/editordialog.h"
#include "widgets/facility/problempage.h"
#include "widgets/profileeditor/profilewindows.h"

#include <KLocalizedString>

#include <QTabWidget>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConfigurationProblems::ConfigurationProblems(QTabWidget *pages)
    : QObject(pages)
    , m_tabs(pages)
    , m_problemPage(new ProblemPage)
    , m_editorLauncher(new EditorLauncher(this))
    , m_profileWindows(new ProfileWindows(pages))
{
    m_tabs->addTab(m_problemPage, QIcon::fromTheme(u"dialog-ok"_s), i18nc("@title:tab problems in the facility's files", "Configuration Problems"));
    connect(m_problemPage, &ProblemPage::openFileRequested, this, &ConfigurationProblems::openFileAt);
    connect(m_editorLauncher, &EditorLauncher::launchFailed, this, &ConfigurationProblems::editorFailed);
}

QWidget *ConfigurationProblems::page() const
{
    return m_problemPage;
}

void ConfigurationProblems::setFacility(const Facility &facility)
{
    m_facilityDirectory = facility.directory;
    m_problemPage->setFacility(facility, QDateTime::currentDateTimeUtc());
    const int count = static_cast<int>(m_problemPage->countErrors() + m_problemPage->countWarnings());
    const int tab = m_tabs->indexOf(m_problemPage);
    m_tabs->setTabText(tab,
                       count > 0 ? i18nc("@title:tab problems in the facility's files, and how many", "Configuration Problems (%1)", count)
                                 : i18nc("@title:tab problems in the facility's files", "Configuration Problems"));
    m_tabs->setTabIcon(tab, QIcon::fromTheme(m_problemPage->countErrors() > 0 ? u"dialog-error"_s : count > 0 ? u"dialog-warning"_s : u"dialog-ok"_s));
}

void ConfigurationProblems::openFileAt(const SourcePlace &place)
{
    if (Settings::externalEditor()) {
        m_editorLauncher->setCommand(Settings::editorCommand());
        m_editorLauncher->open(place);
    } else {
        m_profileWindows->open(place);
    }
}

void ConfigurationProblems::showPage(const QString &file)
{
    m_problemPage->showProblemsOfFile(file);
    m_tabs->setCurrentWidget(m_problemPage);
    m_problemPage->setFocus();
}

void ConfigurationProblems::openFacilityFile()
{
    if (!m_facilityDirectory.isEmpty()) {
        openFileAt({.file = FacilityFiles::facilityFilePath(m_facilityDirectory), .line = 0, .column = 0});
    }
}

void ConfigurationProblems::askForEditor()
{
    auto *dialog = new EditorDialog(Settings::externalEditor(), Settings::editorCommand(), m_tabs->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [dialog] {
        Settings::setExternalEditor(dialog->usesExternalEditor());
        Settings::setEditorCommand(dialog->command());
        SettingsStore::save();
    });
    dialog->open();
}
}
