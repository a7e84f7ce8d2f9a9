// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace Nightdesk
{
class ClaritySign;
class DesktopSession;
class KeyboardSign;
class NightSigns;
class RemoteView;

/// A desktop on a stage: its view, in a border of its color, and where several stand side by side a line with its title above
/// it. GUI thread. Owned by StageDesktops.
class DesktopFrame : public QWidget
{
    Q_OBJECT
public:
    explicit DesktopFrame(DesktopSession *session);

    RemoteView *view() const;
    /// Invalid: no border.
    void setColour(const QColor &colour);
    QColor colour() const;
    void setTitleShown(bool shown);
    QRect titleRect() const; ///< of the line above the image; null: it is not shown
    void setSigns(NightSigns *signs); ///< of the night; once; outlives this

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void showTitle();
    void showKeyboard();

    DesktopSession *const m_session;
    RemoteView *m_view;
    QWidget *m_line;
    QLabel *m_title;
    KeyboardSign *m_keyboard; ///< that what is typed goes there: a toolbar has no room for it on a small laptop
    ClaritySign *m_clarity;
    QVBoxLayout *m_column;
    QColor m_colour;
};
}
