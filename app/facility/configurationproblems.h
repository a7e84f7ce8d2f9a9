// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QObject>

class QTabWidget;
class QWidget;

namespace Nightdesk
{
class EditorLauncher;
class ProblemPage;
class ProfileWindows;

/// Adds the page *Configuration Problems* to the main window, and opens the file of an error in Nightdesk's editor or the editor of the settings. GUI
/// thread. A child of the tab widget.
class ConfigurationProblems : public QObject
{
    Q_OBJECT
public:
    /// Adds its page after the other pages of @p pages.
    explicit ConfigurationProblems(QTabWidget *pages);

    QWidget *page() const;
    void setFacility(const Facility &facility);

public Q_SLOTS:
    void openFileAt(const Nightdesk::SourcePlace &place);
    /// Raises the page, and selects the first error of @p file, if it has one.
    void showPage(const QString &file = {});
    /// Opens facility.toml, if a facility is open.
    void openFacilityFile();
    /// Asks for the editor to use and saves the answer in the settings.
    void askForEditor();

Q_SIGNALS:
    void editorFailed(const QString &why); ///< the editor of the settings could not be started; @p why: the reason, translated

private:
    QTabWidget *m_tabs;
    ProblemPage *m_problemPage;
    EditorLauncher *m_editorLauncher;
    ProfileWindows *m_profileWindows;
    QString m_facilityDirectory;
};
}
