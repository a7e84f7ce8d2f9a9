// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace Nightdesk
{
class KeyCombinationEdit;

/// One page of the settings. Each row has a control for the entry of nightdesk.kcfg with the given name;
/// KConfigDialogManager connects the two. If there is no such entry, the row is not shown, and the function returns
/// null. GUI thread. Owned by SettingsDialog.
class SettingsPage : public QWidget
{
    Q_OBJECT
public:
    explicit SettingsPage(QWidget *parent = nullptr);

    /// Each add function adds a row for a settings entry. @p help: the What's This text.
    QCheckBox *addCheck(const QString &entry, const QString &text, const QString &help);
    /// @p choices: texts of the choices, in the order of the entry's choices.
    QComboBox *addChoice(const QString &entry, const QString &label, const QStringList &choices, const QString &help);
    /// The number's bounds are those of its settings entry.
    QSpinBox *addNumber(const QString &entry, const QString &label, const QString &suffix, const QString &help);
    QLineEdit *addText(const QString &entry, const QString &label, const QString &placeholder, const QString &help);
    /// @p entry must be a string entry: it stores a key combination as QKeySequence::PortableText.
    KeyCombinationEdit *addKey(const QString &entry, const QString &label, const QString &help);
    /// @p control must already have its object name; @p row is the control, or a widget that contains it.
    void addRow(const QString &label, QWidget *control, QWidget *row, const QString &help);
    /// True: at least one row belongs to a settings entry.
    bool hasSettings() const;
    void addHeading(const QString &text);
    void addExplanation(const QString &text);

private:
    bool registerEntry(const QString &entry);

    bool m_hasSettings = false;
    QFormLayout *m_formLayout;
};
}
