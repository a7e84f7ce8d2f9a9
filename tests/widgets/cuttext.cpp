// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/cuttext.h"

#include "tests/widgets/accessiblecheck.h"

#include <KSqueezedTextLabel>

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTextDocument>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
QString plain(QString text)
{
    if (Qt::mightBeRichText(text)) {
        QTextDocument document;
        document.setHtml(text);
        text = document.toPlainText();
    }
    return text.replace(u"&&"_s, u"\1"_s).remove(u'&').replace(u'\1', u'&').simplified();
}

bool isReported(const QWidget *widget, const QString &text)
{
    return plain(widget->toolTip()).contains(plain(text));
}

QString said(const QWidget *widget, const QString &text, const QString &what)
{
    return u"%1: \"%2\" %3"_s.arg(AccessibleCheck::path(widget), plain(text).left(80), what);
}

void checkLabel(const QLabel *label, QStringList &result)
{
    // A squeezed label's text is what it could show; its tool tip has all of it.
    const auto *squeezed = qobject_cast<const KSqueezedTextLabel *>(label);
    if (label->text().isEmpty() || isReported(label, squeezed ? squeezed->fullText() : label->text())) {
        return;
    }
    const QSize room = label->size();
    if (label->wordWrap()) {
        const int height = label->heightForWidth(room.width());
        if (height > room.height() + 1) {
            result.append(said(label, label->text(), u"needs the height %1 and has %2"_s.arg(height).arg(room.height())));
        }
        return;
    }
    const QSize needed = label->sizeHint();
    if (needed.width() > room.width() + 1 || needed.height() > room.height() + 1) {
        result.append(said(label, label->text(), u"needs %1x%2 and has %3x%4"_s.arg(needed.width()).arg(needed.height()).arg(room.width()).arg(room.height())));
    }
}

void checkButton(const QAbstractButton *button, QStringList &result)
{
    const auto *tool = qobject_cast<const QToolButton *>(button);
    const bool hasText = !button->text().isEmpty() && (!tool || tool->toolButtonStyle() != Qt::ToolButtonIconOnly || tool->icon().isNull());
    if (hasText && button->sizeHint().width() > button->width() + 1 && !isReported(button, button->text())) {
        result.append(said(button, button->text(), u"needs the width %1 and has %2"_s.arg(button->sizeHint().width()).arg(button->width())));
    }
}

void checkTabs(const QTabBar *tabs, QStringList &result)
{
    for (int i = 0; i < tabs->count(); ++i) {
        const QString text = plain(tabs->tabText(i));
        const int icon = tabs->tabIcon(i).isNull() ? 0 : tabs->iconSize().width();
        if (tabs->isTabVisible(i) && tabs->fontMetrics().horizontalAdvance(text) + icon > tabs->tabRect(i).width()
            && !plain(tabs->tabToolTip(i)).contains(text)) {
            result.append(said(tabs, text, u"does not fit its tab"_s));
        }
    }
}

void checkHeader(const QHeaderView *header, QStringList &result)
{
    if (header->orientation() != Qt::Horizontal || !header->model()) {
        return;
    }
    for (int i = 0; i < header->count(); ++i) {
        const QString text = header->model()->headerData(i, Qt::Horizontal).toString();
        const QString tip = header->model()->headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString();
        if (!header->isSectionHidden(i) && header->fontMetrics().horizontalAdvance(text) > header->sectionSize(i) && !tip.contains(text)) {
            result.append(
                said(header, text, u"needs the width %1 and has %2"_s.arg(header->fontMetrics().horizontalAdvance(text)).arg(header->sectionSize(i))));
        }
    }
}

void checkCombo(const QComboBox *box, QStringList &result)
{
    QStyleOptionComboBox option;
    option.initFrom(box);
    option.editable = box->isEditable();
    option.frame = box->hasFrame();
    const int room = box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box).width();
    const QString text = box->currentIndex() < 0 ? box->placeholderText() : box->currentText();
    const int needed = box->fontMetrics().horizontalAdvance(text);
    if (needed > room && !isReported(box, text)) {
        result.append(said(box, text, u"needs the width %1 and has %2"_s.arg(needed).arg(room)));
    }
}

void checkEdit(const QLineEdit *edit, QStringList &result)
{
    // What is typed scrolls; what it says by itself does not.
    const int needed = edit->fontMetrics().horizontalAdvance(edit->placeholderText());
    if (edit->text().isEmpty() && needed > edit->width() - 4 && !isReported(edit, edit->placeholderText())) {
        result.append(said(edit, edit->placeholderText(), u"needs the width %1 and has %2"_s.arg(needed).arg(edit->width())));
    }
}

