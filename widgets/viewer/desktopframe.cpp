// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/desktopframe.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/common/plainlabel.h"
#include "widgets/view/losslessindicator.h"
#include "widgets/view/nightdeskkeys.h"
#include "widgets/view/nightindicators.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/viewbell.h"
#include "widgets/viewer/keyboardindicator.h"

#include <KLocalizedString>

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace Nightdesk
{
namespace
{
constexpr int frameWidth = 3;
}

DesktopFrame::DesktopFrame(DesktopSession *session)
    : m_session(session)
    , m_remoteView(new RemoteView(session))
    , m_titleLine(new QWidget)
    , m_titleLabel(PlainLabel::create())
    , m_keyboardIndicator(new KeyboardIndicator)
    , m_losslessIndicator(new LosslessIndicator(session))
    , m_columnLayout(new QVBoxLayout(this))
{
    m_columnLayout->setContentsMargins(0, 0, 0, 0);
    m_columnLayout->setSpacing(0);
    m_titleLabel->setContentsMargins(6, 1, 6, 1);
    m_titleLabel->setMinimumWidth(1); // so that a long title does not make the desktop's frame wider
    m_keyboardIndicator->setKeyboardOnThisScreen(true);
    m_keyboardIndicator->hide();
    m_losslessIndicator->setContentsMargins(6, 1, 6, 1);
    m_titleLine->hide();
    auto *line = new QHBoxLayout(m_titleLine);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addWidget(m_titleLabel, 1);
    line->addWidget(m_keyboardIndicator);
    line->addWidget(m_losslessIndicator);
    m_columnLayout->addWidget(m_titleLine);
    m_columnLayout->addWidget(m_remoteView, 1);
    setFocusProxy(m_remoteView);
    m_remoteView->inputRouter()->add(InputPriority::Window, this);
    connect(session, &DesktopSession::viewOnlyChanged, this, &DesktopFrame::updateTitleText);
    connect(session, &Session::labelChanged, this, &DesktopFrame::updateTitleText);
    connect(session, &Session::answeringChanged, this, &DesktopFrame::updateKeyboardIndicator);
    updateTitleText();
    updateKeyboardIndicator();
}

void DesktopFrame::setColor(const QColor &color)
{
    m_frameColor = color;
    const int width = color.isValid() ? frameWidth : 0;
    m_columnLayout->setContentsMargins(width, width, width, width);
    QPalette palette;
    if (color.isValid()) {
        const bool isLight = qGray(color.rgb()) > 140;
        palette.setColor(QPalette::WindowText, isLight ? Qt::black : Qt::white);
        // black or white, because a paler text would be unreadable on the color of the title line
        palette.setColor(QPalette::PlaceholderText, isLight ? Qt::black : Qt::white);
    }
    m_titleLabel->setPalette(palette);
    m_keyboardIndicator->setPalette(palette);
    m_losslessIndicator->setPalette(palette);
    update();
}

void DesktopFrame::setTitleShown(bool shown)
{
    m_titleLine->setVisible(shown);
}

QRect DesktopFrame::titleRect() const
{
    return m_titleLine->isHidden() ? QRect() : m_titleLine->geometry();
}

void DesktopFrame::setIndicators(NightIndicators *indicators)
{
    new ViewBell(m_remoteView, indicators);
    new NightdeskKeys(m_remoteView, indicators);
    const auto dim = [this, indicators] {
        m_remoteView->setBorderBrightness(indicators->brightness());
    };
    connect(indicators, &NightIndicators::indicatorsChanged, m_remoteView, dim);
    dim();
}

void DesktopFrame::updateTitleText()
{
    const QString title = m_session->label();
    m_titleLabel->setText(m_session->isViewOnly() ? i18nc("@info:status a desktop’s title, nothing is sent to it", "%1 (view-only)", title) : title);
}

void DesktopFrame::updateKeyboardIndicator()
{
    m_keyboardIndicator->setText(m_session->answering() == Session::AnswerState::Responding
                                     ? i18nc("@info:status beside a desktop’s title: what is typed goes to it", "Keyboard here")
                                     : i18nc("@info:status beside the title of the desktop in use, which does not answer", "Keyboard here (keys discarded)"));
    m_keyboardIndicator->setVisible(m_remoteView->hasFocus());
    // the title is highlighted only while this desktop gets typed keys
    m_titleLabel->setForegroundRole(m_remoteView->hasFocus() ? QPalette::WindowText : QPalette::PlaceholderText);
}

bool DesktopFrame::filterInput(RemoteView *, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        updateKeyboardIndicator();
    }
    return false;
}

void DesktopFrame::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_frameColor.isValid() ? m_frameColor : palette().color(QPalette::Window));
}
}
