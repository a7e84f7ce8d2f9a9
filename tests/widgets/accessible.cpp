// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/accessible.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QApplication>
#include <QScrollBar>
#include <QSet>
#include <QTest>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
QString describe(const QWidget *widget)
{
    const QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
    return u"%1 \"%2\""_s.arg(QString::fromLatin1(widget->metaObject()->className()), interface ? interface->text(QAccessible::Name) : QString());
}

QList<QWidget *> controls(QWidget &root)
{
    QList<QWidget *> result;
    QList<QWidget *> all = root.findChildren<QWidget *>();
    all.prepend(&root);
    for (QWidget *widget : std::as_const(all)) {
        const bool isPartOfAnother = qobject_cast<QScrollBar *>(widget) || widget->focusProxy() != nullptr;
        if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) && !isPartOfAnother) {
            result.append(widget);
        }
    }
    return result;
}
}

QStringList namelessControls(QWidget &root)
{
    QStringList result;
    for (QWidget *widget : controls(root)) {
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(widget);
        if (!interface || interface->text(QAccessible::Name).trimmed().isEmpty()) {
            result.append(describe(widget) + u" in "_s + (widget->parentWidget() ? describe(widget->parentWidget()) : QString()));
        }
    }
    return result;
}

QStringList unreachableControls(QWidget &root)
{
    root.show();
    root.activateWindow();
    if (!QTest::qWaitForWindowActive(&root, 30000)) {
        return {u"the window did not become active"_s};
    }
    const QList<QWidget *> wanted = controls(root);
    if (wanted.isEmpty()) {
        return {};
    }
    wanted.first()->setFocus(Qt::TabFocusReason);
    QSet<QWidget *> reached{QApplication::focusWidget()};
    for (qsizetype i = 0; i < wanted.size() * 3 + 10; ++i) {
        QTest::keyClick(&root, Qt::Key_Tab);
        if (QApplication::focusWidget()) {
            QTest::keyRelease(QApplication::focusWidget(), Qt::Key_Tab);
        }
        reached.insert(QApplication::focusWidget());
    }
    QStringList result;
    for (QWidget *widget : wanted) {
        if (!reached.contains(widget)) {
            result.append(describe(widget));
        }
    }
    return result;
}
}
