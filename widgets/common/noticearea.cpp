// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/noticearea.h"

#include <QEvent>
#include <QVBoxLayout>

namespace Nightdesk
{
NoticeArea::NoticeArea(QWidget *pages, QWidget *parent)
    : QWidget(parent)
    , m_pagesBelow(pages)
    , m_messagesWidget(new QWidget(parent))
    , m_noticeLayout(new QVBoxLayout(m_messagesWidget))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFixedHeight(0);
    setAttribute(Qt::WA_TransparentForMouseEvents); // ignores the mouse, because this widget only reserves space
    m_messagesWidget->setAutoFillBackground(true); // opaque, because it may cover part of a page
    m_noticeLayout->setContentsMargins(0, 0, 0, 0);
    m_messagesWidget->installEventFilter(this);
    m_pagesBelow->installEventFilter(this);
}

int NoticeArea::requiredHeight() const
{
    return m_noticeLayout->hasHeightForWidth() ? m_noticeLayout->totalHeightForWidth(width()) : m_noticeLayout->totalSizeHint().height();
}

void NoticeArea::fitHeight()
{
    const int wanted = m_noticeLayout->isEmpty() ? 0 : requiredHeight();
    if (!m_isPointerOnPages) {
        setFixedHeight(wanted);
    }
    m_messagesWidget->setGeometry(x(), y(), width(), wanted);
    m_messagesWidget->setVisible(wanted > 0);
    m_messagesWidget->raise();
    // Activated once, because a hidden layout that was never activated sends no LayoutRequest when a message is added.
    m_noticeLayout->activate();
}

bool NoticeArea::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_messagesWidget && event->type() == QEvent::LayoutRequest) {
        fitHeight();
    } else if (watched == m_pagesBelow && (event->type() == QEvent::Enter || event->type() == QEvent::Leave)) {
        m_isPointerOnPages = event->type() == QEvent::Enter;
        fitHeight();
    }
    return QWidget::eventFilter(watched, event);
}

void NoticeArea::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    fitHeight();
}

void NoticeArea::moveEvent(QMoveEvent *event)
{
    QWidget::moveEvent(event);
    fitHeight();
}

void NoticeArea::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        fitHeight();
    }
}
}
