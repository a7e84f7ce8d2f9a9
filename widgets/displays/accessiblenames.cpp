// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/accessiblenames.h"

#include <QWidget>

namespace Nightdesk
{
void AccessibleNames::name(QWidget *widget, const KLocalizedString &words)
{
    m_named.append({widget, &QWidget::setAccessibleName, words});
}

void AccessibleNames::describe(QWidget *widget, const KLocalizedString &words)
{
    m_named.append({widget, &QWidget::setAccessibleDescription, words});
}

void AccessibleNames::apply(const QString &label) const
{
    for (const Named &named : m_named) {
        (named.widget->*named.set)(named.words.subs(label).toString());
    }
}
}
