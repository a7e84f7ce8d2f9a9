// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace Nightdesk::Test
{
/// Finds texts that are not to be read whole, and windows that are too large. Each problem names the widget by its path.
class CutText
{
public:
    /// Texts that have less room than they need and no tooltip that tells them whole; what sticks out of the window.
    static QStringList problems(QWidget *window);
    /// Empty if the window can be made small enough for a laptop of 1366x768 at 200 %: 683x384.
    static QStringList tooLarge(const QWidget *window);
    /// In the pseudo-locale: texts without its brackets, other than @p data, which comes from outside.
    static QStringList untranslated(QWidget *window, const QStringList &data);
};
}
