// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/accessiblecheck.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDeadlineTimer>
#include <QGroupBox>
#include <QImage>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
QString nameOf(const QWidget *widget)
{
    const QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
    return interface ? interface->text(QAccessible::Name).trimmed() : QString();
}

template<typename Part>
bool isInside(const QWidget *widget)
{
    for (const QWidget *parent = widget->parentWidget(); parent && !widget->isWindow(); parent = parent->parentWidget()) {
        if (qobject_cast<const Part *>(parent)) {
            return true;
        }
        if (parent->isWindow()) {
            break;
        }
    }
    return false;
}

/// The scroll bars of a list, the arrows of a tab bar, the cross in a search field: the whole speaks for them.
bool isPart(const QWidget *widget)
{
    return qobject_cast<const QScrollBar *>(widget) || widget->objectName().startsWith("qt_"_L1) || isInside<QComboBox>(widget)
        || isInside<QAbstractSpinBox>(widget) || isInside<QLineEdit>(widget) || isInside<QTabBar>(widget) || isInside<QMenuBar>(widget)
        || isInside<QToolBar>(widget);
}

QList<QWidget *> shown(QWidget *window)
{
    QList<QWidget *> result{window};
    for (QWidget *widget : window->findChildren<QWidget *>()) {
        if (widget->window() == window && widget->isVisible()) {
            result.append(widget);
        }
    }
    return result;
}

bool isControl(const QWidget *widget)
{
    return widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() && !isPart(widget);
}

/// A remote desktop takes every key: the strip says which one leaves it.
bool takesEveryKey(const QWidget *widget)
{
    return QByteArrayView(widget->metaObject()->className()).endsWith("::RemoteView");
}

bool hasShortcut(const QAbstractButton *button)
{
    const auto *tool = qobject_cast<const QToolButton *>(button);
    const QAction *action = tool ? tool->defaultAction() : nullptr;
    return !button->shortcut().isEmpty() || (action && !action->shortcut().isEmpty());
}

void bring(QWidget *window)
{
    if (!window->isVisible()) {
        window->show();
    }
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window, 30000));
}

/// What of the window's picture the keyboard's being there may change.
QImage around(QWidget *widget)
{
    const QRect place = QRect(widget->mapTo(widget->window(), QPoint()), widget->size()).marginsAdded({4, 4, 4, 4});
    return widget->window()->grab(place & widget->window()->rect()).toImage();
}

void addMnemonic(QHash<QString, QStringList> &taken, const QString &text, const QString &what)
{
    const QKeySequence key = QKeySequence::mnemonic(text);
    if (!key.isEmpty()) {
        taken[key.toString()].append(what);
    }
}

QStringList clashesOf(const QHash<QString, QStringList> &taken)
{
    QStringList result;
    for (auto [key, who] : taken.asKeyValueRange()) {
        if (who.size() > 1) {
            result.append(u"%1 leads to: %2"_s.arg(key, who.join(u" and to "_s)));
        }
    }
    return result;
}

void addMenu(const QMenu *menu, const QString &where, QStringList &result)
{
    QHash<QString, QStringList> taken;
    for (const QAction *action : menu->actions()) {
        addMnemonic(taken, action->text(), u"%1 / menu item \"%2\""_s.arg(where, action->text()));
        if (!action->isSeparator() && action->text().trimmed().isEmpty() && action->isVisible()) {
            result.append(u"%1: a menu item \"%2\" without a text"_s.arg(where, action->objectName()));
        }
        if (action->menu()) {
            addMenu(action->menu(), u"%1 / \"%2\""_s.arg(where, action->text()), result);
        }
    }
    result += clashesOf(taken);
}
}

QString AccessibleCheck::path(const QWidget *widget)
{
    QStringList parts;
    for (const QWidget *part = widget; part; part = part->isWindow() ? nullptr : part->parentWidget()) {
        QString name = QString::fromLatin1(part->metaObject()->className());
        name = name.section(u"::"_s, -1);
        if (part == widget || !part->objectName().isEmpty()) {
            const QString said = part == widget ? nameOf(part) : part->objectName();
            name += u" \"%1\""_s.arg(said.left(60));
        }
        parts.prepend(name);
    }
    return parts.join(u" / "_s);
}

QStringList AccessibleCheck::unnamed(QWidget *window)
{
    QStringList result;
    if (window->isWindow() && window->windowTitle().isEmpty() && nameOf(window).isEmpty()) {
        result.append(path(window) + u": a window without a title"_s);
    }
    for (const QWidget *widget : shown(window)) {
        const QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        if (!interface) {
            result.append(path(widget) + u": unknown to screen readers"_s);
            continue;
        }
        const QAccessible::Role role = interface->role();
        const bool isSilent = role == QAccessible::NoRole || role == QAccessible::Client || role == QAccessible::Window;
        if (isControl(widget)) {
            if (nameOf(widget).isEmpty()) {
                result.append(path(widget) + u": no name"_s);
            }
            if (isSilent && widget != window && !qobject_cast<const QAbstractScrollArea *>(widget)) {
                result.append(path(widget) + u": its role does not say what it is"_s);
            }
            continue;
        }
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        if (button && !isPart(widget)) {
            if (nameOf(widget).isEmpty()) {
                result.append(path(widget) + u": no name"_s);
            }
            if (widget->isEnabled() && !(widget->focusPolicy() & Qt::TabFocus) && !hasShortcut(button)) {
                result.append(path(widget) + u": no key reaches this button"_s);
            }
        }
        const bool isOurs = QByteArrayView(widget->metaObject()->className()).startsWith("Nightdesk::");
        const bool isOverlay = widget->testAttribute(Qt::WA_TransparentForMouseEvents);
        if (isOurs && !isOverlay && !button && isSilent && widget != window && widget->findChildren<QWidget *>().isEmpty() && nameOf(widget).isEmpty()) {
            result.append(path(widget) + u": paints something and has no name"_s);
        }
    }
    return result;
}

