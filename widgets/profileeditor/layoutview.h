// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/displayedit.h"
#include "widgets/profileeditor/screenlayout.h"

#include <QWidget>

namespace Nightdesk
{
class DisplayBox;

/// A picture of a site's screens at their proportions with the displays of a profile where they land. Dragging one, the arrow keys (with
/// Shift its size, with Ctrl by single pixels) and Page Up and Down (its screen) ask for one value each. GUI thread. Owned by EffectPanel.
class LayoutView : public QWidget
{
    Q_OBJECT
public:
    explicit LayoutView(QWidget *parent = nullptr);

    /// Not @p isEditable: it is shown alone.
    void setScreens(const ScreenLayout &layout, bool isEditable);
    const ScreenLayout &screens() const;
    /// From @p before Tab goes to the first display.
    void setTabsAfter(QWidget *before);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void edited(const Nightdesk::DisplayEdit &edit);
    void currentChanged(const QString &table, const QString &id);
    void openRequested(const QString &table, const QString &id);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void rebuild();
    void arrange();
    void connectBox(DisplayBox *box, int index);
    void drag(int index, QPoint by, bool isResize, QPoint pointer);
    void drop(int index);
    void step(int index, QPoint steps, bool isResize, bool isFine);
    /// Asks for @p rect, and shows it until the text says otherwise.
    void place(int index, const QRect &rect);
    void moveToScreen(int index, int screen);
    QRectF boxPlace(const ScreenLayout::Display &display) const;
    QString inWords(const ScreenLayout::Display &display) const;
    /// Within its screen, as a console puts it.
    QRect inside(const QRect &rect, const ScreenLayout::Display &display) const;

    ScreenLayout m_layout;
    bool m_isEditable = false;
    QList<QRectF> m_places; ///< of the screens
    QList<DisplayBox *> m_boxes; ///< as the displays
    QWidget *m_before = nullptr;
    std::optional<ScreenLayout::Display> m_dragged; ///< as it would be
};
}
