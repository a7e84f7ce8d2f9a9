// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace Nightdesk::Test
{
/// What keeps somebody from using a window who does not see it, or has no mouse. Each problem names the widget by its path.
/// The window is shown and activated if it is not. Test's main thread.
class AccessibleCheck
{
public:
    /// All of the below.
    static QStringList problems(QWidget *window);

    /// Controls without a name or with a role that says nothing, buttons that no key reaches, paintings without a name.
    static QStringList unnamed(QWidget *window);
    /// Controls that repeated Tab does not reach.
    static QStringList unreachable(QWidget *window);
    /// Two things that one Alt key would lead to.
    static QStringList clashes(QWidget *window);
    /// Controls that look the same with the keyboard and without.
    static QStringList unseenFocus(QWidget *window);

    /// "MainWindow / QTabWidget / QPushButton "Connect"".
    static QString path(const QWidget *widget);
};
}
