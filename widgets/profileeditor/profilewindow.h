// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/displayedit.h"
#include "sessions/profiles/editing/draftchecker.h"
#include "sessions/profiles/editing/draftfile.h"
#include "widgets/profileeditor/filejobstate.h"

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
    void editWhenRead(const EditTarget &target, const QString &value);

Q_SIGNALS:
    void otherFileEditRequested(const Nightdesk::EditTarget &target, const QString &value); ///< the user changed a value of another file
    void openFileRequested(const Nightdesk::SourcePlace &place); ///< the user wants to see @p place in another file

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void addActions();
    void loadFile();
    void showLoadedFile(const DraftFile &file);
    void save();
    void saveCopy();
    void write(const DraftFile &file);
    void writeCopy(const DraftFile &target);
    void handleSaveRefusal(const DraftFile::Refusal &refusal);
    /// Checks whether another program changed the file.
    void checkForeignChange();
    void showForeignChange();
    void showCheckResult(const Draft::Verdict &verdict);
    QByteArray editedBytes() const;
    void showMessage(const QString &text, bool isTrouble);
    void handleJobEvent(FileJobEvent event);
    /// Call when a job with the file has ended, successfully or not.
    void fileJobEnded();

    const QString m_profilePath;
    std::optional<DraftFile> m_lastKnownFile; ///< the file as last read or saved
    std::optional<QByteArray> m_unapprovedForeignText; ///< text saved by another program that the user has not approved to replace
    std::optional<QByteArray> m_approvedForeignText; ///< text saved by another program that the user approved to replace
    FileJobState m_jobState = FileJobState::Idle; ///< state of the file job; closing the window does not wait for the job
    bool m_closesWhenSaved = false;
    SourcePlace m_placeToShow;
    std::optional<std::pair<EditTarget, QString>> m_requestedEdit;
    DraftChecker m_draftChecker;
    QTimer m_typingPauseTimer;
    QTimer m_fileCheckTimer;
    QTimer m_slowJobTimer;
    ProfileEditor *m_profileEditor;
    EffectDock *m_effectDock;
    KMessageWidget *m_messageWidget;
    QAction *m_saveAction;
    QAction *m_showDifferenceAction;
    QAction *m_loadTheirsAction;
    QAction *m_keepMineAction;
    QAction *m_saveCopyAction;
};
}
