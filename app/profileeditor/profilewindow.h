// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/profileeditor/filejobstate.h"
#include "sessions/profiles/editing/displayedit.h"
#include "sessions/profiles/editing/draftfile.h"
#include "sessions/profiles/editing/livecheck.h"

#include <QMainWindow>
#include <QTimer>

class KMessageWidget;

namespace Nightdesk
{
class EffectDock;
class ProfileEditor;

/// A window to edit one file of a facility: checks the text while it is typed, and saves it atomically. If another program changes the file
/// meanwhile, the window reports that before it overwrites the change. Deletes itself when closed. GUI thread; files are read and written on another
/// thread.
class ProfileWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit ProfileWindow(const QString &file, QWidget *parent = nullptr);

    const QString &file() const;
    ProfileEditor *editor() const;
    /// Shows @p place as soon as the file is read.
    void goTo(const SourcePlace &place);
    /// Makes a change that the user requested in the window of another file, as soon as this file is read.
    void edit(const EditTarget &target, const QString &value);

Q_SIGNALS:
    void foreignEdited(const Nightdesk::EditTarget &target, const QString &value); ///< the user changed a value of another file
    void openRequested(const Nightdesk::SourcePlace &place); ///< the user wants to see @p place in another file
    void saved(const QString &file);

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void addActions();
    void load();
    void editFile(const DraftFile &file);
    void save();
    void saveCopy();
    void write(const DraftFile &file);
    void writeCopy(const DraftFile &target);
    void refused(const DraftFile::Refusal &refusal);
    /// Checks whether another program changed the file.
    void checkForeignChange();
    void showForeign();
    void showCheck(const Draft::Verdict &verdict);
    QByteArray editedBytes() const;
    void showMessage(const QString &text, bool isTrouble);
    void handle(FileJobEvent event);
    /// Call when a job with the file has ended, successfully or not.
    void ended();

    const QString m_file;
    std::optional<DraftFile> m_draft; ///< the file as last read or saved
    std::optional<QByteArray> m_foreign; ///< text saved by another program that the user has not approved to replace
    std::optional<QByteArray> m_agreed; ///< text saved by another program that the user approved to replace
    FileJobState m_job = FileJobState::Idle; ///< state of the file job; closing the window does not wait for the job
    bool m_closesWhenSaved = false;
    SourcePlace m_goal;
    std::optional<std::pair<EditTarget, QString>> m_edit;
    LiveCheck m_check;
    QTimer m_typed;
    QTimer m_looked;
    QTimer m_slow;
    ProfileEditor *m_editor;
    EffectDock *m_effects;
    KMessageWidget *m_notice;
    QAction *m_save;
    QAction *m_showDifference;
    QAction *m_loadTheirs;
    QAction *m_keepMine;
    QAction *m_copy;
};
}
