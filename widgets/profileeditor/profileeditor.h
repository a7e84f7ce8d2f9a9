// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/editinghelp.h"
#include "sessions/profiles/editing/tomladdition.h"
#include "sessions/profiles/profile.h"

#include <QWidget>

#include <memory>

class QAction;
class QLabel;

namespace KTextEditor
{
class Cursor;
class Document;
class View;
}

namespace Nightdesk
{
class ProblemView;
class ProblemMarks;

/// A text editor for profiles: highlighting, errors at their positions and in a list below, completion, and help at the pointer. It reads and writes
/// no file: the owner passes the text in and saves it. GUI thread. Owned by ProfileWindow.
class ProfileEditor : public QWidget
{
    Q_OBJECT
public:
    explicit ProfileEditor(QWidget *parent = nullptr);
    ~ProfileEditor() override;

    /// Replaces the whole text; this and earlier changes cannot be undone. Line ends are "\n".
    void setText(const QString &text);
    QString text() const;
    bool isModified() const; ///< text() differs from the text of the last setText() or setSavedText()
    void setSavedText(const QString &text); ///< @p text was saved: the file contains it now
    void setWritable(bool isWritable);
    void setEditingHelp(const EditingHelp &help);
    /// The errors of this file, and the errors that saving would cause in other files of the facility in @p directory.
    void setProblems(const QString &directory, const QString &file, const QList<ProfileError> &here, const QList<ProfileError> &elsewhere);
    void goTo(int line, int column); ///< moves the cursor there; line and column as in SourcePlace
    /// Inserts @p addition into text() as a single undo step, and moves the cursor there.
    void insertAddition(const TomlAddition &addition);
    void applyChange(const TextChange &change); ///< applies the change as a single undo step
    QAction *undoAction() const;
    QAction *redoAction() const;
    QAction *findInTextAction() const;
    QAction *errorFixAction() const; ///< replaces a misspelled word by the one that was most likely meant; disabled if there is none at the cursor

Q_SIGNALS:
    void textEdited();
    void modifiedChanged(bool isModified);
    void openFileRequested(const Nightdesk::SourcePlace &place); ///< the user wants to go to a place in another file

protected:
    void changeEvent(QEvent *event) override;

private:
    /// KTextEditor has only a light and a dark theme; on a red color scheme their blue and white would defeat the purpose of red.
    void updateEditorTheme();
    qsizetype offsetOf(KTextEditor::Cursor cursor) const;
    KTextEditor::Cursor cursorOf(qsizetype offset) const;
    /// Finds the nearest error that has a fix: at the text cursor, otherwise in its line.
    void findErrorFixNearCursor();
    void applyErrorFixNearCursor();
    /// Disables undo at the loaded text: KTextEditor treats loading as typing, and would undo this too.
    void disableUndoAtLoadedText();
    void updateModified();

    KTextEditor::Document *m_document;
    KTextEditor::View *m_textView;
    ProblemView *m_problemView;
    QLabel *m_stateLabel;
    QAction *m_errorFixAction;
    std::unique_ptr<ProblemMarks> m_problemMarks;
    bool m_hasRedTheme = false; ///< the red theme is used
    QString m_loadedText; ///< the text at which undoing stops
    QString m_savedText;
    bool m_isModified = false; ///< text() differs from m_savedText; KTextEditor's own flag stays set if the user types the saved text again
    EditingHelp m_editingHelp;
    QString m_profileFile;
    QList<ProfileError> m_fileProblems;
    std::optional<EditingHelp::Fix> m_errorFixNearCursor;
};
}
