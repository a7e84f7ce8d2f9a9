// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warmchip.h"

#include "widgets/wording/warmwording.h"

#include <KLocalizedString>

#include <QAction>
#include <QMenu>

namespace Nightdesk
{
WarmChip::WarmChip(QWidget *parent)
    : QToolButton(parent)
    , m_menu(new QMenu(this))
{
    setIcon(QIcon::fromTheme(QStringLiteral("go-up")));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAutoRaise(true);
    setFocusPolicy(Qt::NoFocus); // the keyboard stays where the user types
    connect(this, &QToolButton::clicked, this, &WarmChip::showPreloaded);
    hide();
}

void WarmChip::setSessions(const QList<Session *> &sessions)
{
    for (const QPointer<Warmth> &warmth : std::as_const(m_warm)) {
        if (warmth) {
            warmth->disconnect(this);
        }
    }
    m_warm.clear();
    for (const Session *session : sessions) {
        if (Warmth *warmth = Warmth::of(session)) {
            m_warm.append(warmth);
            connect(warmth, &Warmth::changed, this, &WarmChip::refresh);
            connect(warmth, &QObject::destroyed, this, &WarmChip::refresh);
        }
    }
    refresh();
}

QList<Warmth *> WarmChip::ready() const
{
    QList<Warmth *> result;
    for (const QPointer<Warmth> &warmth : m_warm) {
        if (warmth && WarmWording::isReady(*warmth)) {
            result.append(warmth);
        }
    }
    return result;
}

void WarmChip::refresh()
{
    const QList<Warmth *> all = ready();
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
        Q_EMIT changed();
    }
}

void WarmChip::showPreloaded()
{
    const QList<Warmth *> all = ready();
    if (all.size() == 1) {
        all.constFirst()->session()->restore();
        return;
    }
    m_menu->clear();
    for (Warmth *warmth : all) {
        QAction *show = m_menu->addAction(warmth->session()->label().replace(u'&', QStringLiteral("&&")));
        connect(show, &QAction::triggered, warmth, [warmth] {
            warmth->session()->restore();
        });
    }
    m_menu->popup(mapToGlobal(QPoint(0, height())));
}
}
