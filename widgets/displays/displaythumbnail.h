// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/seenwatch.h"

#include <QImage>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <chrono>
#include <optional>

namespace Nightdesk
{
class DesktopFreshness;
class DesktopSession;
class Session;

/// What a display shows now, small, with its age; of an X program on this X server its icon. It is made from the image that the viewer
/// paints, at most once in a few seconds, and only while it can be seen: it asks the server for nothing. GUI thread; the session may go
/// first (then delete it). Owned by SessionCard.
class DisplayThumbnail : public QWidget
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds pause{4}; ///< between two images

    explicit DisplayThumbnail(Session *session, QWidget *parent = nullptr);

    const QImage &image() const; ///< in device pixels; null: there is none
    QString ageText() const; ///< "now", "2 min 05 s"; empty: there is no image
    int taken() const; ///< how often it was made
    /// @p whole so small that it fits into @p size, in its own proportions.
    static QImage reduced(const QImage &whole, const QSize &size);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void follow();
    void takeThumbnail();
    void showAge();
    QIcon icon() const;

    QPointer<DesktopSession> m_desktop; ///< null: an X program on this X server
    QString m_program; ///< its icon's name
    DesktopFreshness *m_freshness = nullptr;
    SeenWatch m_seen;
    QTimer m_pause;
    QImage m_image;
    bool m_isNewer = true; ///< the desktop has something that the image lacks
    int m_taken = 0;
    std::optional<std::chrono::seconds> m_age; ///< empty: it is as the desktop is
};
}
