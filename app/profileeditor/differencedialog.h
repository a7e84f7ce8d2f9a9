// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTemporaryDir>

class QPlainTextEdit;

namespace Nightdesk
{
/// What two texts of a file differ in, line by line, as diff(1) tells it. Deletes itself when closed. GUI thread.
class DifferenceDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p theirs: what is in the file now; @p mine: what is in the editor.
    DifferenceDialog(const QString &file, const QByteArray &theirs, const QByteArray &mine, QWidget *parent);

private:
    void run();

    QTemporaryDir m_directory; ///< of mode 0700
    QPlainTextEdit *m_text;
};
}
