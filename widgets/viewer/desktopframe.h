// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/inputrouter.h"

#include <QColor>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace Nightdesk
{
class LosslessIndicator;
class DesktopSession;
class KeyboardIndicator;
class NightIndicators;
class RemoteView;

/// A desktop on a viewer window: its view, in a border of its color, and a title line above it if there are several side by side. GUI thread. Owned by
/// ViewerDesktops.
class DesktopFrame : public QWidget, private InputHandler
{
    Q_OBJECT
public:
    explicit DesktopFrame(DesktopSession *session);

    RemoteView *view() const
    {
        return m_remoteView;
    }
    /// An invalid color: no border.
    void setColor(const QColor &color);
    QColor color() const
    {
        return m_frameColor;
    }
    void setTitleShown(bool shown);
    QRect titleRect() const; ///< the line above the image; null: it is hidden
    void setIndicators(NightIndicators *indicators); ///< call this once; @p indicators must outlive this object

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool filterInput(RemoteView *view, QEvent *event) override;
    void updateTitleText();
    void updateKeyboardIndicator();

    DesktopSession *const m_session;
    RemoteView *m_remoteView;
    QWidget *m_titleLine;
    QLabel *m_titleLabel;
    KeyboardIndicator *m_keyboardIndicator; ///< in the title line, because the toolbar of a small laptop has no room for an indicator
    LosslessIndicator *m_losslessIndicator;
    QVBoxLayout *m_columnLayout;
    QColor m_frameColor;
};
}
