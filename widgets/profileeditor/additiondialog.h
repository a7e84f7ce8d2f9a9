// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/addition.h"
#include "sessions/profiles/editing/livecheck.h"

#include <QDialog>
#include <QSet>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace Nightdesk
{
class DesktopFinder;

/// Asks for a desktop, an X program or a site in words, and says of each field what the checker of profiles says of it. It changes no
/// text: its owner inserts what addition() says. GUI thread.
class AdditionDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p text: what is added to, with "\n" as line ends. @p draft: of its file.
    AdditionDialog(Addition::Kind kind, const Draft &draft, const QString &text, QWidget *parent = nullptr);

    /// @p text with what was typed.
    Addition additionTo(const QString &text) const;

private:
    struct Row {
        QWidget *edit = nullptr; ///< a line, or a box with one
        QLabel *message = nullptr;
        QStringList problems;
    };

    void addFields(QFormLayout *form);
    void addRow(QFormLayout *form, Addition::Field field, const QString &label, QWidget *edit);
    QLineEdit *line(const QString &example = {});
    QComboBox *hosts();
    QComboBox *screens();
    QComboBox *choice(const QList<std::pair<QString, QString>> &values);
    QString typed(Addition::Field field) const;
    /// The value behind the words of a choice.
    QString chosen(Addition::Field field) const;
    void addFinder(QFormLayout *form, const Draft &draft);
    /// Of the host that is typed, as the text has it.
    std::optional<LinkSpec> link() const;
    void proposeId();
    void changed();
    void showVerdict(const Draft::Verdict &verdict);
    void showProblems();
    void grow();

    const Addition::Kind m_kind;
    const QString m_text;
    const NamesInUse m_names;
    LiveCheck m_check;
    std::optional<QSet<QString>> m_before; ///< what is wrong without the addition
    bool m_isRight = false; ///< nothing that was typed last has an error
    QFormLayout *m_form = nullptr;
    QMap<Addition::Field, Row> m_rows;
    DesktopFinder *m_finder = nullptr; ///< of a desktop's form
    std::optional<QList<LinkSpec>> m_links; ///< that the text comes to; empty: not known yet
    QSet<Addition::Field> m_touched; ///< a person has been there: of the others nothing is said yet
    QLabel *m_rest;
    QPushButton *m_add;
};
}
