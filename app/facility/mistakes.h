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

/// The main window's page of errors, and the way from an error into the editor: ours, or the one that the settings name. GUI thread.
/// A child of the pages that it adds to.
class Mistakes : public QObject
{
    Q_OBJECT
public:
    /// Adds its page to @p pages, behind those that are there.
    explicit Mistakes(QTabWidget *pages);

    QWidget *page() const;
    void setFacility(const Facility &facility);

public Q_SLOTS:
    void open(const Nightdesk::SourcePlace &place);
    /// Brings the page to the front; at the first error of @p file, if it has one.
    void show(const QString &file = {});
    /// Opens facility.toml, if a facility is open.
    void openFacility();
    /// Asks for the editor and keeps the answer in the settings.
    void askForEditor();

Q_SIGNALS:
    void failed(const QString &why); ///< no editor could be opened; translated

private:
    QTabWidget *m_pages;
    ProblemPage *m_page;
    EditorLauncher *m_launcher;
    ProfileWindows *m_windows;
    QString m_directory;
};
}
