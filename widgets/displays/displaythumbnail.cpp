// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/displaythumbnail.h"

#include "sessions/apps/appsession.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/view/desktopfreshness.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QFileInfo>
#include <QIcon>
#include <QPainter>

namespace Nightdesk
{
DisplayThumbnail::DisplayThumbnail(Session *session, QWidget *parent)
    : QWidget(parent)
    , m_desktopSession(qobject_cast<DesktopSession *>(session))
    , m_visibilityWatch(this)
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    if (const auto *window = qobject_cast<const WindowSession *>(session)) {
        m_programIcon = QFileInfo(window->spec().command.value(0)).fileName();
    }
    if (!m_desktopSession) {
        setAccessibleName(i18nc("@info accessible name", "Icon"));
        return;
    }
    setAccessibleName(i18nc("@info accessible name, of what a display shows", "Small image"));
    m_desktopFreshness = new DesktopFreshness(m_desktopSession, this);
    connect(m_desktopFreshness, &DesktopFreshness::noticeChanged, this, &DisplayThumbnail::showAge);
    const auto isNewer = [this] {
        m_hasDesktopChanged = true;
        if (!m_nextThumbnailTimer.isActive()) {
            updateIfDue();
        }
    };
    connect(m_desktopSession, &DesktopSession::imageChanged, this, isNewer);
    connect(m_desktopSession, &DesktopSession::pictureChanged, this, isNewer);
    connect(m_desktopSession, &Session::stateChanged, this, &DisplayThumbnail::showAge);
    if (auto *app = qobject_cast<AppSession *>(session)) {
        connect(app, &AppSession::programIconChanged, this, qOverload<>(&QWidget::update));
    }
    m_nextThumbnailTimer.setSingleShot(true);
    connect(&m_nextThumbnailTimer, &QTimer::timeout, this, &DisplayThumbnail::updateIfDue);
    connect(&m_visibilityWatch, &VisibilityWatch::visibilityChanged, this, &DisplayThumbnail::updateIfDue);
    showAge();
}

QString DisplayThumbnail::ageText() const
{
    if (m_thumbnail.isNull()) {
        return {};
    }
    return m_thumbnailAge ? Wording::age(*m_thumbnailAge) : i18nc("@info:status the age of an image", "now");
}

QSize DisplayThumbnail::sizeHint() const
{
    const int height = fontMetrics().height() * 7 / 2;
    return {height * 8 / 5, height};
}

QSize DisplayThumbnail::minimumSizeHint() const
{
    return sizeHint();
}

void DisplayThumbnail::updateIfDue()
{
    if (m_hasDesktopChanged && m_visibilityWatch.isSeen() && !m_nextThumbnailTimer.isActive()) {
        makeThumbnail();
    }
}

void DisplayThumbnail::makeThumbnail()
{
    const QImage whole = m_desktopSession ? m_desktopSession->picture().image : QImage();
    if (whole.isNull()) {
        return;
    }
    m_hasDesktopChanged = false;
    m_nextThumbnailTimer.start(minInterval);
    m_thumbnail = scaledToFit(whole, size() * devicePixelRatioF());
    showAge();
    update();
}

QImage DisplayThumbnail::scaledToFit(const QImage &whole, const QSize &size)
{
    const QSize small = whole.size().scaled(size, Qt::KeepAspectRatio).expandedTo({1, 1});
    // The image is first reduced coarsely, because smooth scaling reads every pixel of a desktop: 12 ms for 2560x1600.
    // About every fourth pixel is enough for a thumbnail.
    const QSize coarse = (small * 4).boundedTo(whole.size());
    return whole.scaled(coarse, Qt::IgnoreAspectRatio, Qt::FastTransformation).scaled(small, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

void DisplayThumbnail::showAge()
{
    const QString before = ageText();
    m_thumbnailAge = m_desktopFreshness ? m_desktopFreshness->imageAge() : std::nullopt;
    const QString text = ageText();
    if (text != before || accessibleDescription().isEmpty()) {
        const QString words = text.isEmpty() ? i18nc("@info:tooltip of a small image", "No image yet")
            : m_thumbnailAge                 ? i18nc("@info:tooltip of a small image, how long ago", "As the display was %1 ago", text)
                                             : i18nc("@info:tooltip of a small image", "As the display is now");
        setAccessibleDescription(words);
        setToolTip(words);
        update();
    }
}

QIcon DisplayThumbnail::icon() const
{
    if (const auto *app = qobject_cast<const AppSession *>(m_desktopSession.data()); app && !app->programIcon().isNull()) {
        return app->programIcon();
    }
    const QIcon kind =
        QIcon::fromTheme(m_desktopSession && m_desktopSession->kind() == Session::Kind::Desktop ? QStringLiteral("video-display") : QStringLiteral("window"));
    // Not the icon "xterm", which is a red cross in icon themes: on a card that means a failure.
    const QString name = m_programIcon.contains(QStringLiteral("term")) ? QStringLiteral("utilities-terminal") : m_programIcon;
    return name.isEmpty() ? kind : QIcon::fromTheme(name, kind);
}

void DisplayThumbnail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (m_thumbnail.isNull()) {
        const int side = height() * 3 / 5;
        icon().paint(&painter, QRect((width() - side) / 2, (height() - side) / 2, side, side));
    } else {
        QRectF place(QPointF(), QSizeF(m_thumbnail.size()).scaled(size(), Qt::KeepAspectRatio));
        place.moveCenter(QRectF(rect()).center());
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.setOpacity(m_thumbnailAge ? 0.45 : 1); // dimmed if old, as in the viewer
        painter.drawImage(place, m_thumbnail);
        painter.setOpacity(1);
        QFont small = font();
        small.setPointSizeF(small.pointSizeF() * 0.75);
        painter.setFont(small);
        const QFontMetrics metrics(small);
        const QString text = ageText();
        const QSize room(metrics.horizontalAdvance(text) + 6, metrics.height());
        const QRect chip(width() - room.width() - 1, height() - room.height() - 1, room.width(), room.height());
        // A background for the age, so that it is readable on any image.
        painter.fillRect(chip, palette().color(QPalette::Window));
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(chip, Qt::AlignCenter, text);
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}
}
