// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/addition.h"
#include "sessions/profiles/editing/writtenhelp.h"
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
class TextMarks;

/// A text editor for profiles: highlighting, errors at their places and in a list below, completion, and help at the pointer. It reads
/// and writes no file: the text comes from outside and goes there. GUI thread. Owned by ProfileWindow.
class ProfileEditor : public QWidget
{
    Q_OBJECT
public:
    explicit ProfileEditor(QWidget *parent = nullptr);
    ~ProfileEditor() override;

    /// Replaces all; nothing of before can be undone. Line ends are "\n".
    void setText(const QString &text);
    QString text() const;
    bool isModified() const; ///< text() is not what setText() or setSaved() gave last, however it came to be
    void setSaved(const QString &text); ///< what is in the file now
    void setWritable(bool isWritable);
    void setHelp(const WrittenHelp &help);
    /// Of this file, and of others of the facility in @p directory that saving would break.
    void setProblems(const QString &directory, const QString &file, const QList<ProfileError> &here, const QList<ProfileError> &elsewhere);
    void goTo(int line, int column); ///< as in SourcePlace
    /// @p addition to text(), as one step to undo, and goes there.
    void insert(const Addition &addition);
    void apply(const TextChange &change); ///< one step to undo
    QAction *undoAction() const;
    QAction *redoAction() const;
    QAction *findAction() const;
    QAction *fixAction() const; ///< puts the word there that was most likely meant; off where nothing is near

Q_SIGNALS:
    void edited();
    void modifiedChanged(bool isModified);
    void openRequested(const Nightdesk::SourcePlace &place); ///< of another file

protected:
    void changeEvent(QEvent *event) override;

private:
    /// KTextEditor knows dark and light alone; on red colors its blue and white would spoil what red is for.
    void chooseTheme();
    qsizetype offsetOf(KTextEditor::Cursor cursor) const;
    KTextEditor::Cursor cursorOf(qsizetype offset) const;
    /// The nearest error that has a fix: at the text cursor, else in its line.
    void findFix();
    void takeFix();
    /// KTextEditor takes the text that was loaded for typed, and would undo it.
    void limitUndo();
    void findModified();

    KTextEditor::Document *m_document;
    KTextEditor::View *m_view;
    ProblemView *m_problems;
    QLabel *m_state;
    QAction *m_fix;
    std::unique_ptr<TextMarks> m_marks;
    bool m_isRed = false; ///< the theme is the red one
    QString m_loaded; ///< where undoing ends
    QString m_saved;
    bool m_isModified = false; ///< KTextEditor counts edits: what is undone by typing stays modified for it
    WrittenHelp m_help;
    QString m_file;
    QList<ProfileError> m_here;
    std::optional<WrittenHelp::Fix> m_found;
};
}
