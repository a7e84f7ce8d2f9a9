// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"

#include <QImage>
#include <QPoint>
#include <QRect>
#include <QSize>

#include <memory>

namespace Nightdesk
{
/// The remote desktop's picture as it is mapped here: read-only pixels that the worker writes. Copyable; the mapping lives
/// until the last copy goes. The image shares the mapping (never detach it by writing).
struct DesktopPicture {
    quint32 generation = 0; ///< 0: no picture yet
    QImage image; ///< Format_RGB32, device pixels of the server
};

/// What the status shows of a desktop's worker.
struct DesktopFacts {
    QString name; ///< the server's own, display-safe
    QString protocol; ///< "RFB 3.8, VncAuth"
    bool seccomp = false;
    bool landlock = false;
    qint64 workerPid = 0;
    bool operator==(const DesktopFacts &) const = default;
};

struct DesktopStats {
    Bytes received;
    Bytes sent;
    quint64 updates = 0;
    quint64 rects = 0;
    quint64 pixels = 0;
    std::chrono::microseconds decoding{};
    std::chrono::microseconds cpu{};
    QString encoding; ///< of the last rectangle: "Tight"
    bool operator==(const DesktopStats &) const = default;
};

/// A shared VNC desktop being shown: a worker process, its stream through the link, its picture. GUI thread.
class DesktopSession : public Session
{
    Q_OBJECT
public:
    enum class Visibility {
        Visible,
        OneHertz,
        Hidden
    };

    DesktopSession(const DesktopSpec &spec, Link *link, QObject *parent = nullptr);
    ~DesktopSession() override;

    const DesktopSpec &spec() const;
    /// The last picture; stays (stale) when the worker or link dies, until a new one comes.
    DesktopPicture picture() const;
    /// When the last damage arrived; empty: never. The age of a dimmed picture counts from here.
    std::optional<std::chrono::steady_clock::time_point> lastDamage() const;
    QImage cursor() const; ///< ARGB32 premultiplied; null: none
    QPoint cursorHotSpot() const;
    DesktopFacts facts() const;
    DesktopStats stats() const;
    bool isViewOnly() const;

public Q_SLOTS:
    void setViewOnly(bool viewOnly);
    void setVisibility(Nightdesk::DesktopSession::Visibility visibility);
    /// The view has painted everything up to @p sequence of damaged(): the worker may go on writing.
    void release(quint32 generation, quint32 sequence);
    /// Ignored unless Live and not view-only.
    void sendKey(quint32 keysym, bool down);
    void sendPointer(const QPoint &position, quint8 buttons);
    /// Answers secretNeeded; empty: cancelled.
    void answerSecret(const std::optional<Nightdesk::Secret> &secret, const QString &user = {});

Q_SIGNALS:
    /// A new size, hence a new picture (also the first).
    void pictureChanged(const Nightdesk::DesktopPicture &picture);
    /// These parts are new; release(generation, sequence) when painted.
    void damaged(quint32 generation, quint32 sequence, const QList<QRect> &rects);
    void cursorChanged(const QImage &cursor, const QPoint &hotSpot);
    void pointerMoved(const QPoint &position); ///< the server moved the pointer: somebody else's
    void bell();
    void factsChanged();
    void statsChanged();
    void viewOnlyChanged(bool viewOnly);
    /// The VNC server wants a password (and a user name, where @p wantsUser).
    void secretNeeded(bool wantsUser, int attempt);

protected:
    void open() override;
    void drop() override;

private:
    class Private;
    std::unique_ptr<Private> d;
};
}

Q_DECLARE_METATYPE(Nightdesk::DesktopPicture)
