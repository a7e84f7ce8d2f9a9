// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QPlainTextEdit;

namespace Nightdesk
{
/// Asks for the names of the observers at this desk. The board shows the names, and another desk recognizes the same
/// observers by them. GUI thread. Opened by DeskObserverNames, a child of the main window.
class DeskPeopleDialog : public QDialog
{
    Q_OBJECT
public:
    static constexpr qsizetype maxPeople = 8;
    static constexpr qsizetype maxNameLength = 60;

    /// @p people: the names entered tonight, or a proposal from another night.
    explicit DeskPeopleDialog(const QStringList &people, QWidget *parent = nullptr);

    /// Parses the names in @p text, which are separated by line breaks or commas. Omits empty and repeated names, and
    /// returns at most maxPeople names.
    static QStringList parseNames(const QString &text);

Q_SIGNALS:
    void chosen(const QStringList &people);

private:
    QPlainTextEdit *m_namesEdit;
};
}
