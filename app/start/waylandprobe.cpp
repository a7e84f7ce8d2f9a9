// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/waylandprobe.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <memory>

#include <poll.h>
#include <wayland-client.h>

namespace Nightdesk
{
namespace
{
struct WaylandDisplayDeleter {
    void operator()(wl_display *display) const
    {
        wl_display_disconnect(display);
    }
};

constexpr wl_registry_listener registryListener{
    .global =
        [](void *data, wl_registry *, uint32_t, const char *interface, uint32_t) {
            static_cast<QByteArrayList *>(data)->append(interface);
        },
    .global_remove = [](void *, wl_registry *, uint32_t) {},
};

constexpr wl_callback_listener doneListener{
    .done =
        [](void *data, wl_callback *, uint32_t) {
            *static_cast<bool *>(data) = true;
        },
};

/// Replaces wl_display_roundtrip(), which has no timeout and blocks if the compositor is stopped.
bool readEvents(wl_display *display, const QDeadlineTimer &deadline)
{
    while (wl_display_prepare_read(display) != 0) {
        if (wl_display_dispatch_pending(display) < 0) {
            return false;
        }
    }
    const bool isSent = wl_display_flush(display) >= 0 || errno == EAGAIN;
    pollfd ready{.fd = wl_display_get_fd(display), .events = POLLIN, .revents = 0};
    const auto left = std::min<qint64>(deadline.remainingTime(), std::numeric_limits<int>::max());
    if (!isSent || ::poll(&ready, 1, static_cast<int>(left)) <= 0) {
        wl_display_cancel_read(display);
        return isSent && errno == EINTR && !deadline.hasExpired();
    }
    return wl_display_read_events(display) >= 0 && wl_display_dispatch_pending(display) >= 0;
}
}

std::optional<QByteArrayList> WaylandProbe::waylandInterfaces(std::chrono::milliseconds limit)
{
    const std::unique_ptr<wl_display, WaylandDisplayDeleter> display(wl_display_connect(nullptr));
    if (!display) {
        return {};
    }
    const QDeadlineTimer deadline(limit);
    QByteArrayList names;
    bool isDone = false;
    // The registry and its objects are destroyed explicitly, because wl_display_disconnect() does not free their
    // memory.
    const std::unique_ptr<wl_registry, void (*)(wl_registry *)> registry(wl_display_get_registry(display.get()), wl_registry_destroy);
    const std::unique_ptr<wl_callback, void (*)(wl_callback *)> done(wl_display_sync(display.get()), wl_callback_destroy);
    wl_registry_add_listener(registry.get(), &registryListener, &names);
    wl_callback_add_listener(done.get(), &doneListener, &isDone);
    while (!isDone) {
        if (deadline.hasExpired() || !readEvents(display.get(), deadline)) {
            return {};
        }
    }
    return names;
}
}
