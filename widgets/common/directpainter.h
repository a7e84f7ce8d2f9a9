// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "widgets/common/xsharedimage.h"

#include <QObject>
#include <QPointer>
#include <QRegion>
#include <QTimer>

#include <memory>

class QWidget;
class QWindow;

namespace Nightdesk
{
/// Shows parts of an image in shared memory in the window of a widget without Qt, which would copy them first: on X11, for parts that nothing
/// covers. Qt's copy of the window then lacks these parts; they are painted there before Qt shows or moves it, and when the image rests. Member of
/// the widget, which must be able to paint the same image. GUI thread.
class DirectPainter : public QObject
{
    Q_OBJECT
public:
    explicit DirectPainter(QWidget *widget);
    ~DirectPainter() override;

    /// The image to show from now on; its rows are @p size.width() pixels of Format_RGB32. Not valid: none.
    void setImage(UniqueFd memory, const QSize &size);
    /// Shows @p region, a visible part of the widget. @p origin: the image's top left corner, in device pixels of the widget. False: Qt has to
    /// paint it.
    bool paint(const QRegion &region, const QPoint &origin);

Q_SIGNALS:
    void painted(); ///< the memory is not needed any more for what paint() was called with

private:
    QWindow *nativeWindow();
    void watchCopy(const QObject *affected);
    bool isCovered(const QRegion &region) const;
    void paintStale();

    QWidget *const m_widget;
    std::unique_ptr<XSharedImage> m_image;
    QPointer<QWindow> m_window; ///< the window of the last paint()
    QRegion m_stale; ///< what Qt's copy of the window may lack
    QTimer m_rest;
};
}
