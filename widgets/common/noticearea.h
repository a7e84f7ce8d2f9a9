// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace Nightdesk
{
/// The area for messages above the pages of a window. While the pointer is on the pages, a new message covers their upper edge, and a removed message
/// leaves its space empty, so that no button moves under the pointer. When the pointer leaves the pages, they are resized to make room. GUI thread.
/// Owned by ConsolePages.
class NoticeArea : public QWidget
{
    Q_OBJECT
public:
    /// @p pages: the widget below this one in the same layout; must outlive this widget.
    explicit NoticeArea(QWidget *pages, QWidget *parent = nullptr);

    /// The layout to which messages are added.
    QVBoxLayout *noticeLayout() const
    {
        return m_noticeLayout;
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    int requiredHeight() const;
    void fitHeight();

    QWidget *const m_pagesBelow;
    QWidget *const m_messagesWidget; ///< contains the messages; a sibling of this widget, stacked above the pages
    QVBoxLayout *const m_noticeLayout;
    bool m_isPointerOnPages = false; ///< true: the pointer is on the pages
};
}
