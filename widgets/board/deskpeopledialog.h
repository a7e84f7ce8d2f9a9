// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QPlainTextEdit;

namespace Nightdesk
{
/// Asks who observes at this desk. The board shows these names, and another desk finds the same observers by them. GUI thread. Opened by DeskPeople,
/// a child of the main window.
class DeskPeopleDialog : public QDialog
{
    Q_OBJECT
public:
    static constexpr qsizetype maxPeople = 8;
    static constexpr qsizetype maxName = 60;

    /// @p people: the names entered tonight, or a proposal from another night.
    explicit DeskPeopleDialog(const QStringList &people, QWidget *parent = nullptr);

    /// The names in @p text, separated by line breaks or commas, without empty or repeated ones, at most maxPeople.
    static QStringList namesIn(const QString &text);

Q_SIGNALS:
    void chosen(const QStringList &people);

protected:
    void done(int result) override;

private:
    QPlainTextEdit *m_names;
};
}
