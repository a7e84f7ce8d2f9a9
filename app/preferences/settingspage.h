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
class KeyEdit;

/// One page of the settings: rows of controls, each of one entry of nightdesk.kcfg by its name (KConfigDialogManager joins
/// them). A row without such an entry is not shown, and its control is null. GUI thread. Owned by SettingsDialog.
class SettingsPage : public QWidget
{
    Q_OBJECT
public:
    explicit SettingsPage(QWidget *parent = nullptr);

    /// Each @p help is what What's This tells; bounds of numbers are the entry's.
    QCheckBox *addCheck(const QString &entry, const QString &text, const QString &help);
    /// @p choices in the order of the entry's.
    QComboBox *addChoice(const QString &entry, const QString &label, const QStringList &choices, const QString &help);
    QSpinBox *addNumber(const QString &entry, const QString &label, const QString &suffix, const QString &help);
    QLineEdit *addText(const QString &entry, const QString &label, const QString &placeholder, const QString &help);
    /// The entry is a string: the key in portable text.
    KeyEdit *addKey(const QString &entry, const QString &label, const QString &help);
    /// @p control has its name already; @p row is the control, or what it stands in.
    void addRow(const QString &label, QWidget *control, QWidget *row, const QString &help);
    /// Any of these rows has an entry.
    bool hasSettings() const;
    void addHeading(const QString &text);
    void addNote(const QString &text);

private:
    bool findEntry(const QString &entry);

    bool m_hasSettings = false;
    QFormLayout *m_form;
};
}
