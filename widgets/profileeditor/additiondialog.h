// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/draftchecker.h"
#include "sessions/profiles/editing/tomladdition.h"

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

/// Asks for the values of a desktop, an X program or a site, and shows the profile checker's messages at each field. It changes no text: its owner
/// inserts what additionTo() returns. GUI thread.
class AdditionDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p text: the profile's text to extend, with "\n" as line ends. @p draft: the draft of the file with this text.
    AdditionDialog(TomlAddition::Kind kind, const Draft &draft, const QString &text, QWidget *parent = nullptr);

    /// The addition to @p text, with the values that were typed.
    TomlAddition additionTo(const QString &text) const;

private:
    struct Row {
        QWidget *inputWidget = nullptr; ///< an input field, or a box that contains one
        QLabel *message = nullptr;
        QStringList problems;
    };

    void addFields(QFormLayout *form);
    void addRow(QFormLayout *form, TomlAddition::Field field, const QString &label, QWidget *edit);
    QLineEdit *makeLineEdit(const QString &example = {});
    QComboBox *makeHostBox();
    QComboBox *makeScreenBox();
    QComboBox *makeChoiceBox(const QList<std::pair<QString, QString>> &values);
    QString typedText(TomlAddition::Field field) const;
    /// The value that belongs to the chosen entry of a list.
    QString chosenValue(TomlAddition::Field field) const;
    void addDesktopFinder(QFormLayout *form, const Draft &draft);
    /// The link to the typed host, as the text defines it.
    std::optional<LinkSpec> linkToTypedHost() const;
    void proposeId();
    void checkAddition();
    void showVerdict(const Draft::Verdict &verdict);
    void showProblems();
    void growToContent();

    const TomlAddition::Kind m_kind;
    const QString m_profileText;
    const NamesInUse m_namesInUse;
    DraftChecker m_draftChecker;
    std::optional<QSet<QString>> m_existingProblems; ///< problems that exist without the addition
    bool m_isAdditionValid = false; ///< the values typed last have no error
    QFormLayout *m_formLayout = nullptr;
    QMap<TomlAddition::Field, Row> m_fieldRows;
    DesktopFinder *m_desktopFinder = nullptr; ///< searches for desktops on the host; null: this dialog does not add a desktop
    std::optional<QList<LinkSpec>> m_definedLinks; ///< the links that the text defines; empty: not known yet
    QSet<TomlAddition::Field> m_editedFields; ///< the fields that the user has edited; only these show their problems
    QLabel *m_otherProblemsLabel;
    QPushButton *m_addButton;
};
}
