// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/windowchip.h"

#include "widgets/wording/windowwording.h"

#include <KLocalizedString>

namespace Nightdesk
{
ProgramProblemsChip::ProgramProblemsChip()
{
    setIcon(QIcon::fromTheme(QStringLiteral("data-warning")));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAutoRaise(true);
    setFocusPolicy(Qt::NoFocus); // the keyboard stays where the user types
    hide();
}

void ProgramProblemsChip::setWindowSessions(const QList<WindowSession *> &windows)
{
    const QList<QPointer<WindowSession>> wanted(windows.begin(), windows.end());
    if (wanted == m_windowSessions) {
        return;
    }
    for (const QPointer<WindowSession> &window : std::as_const(m_windowSessions)) {
        if (window) {
            window->disconnect(this);
        }
    }
    m_windowSessions = wanted;
    for (WindowSession *window : windows) {
        connect(window, &Session::answeringChanged, this, &ProgramProblemsChip::refresh);
        connect(window, &Session::stateChanged, this, &ProgramProblemsChip::refresh);
    }
    refresh();
}

void ProgramProblemsChip::refresh()
{
    QStringList troubles;
    QStringList explained;
    for (const QPointer<WindowSession> &window : std::as_const(m_windowSessions)) {
        const QString trouble = window ? WindowWording::problem(*window) : QString();
        if (!trouble.isEmpty()) {
            troubles.append(trouble);
            const QString more = WindowWording::notAnswering(Session::Kind::Window, window->answering(), window->oldConnectionKeptUntil(), 0);
            explained.append(i18nc("@info:tooltip a display’s title, its problem", "%1: %2", window->label(), more.isEmpty() ? trouble : more));
        }
    }
    QString text =
        troubles.size() > 1 ? i18ncp("@info:status", "%1 X program with a problem", "%1 X programs with problems", troubles.size()) : troubles.value(0);
    setAccessibleName(text);
    QStringList lines;
    for (const QString &line : std::as_const(explained)) {
        lines.append(line.toHtmlEscaped());
    }
    setToolTip(QStringLiteral("<qt>%1</qt>").arg(lines.join(QStringLiteral("<br/>"))));
    text.replace(u'&', QStringLiteral("&&")); // an & in a title must not become a shortcut
    setText(text);
    setVisible(!text.isEmpty());
    Q_EMIT sizeHintChanged();
}
}
