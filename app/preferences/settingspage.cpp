// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/settingspage.h"

#include "app/preferences/keyedit.h"
#include "nightdesk.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Sets the object name by which KConfigDialogManager finds the settings entry of a control.
template<typename Control>
Control *withEntryName(Control *control, const QString &entry)
{
    control->setObjectName(u"kcfg_"_s + entry);
    return control;
}
}

SettingsPage::SettingsPage(QWidget *parent)
    : QWidget(parent)
    , m_formLayout(new QFormLayout(this))
{
    m_formLayout->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    // Rows wrap at a scale of 200 %, and in languages with long words.
    m_formLayout->setRowWrapPolicy(QFormLayout::WrapLongRows);
}

QCheckBox *SettingsPage::addCheck(const QString &entry, const QString &text, const QString &help)
{
    if (!registerEntry(entry)) {
        return nullptr;
    }
    auto *check = withEntryName(new QCheckBox(text), entry);
    check->setWhatsThis(help);
    check->setToolTip(help);
    m_formLayout->addRow(check);
    return check;
}

QComboBox *SettingsPage::addChoice(const QString &entry, const QString &label, const QStringList &choices, const QString &help)
{
    if (!registerEntry(entry)) {
        return nullptr;
    }
    auto *choice = withEntryName(new QComboBox, entry);
    choice->addItems(choices);
    addRow(label, choice, choice, help);
    return choice;
}

QSpinBox *SettingsPage::addNumber(const QString &entry, const QString &label, const QString &suffix, const QString &help)
{
    if (!registerEntry(entry)) {
        return nullptr;
    }
    auto *number = withEntryName(new QSpinBox, entry);
    number->setSuffix(suffix);
    addRow(label, number, number, help);
    return number;
}

QLineEdit *SettingsPage::addText(const QString &entry, const QString &label, const QString &placeholder, const QString &help)
{
    if (!registerEntry(entry)) {
        return nullptr;
    }
    auto *text = withEntryName(new QLineEdit, entry);
    text->setPlaceholderText(placeholder);
    text->setClearButtonEnabled(true);
    addRow(label, text, text, help);
    return text;
}

KeyCombinationEdit *SettingsPage::addKey(const QString &entry, const QString &label, const QString &help)
{
    if (!registerEntry(entry)) {
        return nullptr;
    }
    auto *key = withEntryName(new KeyCombinationEdit, entry);
    key->setProperty("kcfg_property", QByteArrayLiteral("key"));
    key->setProperty("kcfg_propertyNotify", QByteArrayLiteral(SIGNAL(keyChanged(QString))));
    addRow(label, key, key, help);
    return key;
}

bool SettingsPage::registerEntry(const QString &entry)
{
    const bool isThere = Settings::self()->findItem(entry);
    m_hasSettings = m_hasSettings || isThere;
    return isThere;
}

bool SettingsPage::hasSettings() const
{
    return m_hasSettings;
}

void SettingsPage::addRow(const QString &label, QWidget *control, QWidget *row, const QString &help)
{
    auto *words = new QLabel(label);
    words->setBuddy(control);
    control->setWhatsThis(help);
    control->setToolTip(help);
    control->setAccessibleName(QString(label).remove(u'&').remove(u':'));
    m_formLayout->addRow(words, row);
}

void SettingsPage::addHeading(const QString &text)
{
    auto *heading = new QLabel(text);
    WidgetLook::setBold(heading);
    if (m_formLayout->rowCount() > 0) {
        // Space between the heading and the group above it.
        heading->setContentsMargins(0, heading->fontMetrics().height(), 0, 0);
    }
    m_formLayout->addRow(heading);
}

void SettingsPage::addExplanation(const QString &text)
{
    QLabel *note = PlainLabel::createWrapped(text);
    note->setForegroundRole(QPalette::PlaceholderText);
    m_formLayout->addRow(note);
}
}
