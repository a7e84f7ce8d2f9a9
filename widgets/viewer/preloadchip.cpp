// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/preloadchip.h"

#include "widgets/wording/preloadwording.h"

#include <KLocalizedString>

#include <QAction>
#include <QMenu>

namespace Nightdesk
{
PreloadedProgramsChip::PreloadedProgramsChip(QWidget *parent)
    : QToolButton(parent)
    , m_preloadMenu(new QMenu(this))
{
    setIcon(QIcon::fromTheme(QStringLiteral("go-up")));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAutoRaise(true);
    setFocusPolicy(Qt::NoFocus); // the keyboard stays where the user types
    connect(this, &QToolButton::clicked, this, &PreloadedProgramsChip::showProgramOrMenu);
    hide();
}

void PreloadedProgramsChip::setSessions(const QList<Session *> &sessions)
{
    for (const QPointer<PreloadState> &preloadState : std::as_const(m_preloadStates)) {
        if (preloadState) {
            preloadState->disconnect(this);
        }
    }
    m_preloadStates.clear();
    for (const Session *session : sessions) {
        if (PreloadState *preloadState = PreloadState::of(session)) {
            m_preloadStates.append(preloadState);
            connect(preloadState, &PreloadState::preloadStateChanged, this, &PreloadedProgramsChip::refresh);
            connect(preloadState, &QObject::destroyed, this, &PreloadedProgramsChip::refresh);
        }
    }
    refresh();
}

QList<PreloadState *> PreloadedProgramsChip::readyPreloads() const
{
    QList<PreloadState *> result;
    for (const QPointer<PreloadState> &preloadState : m_preloadStates) {
        if (preloadState && PreloadWording::isReady(*preloadState)) {
            result.append(preloadState);
        }
    }
    return result;
}

void PreloadedProgramsChip::refresh()
{
    const QList<PreloadState *> all = readyPreloads();
    const QString text = all.size() > 1 ? i18ncp("@info:status programs", "%1 program is ready", "%1 programs are ready", static_cast<int>(all.size()))
        : all.isEmpty()                 ? QString()
                                        : i18nc("@info:status a display's title", "%1 is ready", all.constFirst()->session()->label());
    setAccessibleName(text);
    setToolTip(all.size() > 1 ? i18nc("@info:tooltip", "Hidden behind this screen’s viewer window; click to choose one")
                              : i18nc("@info:tooltip", "Hidden behind this screen’s viewer window; click to show the program at once"));
    QString shown = text;
    shown.replace(u'&', QStringLiteral("&&")); // an & in a title must not become a shortcut
    if (shown != this->text() || all.isEmpty() == isVisibleTo(parentWidget())) {
        setText(shown);
        setVisible(!all.isEmpty());
        Q_EMIT sizeHintChanged();
    }
}

void PreloadedProgramsChip::showProgramOrMenu()
{
    const QList<PreloadState *> all = readyPreloads();
    if (all.size() == 1) {
        all.constFirst()->session()->deiconify();
        return;
    }
    m_preloadMenu->clear();
    for (PreloadState *preloadState : all) {
        QAction *show = m_preloadMenu->addAction(preloadState->session()->label().replace(u'&', QStringLiteral("&&")));
        connect(show, &QAction::triggered, preloadState, [preloadState] {
            preloadState->session()->deiconify();
        });
    }
    m_preloadMenu->popup(mapToGlobal(QPoint(0, height())));
}
}
