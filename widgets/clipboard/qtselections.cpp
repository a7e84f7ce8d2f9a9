// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/clipboard/qtselections.h"

#include <QGuiApplication>
#include <QMimeData>

namespace Nightdesk
{
namespace
{
QClipboard::Mode modeOf(XSelection which)
{
    return which == XSelection::Clipboard ? QClipboard::Clipboard : QClipboard::Selection;
}
}

QtSelections::QtSelections(QObject *parent)
    : QObject(parent)
{
    connect(QGuiApplication::clipboard(), &QClipboard::changed, this, [this](QClipboard::Mode mode) {
        if (mode == QClipboard::Clipboard || mode == QClipboard::Selection) {
            look(mode == QClipboard::Clipboard ? XSelection::Clipboard : XSelection::Primary);
        }
    });
}

/// Qt reports what we put as well: at once, and again when the compositor repeats it.
void QtSelections::look(XSelection which)
{
    const QClipboard *const clipboard = QGuiApplication::clipboard();
    const QString &put = m_put[selectionIndex(which)];
    const bool isOwn = which == XSelection::Clipboard ? clipboard->ownsClipboard() : clipboard->ownsSelection();
    if (isOwn && !put.isNull() && clipboard->text(modeOf(which)) == put) {
        return;
    }
    const QMimeData *const data = clipboard->mimeData(modeOf(which));
    m_put[selectionIndex(which)] = QString();
    Q_EMIT changed(which, !data || data->formats().isEmpty());
}

void QtSelections::read(XSelection which)
{
    const QClipboard *const clipboard = QGuiApplication::clipboard();
    const QMimeData *const data = clipboard->mimeData(modeOf(which));
    SelectionText text;
    if (data && data->hasText()) {
        text.text = data->text();
        text.bytes = text.text.toUtf8().size();
        text.outcome = text.bytes > SelectionText::limit ? SelectionText::Outcome::TooLong : SelectionText::Outcome::Text;
        if (text.outcome == SelectionText::Outcome::TooLong) {
            text.text.clear();
        }
    }
    QMetaObject::invokeMethod(
        this,
        [this, which, text] {
            Q_EMIT answered(which, text);
        },
        Qt::QueuedConnection);
}

void QtSelections::put(XSelection which, const QString &text)
{
    m_put[selectionIndex(which)] = text;
    QGuiApplication::clipboard()->setText(text, modeOf(which));
}
}
