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
/// Shows parts of an image in shared memory in the window of a widget, without the copy that Qt would make: on X11, for parts that no other widget
/// covers. Qt's own copy of the window then lacks these parts. Qt paints them before it shows or moves its copy, and when the image rests. Member
/// of the widget, which must be able to paint the same image. GUI thread.
class SharedMemoryPainter : public QObject
{
    Q_OBJECT
public:
    explicit SharedMemoryPainter(QWidget *widget);
    ~SharedMemoryPainter() override;

    /// The image to show from now on; its rows are @p size.width() pixels of Format_RGB32. If @p memory is not valid, no image is shown.
    void setImage(UniqueFd memory, const QSize &size);
    /// Shows @p region, a visible part of the widget. @p origin: the image's top left corner, in device pixels of the widget. False: Qt has to
    /// paint it.
    bool paint(const QRegion &region, const QPoint &origin);

Q_SIGNALS:
    void imageReadByServer(); ///< the X server has read the memory for all earlier calls of paint()

private:
    QWindow *nativeWindow();
    void repaintBeforeQtShowsItsCopy(const QObject *affected);
    bool isCovered(const QRegion &region) const;
    void paintStaleRegion();

    QWidget *const m_widget;
    std::unique_ptr<XSharedImage> m_sharedImage;
    QPointer<QWindow> m_lastPaintWindow; ///< the native window into which paint() last drew
    QRegion m_staleInQtCopy; ///< the part of the widget that may be outdated in Qt's copy of the window
    QTimer m_paintStaleTimer;
};
}
