// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTemporaryDir>

class QPlainTextEdit;

namespace Nightdesk
{
/// Shows the differing lines of two versions of a file, as diff(1) prints them. Deletes itself when closed. GUI thread.
class DifferenceDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p theirs: the present text of the file; @p mine: the text in the editor.
    DifferenceDialog(const QString &file, const QByteArray &theirs, const QByteArray &mine, QWidget *parent);

private:
    void runDiff();

    QTemporaryDir m_directory; ///< has two files to compare; mode 0700
    QPlainTextEdit *m_differenceView;
};
}
