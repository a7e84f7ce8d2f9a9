// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/screens/screenlabels.h"

#include "widgets/screens/deskmonitors.h"
#include "widgets/screens/screenlabel.h"
#include "widgets/wording/screenwording.h"

#include <QAccessible>
#include <QApplication>
#include <QGuiApplication>
#include <QKeyEvent>

namespace Nightdesk
{
namespace
{
bool isModifier(int key)
{
    return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_AltGr || key == Qt::Key_Meta || key == Qt::Key_Super_L
        || key == Qt::Key_Super_R;
}
}

ScreenLabels::ScreenLabels(QObject *parent, std::chrono::milliseconds time)
    : QObject(parent)
{
    m_hideTimer.setSingleShot(true);
    m_hideTimer.setInterval(time);
    connect(&m_hideTimer, &QTimer::timeout, this, &ScreenLabels::hide);
    connect(qGuiApp, &QGuiApplication::screenRemoved, this, &ScreenLabels::hide); // a label must not outlive its screen
}

ScreenLabels::~ScreenLabels() = default;

void ScreenLabels::toggle(const ScreenMap &map, QObject *caller)
{
    if (areShown()) {
        hide();
        return;
    }
    m_ignoredEventSource = caller;
    show(map);
    ApplicationEventFilter::instance()->add(HandlerPriority::ScreenLabels, this);
    m_hideTimer.start();
    QStringList told;
    for (const auto &label : m_labels) {
        told.append(label->text());
    }
    if (QObject *speaker = QApplication::focusWidget() ? QApplication::focusWidget() : QApplication::activeWindow()) {
        QAccessibleAnnouncementEvent event(speaker, told.join(QStringLiteral("; ")));
        QAccessible::updateAccessibility(&event);
    }
    Q_EMIT shownChanged(true);
}

void ScreenLabels::show(const ScreenMap &map)
{
    const QList<QScreen *> screens = QGuiApplication::screens();
    const QList<PhysicalMonitor> monitors = DeskMonitorWatcher::currentMonitors();
    const QWidget *active = QApplication::activeWindow();
    const QRect avoid = active ? active->frameGeometry() : QRect();
    m_labels.clear();
    for (const int monitor : map.monitorIndexesLeftToRight()) {
        if (monitor < screens.size()) {
            m_labels.push_back(
                std::make_unique<ScreenLabel>(screens[monitor], ScreenWording::names(map, monitor), ScreenWording::monitor(monitors[monitor]), avoid));
            m_labels.back()->show();
            m_labels.back()->raise();
        }
    }
}

void ScreenLabels::update(const ScreenMap &map)
{
    if (areShown()) {
        show(map);
        m_hideTimer.start();
    }
}

void ScreenLabels::hide()
{
    if (!areShown()) {
        return;
    }
    ApplicationEventFilter::instance()->remove(this);
    m_hideTimer.stop();
    for (auto &label : m_labels) {
        label->hide();
        label.release()->deleteLater(); // deferred: the label may be handling the click
    }
    m_labels.clear();
    Q_EMIT shownChanged(false);
}

bool ScreenLabels::areShown() const
{
    return !m_labels.empty();
}

bool ScreenLabels::handleEvent(QObject *watched, QEvent *event)
{
    // Qt sends an event to the window before the widget: only the event of the widget shows whether it is for m_ignoredEventSource.
    if (watched->isWindowType() || watched == m_ignoredEventSource) {
        if (!(event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape)) {
            return false;
        }
    }
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
            event->accept(); // makes Qt send Escape as a key press to this filter, so that it closes no dialog
            return true;
        }
        return false;
    case QEvent::KeyPress: {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (!isModifier(key)) {
            hide();
        }
        return key == Qt::Key_Escape;
    }
    case QEvent::Shortcut:
    case QEvent::MouseButtonPress:
    case QEvent::TouchBegin:
    case QEvent::Wheel:
        hide();
        return false;
    default:
        return false;
    }
}
}
