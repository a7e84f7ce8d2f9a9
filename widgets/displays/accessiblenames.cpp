// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/accessiblenames.h"

#include <QWidget>

namespace Nightdesk
{
void AccessibleNames::addName(QWidget *widget, const KLocalizedString &words)
{
    m_entries.append({widget, &QWidget::setAccessibleName, words});
}

void AccessibleNames::addDescription(QWidget *widget, const KLocalizedString &words)
{
    m_entries.append({widget, &QWidget::setAccessibleDescription, words});
}

void AccessibleNames::applyLabel(const QString &label) const
{
    for (const AccessibleEntry &named : m_entries) {
        (named.widget->*named.setter)(named.words.subs(label).toString());
    }
}
}
