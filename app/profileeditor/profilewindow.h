// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// A window with one file of a facility: what is typed is checked at once, and saved whole or not at all. A change that somebody else
/// saves meanwhile is shown, never overwritten unseen. Deletes itself when closed. GUI thread; files are read and written elsewhere.
class ProfileWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit ProfileWindow(const QString &file, QWidget *parent = nullptr);

    const QString &file() const;
    ProfileEditor *editor() const;
    /// Once it is read.
    void goTo(const SourcePlace &place);
    /// Once it is read: what was done to a display in another file's window.
    void edit(const EditTarget &target, const QString &value);

Q_SIGNALS:
    void foreignEdited(const Nightdesk::EditTarget &target, const QString &value); ///< in another file
    void openRequested(const Nightdesk::SourcePlace &place); ///< of another file
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
    /// Looks whether somebody else changed the file.
    void checkForeignChange();
    void showForeign();
    void showCheck(const Draft::Verdict &verdict);
    QByteArray editedBytes() const;
    void showMessage(const QString &text, bool isTrouble);
    /// A job with the file has ended.
    void ended();

    const QString m_file;
    std::optional<DraftFile> m_draft; ///< as it was read or saved last
    std::optional<QByteArray> m_foreign; ///< what somebody else saved, and this person has not agreed to replace
    std::optional<QByteArray> m_agreed; ///< what this person agreed to replace
    bool m_isBusy = false; ///< a job with the file runs, one at a time; closing waits for none
    bool m_isSaveWanted = false; ///< as soon as that job has ended
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
