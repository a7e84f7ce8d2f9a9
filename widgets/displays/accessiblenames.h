// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KLocalizedString>

#include <QList>

class QWidget;

namespace Nightdesk
{
/// What is said of the parts of a display's card to who does not see them: each names the display, whose label may change. The card
/// that has the parts owns it. GUI thread.
class AccessibleNames
{
public:
    /// %1 in @p words is the display. @p widget outlives this.
    void name(QWidget *widget, const KLocalizedString &words);
    void describe(QWidget *widget, const KLocalizedString &words);
    void apply(const QString &label) const; ///< to all of them

private:
    struct Named {
        QWidget *widget;
        void (QWidget::*set)(const QString &text);
        KLocalizedString words;
    };
    QList<Named> m_named;
};
}
