// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTest>

namespace Nightdesk::Test
{

/// The button below @p widget that says @p text, mnemonics left out; null: there is none.
inline QPushButton *button(const QWidget &widget, const QString &text)
{
    for (QPushButton *candidate : widget.findChildren<QPushButton *>()) {
        if (candidate->text().remove(u'&') == text) {
            return candidate;
        }
    }
    return nullptr;
}

/// Shows a dialog and waits until it has the keyboard; false: it never got it.
inline bool bring(QDialog &dialog)
{
    dialog.show();
    dialog.activateWindow();
    return QTest::qWaitForWindowActive(&dialog, 30000);
}

/// What the labels below @p widget say that can be seen in it, a line each.
inline QString shownText(const QWidget &widget)
{
    QStringList texts;
    for (const QLabel *label : widget.findChildren<QLabel *>()) {
        if (label->isVisibleTo(&widget)) {
            texts.append(label->text());
        }
    }
    return texts.join(u'\n');
}

}