void checkView(QAbstractItemView *view, QStringList &result)
{
    const auto *tree = qobject_cast<QTreeView *>(view);
    if (!view->model() || !tree) {
        return; // lists wrap or scroll
    }
    for (int column = 0; column < view->model()->columnCount(); ++column) {
        const int needed = view->sizeHintForColumn(column);
        const QModelIndex first = view->model()->index(0, column);
        if (!tree->isColumnHidden(column) && first.isValid() && needed > tree->columnWidth(column) + 1 && first.data(Qt::ToolTipRole).toString().isEmpty()
            && !view->property("wrapsText").toBool()) {
            result.append(
                said(view, first.data().toString(), u"in column %1 needs the width %2 and has %3"_s.arg(column).arg(needed).arg(tree->columnWidth(column))));
        }
    }
}

bool scrolls(const QWidget *widget)
{
    for (const QWidget *parent = widget->parentWidget(); parent; parent = parent->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea *>(parent)) {
            return true;
        }
    }
    return false;
}

QString textOf(const QWidget *widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(widget)) {
        return label->text();
    }
    if (const auto *button = qobject_cast<const QAbstractButton *>(widget)) {
        return qobject_cast<const QDialogButtonBox *>(button->parent()) && button->objectName().isEmpty() ? QString() : button->text();
    }
    if (const auto *group = qobject_cast<const QGroupBox *>(widget)) {
        return group->title();
    }
    return {};
}
}

QStringList CutText::problems(QWidget *window)
{
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // a text may just have changed
    QStringList result;
    for (QWidget *widget : window->findChildren<QWidget *>()) {
        if (widget->window() != window || !widget->isVisible() || widget->objectName().startsWith("qt_"_L1)) {
            continue;
        }
        if (const auto *label = qobject_cast<const QLabel *>(widget)) {
            checkLabel(label, result);
        } else if (qobject_cast<const QPushButton *>(widget) || qobject_cast<const QToolButton *>(widget) || qobject_cast<const QCheckBox *>(widget)
                   || qobject_cast<const QRadioButton *>(widget)) {
            checkButton(qobject_cast<const QAbstractButton *>(widget), result);
        } else if (const auto *tabs = qobject_cast<const QTabBar *>(widget)) {
            checkTabs(tabs, result);
        } else if (const auto *header = qobject_cast<const QHeaderView *>(widget)) {
            checkHeader(header, result);
        } else if (const auto *box = qobject_cast<const QComboBox *>(widget)) {
            checkCombo(box, result);
        } else if (const auto *edit = qobject_cast<const QLineEdit *>(widget)) {
            checkEdit(edit, result);
        } else if (auto *view = qobject_cast<QAbstractItemView *>(widget)) {
            checkView(view, result);
        }
        const QRect place = QRect(widget->mapTo(window, QPoint()), widget->size());
        if (!textOf(widget).isEmpty() && !scrolls(widget) && !window->rect().adjusted(-1, -1, 1, 1).contains(place)) {
            result.append(said(widget, textOf(widget), u"sticks out of the window"_s));
        }
    }
    return result;
}

QStringList CutText::tooLarge(const QWidget *window)
{
    const QSize least = window->minimumSizeHint().expandedTo(window->minimumSize());
    if (least.width() <= 683 && least.height() <= 384) {
        return {};
    }
    QStringList largest;
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        const QSize size = widget->minimumSizeHint().expandedTo(widget->minimumSize());
        if (widget->window() == window && (size.width() > 400 || size.height() > 60)) {
            largest.append(u"%1 %2x%3"_s.arg(AccessibleCheck::path(widget).section(u" / "_s, -1)).arg(size.width()).arg(size.height()));
        }
    }
    return {u"%1 cannot be made smaller than %2x%3: %4"_s.arg(AccessibleCheck::path(window)).arg(least.width()).arg(least.height()).arg(largest.join(u", "_s))};
}

QStringList CutText::untranslated(QWidget *window, const QStringList &data)
{
    static const QRegularExpression word(u"[A-Za-z]{3,}"_s);
    QStringList result;
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        const QString text = plain(textOf(widget));
        if (widget->window() != window || !widget->isVisible() || widget->objectName().startsWith("qt_"_L1) || data.contains(text)) {
            continue;
        }
        if (text.contains(word) && !text.contains(u'[')) {
            result.append(said(widget, text, u"was not translated"_s));
        }
    }
    return result;
}
}
