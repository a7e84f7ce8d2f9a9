// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/visibilitywatch.h"

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

/// A small image of what a display shows now, with its age; for an X program on this X server, its icon. Made from the
/// image that the viewer paints, at most every few seconds and only while visible, so the server gets no extra request.
/// GUI thread; if the session is destroyed first, this must be deleted. Owned by SessionCard.
class DisplayThumbnail : public QWidget
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds minInterval{4}; ///< minimum time between two thumbnails

    explicit DisplayThumbnail(Session *session, QWidget *parent = nullptr);

    /// the thumbnail in device pixels; null: there is no thumbnail
    const QImage &image() const
    {
        return m_thumbnail;
    }
    QString ageText() const; ///< "now", "2 min 05 s"; empty: there is no image
    /// @p whole reduced to fit into @p size, aspect ratio kept.
    static QImage scaledToFit(const QImage &whole, const QSize &size);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void updateIfDue();
    void makeThumbnail();
    void showAge();
    QIcon icon() const;

    QPointer<DesktopSession> m_desktopSession; ///< the shown desktop; null: an X program on this X server
    QString m_programIcon; ///< name of the icon of the X program
    DesktopFreshness *m_desktopFreshness = nullptr;
    VisibilityWatch m_visibilityWatch;
    QTimer m_nextThumbnailTimer;
    QImage m_thumbnail;
    bool m_hasDesktopChanged = true; ///< the desktop has changed since the thumbnail was made
    std::optional<std::chrono::seconds> m_thumbnailAge; ///< age of the thumbnail; empty: the thumbnail is current
};
}