QStringList AccessibleCheck::unreachable(QWidget *window)
{
    bring(window);
    QList<QWidget *> wanted;
    for (QWidget *widget : shown(window)) {
        if (isControl(widget) && !takesEveryKey(widget) && widget != window) {
            wanted.append(widget);
        }
    }
    if (wanted.isEmpty()) {
        return {};
    }
    wanted.first()->setFocus(Qt::TabFocusReason);
    QSet<QWidget *> reached{QApplication::focusWidget()};
    QStringList way;
    for (qsizetype i = 0; i < wanted.size() * 3 + 10; ++i) {
        QWidget *before = QApplication::focusWidget();
        if (before && takesEveryKey(before)) {
            QWidget *next = before->nextInFocusChain();
            while (next != before && !(next->isVisible() && isControl(next) && !takesEveryKey(next))) {
                next = next->nextInFocusChain();
            }
            next->setFocus(Qt::TabFocusReason);
        } else {
            QTest::keyClick(before ? before : window, Qt::Key_Tab);
        }
        reached.insert(QApplication::focusWidget());
        if (QApplication::focusWidget() && i <= wanted.size()) {
            way.append(path(QApplication::focusWidget()).section(u" / "_s, -1));
        }
    }
    QStringList result;
    for (QWidget *widget : std::as_const(wanted)) {
        // One of a group of radio buttons stands for all: the arrow keys lead to the others.
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        const bool isOneOfMany = button && button->isCheckable() && button->autoExclusive();
        if (!reached.contains(widget) && !isOneOfMany) {
            result.append(path(widget) + u": Tab does not reach it"_s);
        }
    }
    if (!result.isEmpty()) {
        result.append(u"    Tab goes through: "_s + way.join(u" > "_s));
    }
    return result;
}

QStringList AccessibleCheck::clashes(QWidget *window)
{
    QHash<QString, QStringList> taken;
    QStringList result;
    for (const QWidget *widget : shown(window)) {
        if (!widget->isEnabled()) {
            continue;
        }
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget)) {
            addMnemonic(taken, button->text(), path(widget));
        } else if (const auto *label = qobject_cast<const QLabel *>(widget); label && label->buddy()) {
            addMnemonic(taken, label->text(), path(widget));
        } else if (const auto *box = qobject_cast<const QGroupBox *>(widget)) {
            addMnemonic(taken, box->title(), path(widget));
        } else if (const auto *tabs = qobject_cast<const QTabBar *>(widget)) {
            for (int i = 0; i < tabs->count(); ++i) {
                addMnemonic(taken, tabs->tabText(i), u"%1 / tab \"%2\""_s.arg(path(widget), tabs->tabText(i)));
            }
        } else if (const auto *bar = qobject_cast<const QMenuBar *>(widget)) {
            for (const QAction *action : bar->actions()) {
                addMnemonic(taken, action->text(), u"%1 / menu \"%2\""_s.arg(path(widget), action->text()));
                if (action->menu()) {
                    addMenu(action->menu(), u"%1 / \"%2\""_s.arg(path(widget), action->text()), result);
                }
            }
        }
        const auto *tool = qobject_cast<const QToolButton *>(widget);
        if (tool && tool->menu()) {
            addMenu(tool->menu(), path(widget), result);
        }
    }
    return result + clashesOf(taken);
}

QStringList AccessibleCheck::unseenFocus(QWidget *window)
{
    bring(window);
    QStringList result;
    for (QWidget *widget : shown(window)) {
        if (!isControl(widget) || takesEveryKey(widget) || widget == window || widget->visibleRegion().isEmpty()) {
            continue;
        }
        if (QWidget *holder = QApplication::focusWidget()) {
            holder->clearFocus();
        }
        QCoreApplication::processEvents();
        const QImage without = around(widget);
        widget->setFocus(Qt::TabFocusReason);
        if (QApplication::focusWidget() != widget) {
            continue; // unreachable() speaks of it
        }
        // A style may fade it in, and a machine that was busy for all of that time has shown nothing of it.
        bool isSeen = false;
        int looks = 0;
        const QDeadlineTimer faded(700);
        (void)QTest::qWaitFor(
            [&] {
                isSeen = around(widget) != without;
                return isSeen || (++looks > 20 && faded.hasExpired());
            },
            30000);
        if (!isSeen) {
            result.append(path(widget) + u": nobody sees that the keyboard is there"_s);
        }
    }
    return result;
}

QStringList AccessibleCheck::problems(QWidget *window)
{
    bring(window);
    return unnamed(window) + clashes(window) + unreachable(window) + unseenFocus(window);
}
}
