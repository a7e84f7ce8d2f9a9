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

SettingsPage::SettingsPage(QWidget *parent)
    : QWidget(parent)
    , m_formLayout(new QFormLayout(this))
{
    m_formLayout->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    // Rows wrap at a scale of 200 %, and in languages with long words.
    m_formLayout->setRowWrapPolicy(QFormLayout::WrapLongRows);
}

template<class Control>
Control *SettingsPage::createControl(const QString &entry)
{
    if (!Settings::self()->findItem(entry)) {
        return nullptr;
    }
    m_hasSettings = true;
    auto *control = new Control;
    control->setObjectName(u"kcfg_"_s + entry);
    return control;
}

void SettingsPage::addCheck(const QString &entry, const QString &text, const QString &help)
{
    if (auto *check = createControl<QCheckBox>(entry)) {
        check->setText(text);
        check->setWhatsThis(help);
        check->setToolTip(help);
        m_formLayout->addRow(check);
    }
}

void SettingsPage::addChoice(const QString &entry, const QString &label, const QStringList &choices, const QString &help)
{
    if (auto *choice = createControl<QComboBox>(entry)) {
        choice->addItems(choices);
        addRow(label, choice, choice, help);
    }
}

void SettingsPage::addNumber(const QString &entry, const QString &label, const QString &suffix, const QString &help)
{
    if (auto *number = createControl<QSpinBox>(entry)) {
        number->setSuffix(suffix);
        addRow(label, number, number, help);
    }
}

void SettingsPage::addText(const QString &entry, const QString &label, const QString &placeholder, const QString &help)
{
    if (auto *text = createControl<QLineEdit>(entry)) {
        text->setPlaceholderText(placeholder);
        text->setClearButtonEnabled(true);
        addRow(label, text, text, help);
    }
}

void SettingsPage::addKey(const QString &entry, const QString &label, const QString &help)
{
    if (auto *key = createControl<KeyCombinationEdit>(entry)) {
        key->setProperty("kcfg_property", QByteArrayLiteral("key"));
        key->setProperty("kcfg_propertyNotify", QByteArrayLiteral(SIGNAL(keyChanged(QString))));
        addRow(label, key, key, help);
    }
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
