// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace Nightdesk
{
/// The place of messages above the pages of a window. A message that comes lies over the upper edge of the pages while the pointer
/// is on them, and a message that goes leaves its room empty: no button moves under the pointer. When the pointer leaves the
/// pages, they make room. GUI thread. Owned by ConsolePages.
class NoticeArea : public QWidget
{
    Q_OBJECT
public:
    /// @p pages: what stands below it in the same layout; outlives it.
    explicit NoticeArea(QWidget *pages, QWidget *parent = nullptr);
    ~NoticeArea() override;

    /// Where messages are put.
    QVBoxLayout *notices() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    int wantedHeight() const;
    void fit();

    QWidget *const m_pages;
    QWidget *const m_content; ///< a sibling above the pages; child of the same parent
    QVBoxLayout *const m_notices;
    bool m_isPointed = false; ///< the pointer is on the pages
};
}
