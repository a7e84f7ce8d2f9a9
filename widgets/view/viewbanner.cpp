// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewbanner.h"

#include "widgets/common/plainlabel.h"
#include "widgets/view/remoteview.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto bannerDuration = 20s; // long enough for a user who looks at the keyboard
constexpr int widest = 620;
constexpr int edgeDistance = 12; // distance from the view's edges
}

ViewBanner *ViewBanner::of(RemoteView *view)
{
    auto *banner = view->findChild<ViewBanner *>(Qt::FindDirectChildrenOnly);
    return banner ? banner : new ViewBanner(view);
}

ViewBanner::ViewBanner(RemoteView *view)
    : QFrame(view)
    , m_textLabel(PlainLabel::createWrapped())
{
    // The name selects the dark colors that all notices over a desktop have, also in a light theme.
    setObjectName(u"viewBanner"_s);
    setStyleSheet(
        u"#viewBanner { background: rgb(20, 22, 26); border: 1px solid rgb(110, 115, 125); border-radius: 6px; }"
        "#viewBanner QLabel { color: rgb(235, 235, 235); }"
        "#viewBanner QToolButton { color: rgb(235, 235, 235); background: rgb(52, 56, 64); border: 1px solid rgb(110, 115, 125); border-radius: 4px;"
        " padding: 3px 8px; }"
        "#viewBanner QToolButton:hover { background: rgb(75, 80, 92); }"_s);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 8, 6);
    row->addWidget(m_textLabel, 1);
    auto *close = new QToolButton;
    close->setText(i18nc("@action:button closes a notice", "Close"));
    close->setFocusPolicy(Qt::NoFocus); // the desktop keeps the keyboard
    row->addWidget(close);
    setCursor(Qt::ArrowCursor);
    setAccessibleName(i18nc("@info accessible name", "Notice over the desktop"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    m_hideTimer.setSingleShot(true);
    connect(&m_hideTimer, &QTimer::timeout, this, &QWidget::hide);
    connect(view, &RemoteView::resized, this, [this] {
        if (!isHidden()) {
            placeOnView();
        }
    });
    hide();
}

void ViewBanner::showText(const QString &text)
{
    m_textLabel->setText(text);
    setAccessibleDescription(text);
    placeOnView();
    show();
    raise();
    m_hideTimer.start(bannerDuration);
    QAccessibleAnnouncementEvent said(parentWidget(), text);
    QAccessible::updateAccessibility(&said);
}

QString ViewBanner::text() const
{
    return isHidden() ? QString() : m_textLabel->text();
}

void ViewBanner::placeOnView()
{
    const QSize room = parentWidget()->size();
    const int width = std::min(widest * fontMetrics().height() / 16, room.width() - 2 * edgeDistance);
    const int height = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : sizeHint().height();
    setGeometry((room.width() - width) / 2, room.height() - height - edgeDistance, width, height);
}
}
