// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QTreeView>

#include <functional>

namespace Nightdesk
{
class ProblemModel;

/// A list of errors: Return or a double click opens the error in the editor, Ctrl+C copies it. Keeps the selection when the files change. GUI thread.
/// Owned by ProblemPage, InstrumentPicker or ProfileEditor.
class ProblemView : public QTreeView
{
    Q_OBJECT
public:
    explicit ProblemView(QWidget *parent = nullptr);

    void setProblems(const QString &directory, const QList<ProfileError> &problems);
    void setSeveritiesShown(bool errors, bool warnings);
    /// The selected error, or the start of the selected file.
    std::optional<ProfileError> currentProblem() const;
    /// Selects @p problem, or the error nearest to it in its file.
    void chooseProblem(const ProfileError &problem);
    /// Copies the selected row as text to the clipboard.
    void copyCurrentProblem();
    void copyAllProblems();
    void openCurrentProblem();

Q_SIGNALS:
    void openFileRequested(const Nightdesk::SourcePlace &place);
    void currentProblemChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override;
    void currentChanged(const QModelIndex &currentProblem, const QModelIndex &previous) override;

private:
    void changeKeepingSelection(const std::function<void()> &change);

    ProblemModel *m_model;
};
}
