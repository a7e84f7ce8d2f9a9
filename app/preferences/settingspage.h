// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QFormLayout;

namespace Nightdesk
{
/// One page of the settings. Each row has a control for the entry of nightdesk.kcfg with the given name;
/// KConfigDialogManager connects the two. If there is no such entry, the row is not shown. GUI thread. Owned by SettingsDialog.
class SettingsPage : public QWidget
{
    Q_OBJECT
public:
    explicit SettingsPage(QWidget *parent = nullptr);

    /// Each add function adds a row for a settings entry. @p help: the What's This text.
    void addCheck(const QString &entry, const QString &text, const QString &help);
    /// @p choices: texts of the choices, in the order of the entry's choices.
    void addChoice(const QString &entry, const QString &label, const QStringList &choices, const QString &help);
    /// The number's bounds are those of its settings entry.
    void addNumber(const QString &entry, const QString &label, const QString &suffix, const QString &help);
    void addText(const QString &entry, const QString &label, const QString &placeholder, const QString &help);
    /// @p entry must be a string entry: it stores a key combination as QKeySequence::PortableText.
    void addKey(const QString &entry, const QString &label, const QString &help);
    /// @p control must already have its object name; @p row is the control, or a widget that contains it.
    void addRow(const QString &label, QWidget *control, QWidget *row, const QString &help);
    /// True: at least one row belongs to a settings entry.
    bool hasSettings() const;
    void addHeading(const QString &text);
    void addExplanation(const QString &text);

private:
    /// A new control for a settings entry, which KConfigDialogManager finds by the control's object name; null: there is no such entry.
    template<class Control>
    Control *createControl(const QString &entry);

    bool m_hasSettings = false;
    QFormLayout *m_formLayout;
};
}
