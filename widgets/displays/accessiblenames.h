// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KLocalizedString>

#include <QList>

class QWidget;

namespace Nightdesk
{
/// Texts for screen readers about the widgets of a display's card. Each text contains the display's label, which may
/// change. Owned by the card that has the widgets. GUI thread.
class AccessibleNames
{
public:
    /// Adds an accessible name for @p widget, which must outlive this. %1 in @p words is the display's label.
    void addName(QWidget *widget, const KLocalizedString &words);
    void addDescription(QWidget *widget, const KLocalizedString &words);
    void applyLabel(const QString &label) const; ///< sets all texts, with @p label as the display's label

private:
    struct AccessibleEntry {
        QWidget *widget;
        void (QWidget::*setter)(const QString &text);
        KLocalizedString words;
    };
    QList<AccessibleEntry> m_entries;
};
}
