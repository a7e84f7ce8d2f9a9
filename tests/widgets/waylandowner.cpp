// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/waylandowner.h"

#include <QApplication>
#include <QTimer>
#include <QWidget>

#include <chrono>
#include <csignal>
#include <string_view>

#include <unistd.h>
#include <wayland-client.h>
#include <wayland-primary-selection-unstable-v1-client-protocol.h>

using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
/// What it does with the pipe of somebody who pastes.
struct Giver {
    void give(int pipe) const;

    QByteArray mode;
    QByteArray text;
};

void Giver::give(int pipe) const
{
    if (mode == "silent") {
        return; // and the pipe stays open
    }
    if (mode == "drip") {
        auto *const drip = new QTimer(qApp);
        QObject::connect(drip, &QTimer::timeout, qApp, [pipe, drip] {
            if (::write(pipe, "x", 1) < 0) {
                ::close(pipe);
                drip->deleteLater();
            }
        });
        drip->start(50ms);
        return;
    }
    const QByteArray bytes = mode == "long" ? QByteArray(3 * 1024 * 1024, 'x') : text;
    for (qsizetype done = 0; done < bytes.size();) {
        const ssize_t written = ::write(pipe, bytes.constData() + done, static_cast<std::size_t>(bytes.size() - done));
        if (written < 0) {
            break;
        }
        done += written;
    }
    ::close(pipe);
}

struct Owner {
    Giver giver;
    QWidget *window = nullptr;
    wl_seat *seat = nullptr;
    wl_data_device_manager *clipboard = nullptr;
    zwp_primary_selection_device_manager_v1 *primary = nullptr;
    bool owns = false;
};

void found(void *data, wl_registry *registry, uint32_t name, const char *interface, uint32_t)
{
    auto *const owner = static_cast<Owner *>(data);
    if (std::string_view(interface) == wl_data_device_manager_interface.name) {
        owner->clipboard = static_cast<wl_data_device_manager *>(wl_registry_bind(registry, name, &wl_data_device_manager_interface, 1));
    } else if (std::string_view(interface) == zwp_primary_selection_device_manager_v1_interface.name) {
        owner->primary =
            static_cast<zwp_primary_selection_device_manager_v1 *>(wl_registry_bind(registry, name, &zwp_primary_selection_device_manager_v1_interface, 1));
    }
}

constexpr wl_data_source_listener clipboardListener{
    .target = [](void *, wl_data_source *, const char *) {},
    .send =
        [](void *data, wl_data_source *, const char *, int32_t pipe) {
            static_cast<Owner *>(data)->giver.give(pipe);
        },
    .cancelled = [](void *, wl_data_source *) {},
    .dnd_drop_performed = [](void *, wl_data_source *) {},
    .dnd_finished = [](void *, wl_data_source *) {},
    .action = [](void *, wl_data_source *, uint32_t) {},
};

constexpr zwp_primary_selection_source_v1_listener primaryListener{
    .send =
        [](void *data, zwp_primary_selection_source_v1 *, const char *, int32_t pipe) {
            static_cast<Owner *>(data)->giver.give(pipe);
        },
    .cancelled = [](void *, zwp_primary_selection_source_v1 *) {},
};

/// A compositor takes a selection from the program with the keyboard alone.
void entered(void *data, wl_keyboard *, uint32_t serial, wl_surface *, wl_array *)
{
    auto *const owner = static_cast<Owner *>(data);
    if (std::exchange(owner->owns, true)) {
        return;
    }
    wl_data_source *const copied = wl_data_device_manager_create_data_source(owner->clipboard);
    wl_data_source_add_listener(copied, &clipboardListener, owner);
    wl_data_source_offer(copied, "text/plain;charset=utf-8");
    wl_data_device_set_selection(wl_data_device_manager_get_data_device(owner->clipboard, owner->seat), copied, serial);
    zwp_primary_selection_source_v1 *const marked = zwp_primary_selection_device_manager_v1_create_source(owner->primary);
    zwp_primary_selection_source_v1_add_listener(marked, &primaryListener, owner);
    zwp_primary_selection_source_v1_offer(marked, "text/plain;charset=utf-8");
    zwp_primary_selection_device_v1_set_selection(zwp_primary_selection_device_manager_v1_get_device(owner->primary, owner->seat), marked, serial);
    QMetaObject::invokeMethod(owner->window, &QWidget::hide, Qt::QueuedConnection);
}
}

int runWaylandOwner(int argc, char **argv)
{
    std::signal(SIGPIPE, SIG_IGN);
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    const QStringList words = QApplication::arguments();
    QWidget window;
    Owner owner{.giver = {.mode = words.value(2).toUtf8(), .text = words.value(3).toUtf8()}, .window = &window};
    const auto *const wayland = qGuiApp->nativeInterface<QNativeInterface::QWaylandApplication>();
    if (!wayland) {
        return 1;
    }
    owner.seat = wayland->seat();
    static constexpr wl_registry_listener registryListener{.global = found, .global_remove = [](void *, wl_registry *, uint32_t) { }};
    wl_registry *const registry = wl_display_get_registry(wayland->display());
    wl_registry_add_listener(registry, &registryListener, &owner);
    wl_display_roundtrip(wayland->display());
    if (!owner.clipboard || !owner.primary) {
        return 1;
    }
    static constexpr wl_keyboard_listener keyboardListener{
        .keymap =
            [](void *, wl_keyboard *, uint32_t, int32_t map, uint32_t) {
                ::close(map);
            },
        .enter = entered,
        .leave = [](void *, wl_keyboard *, uint32_t, wl_surface *) {},
        .key = [](void *, wl_keyboard *, uint32_t, uint32_t, uint32_t, uint32_t) {},
        .modifiers = [](void *, wl_keyboard *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) {},
        .repeat_info = [](void *, wl_keyboard *, int32_t, int32_t) {},
    };
    wl_keyboard_add_listener(wl_seat_get_keyboard(owner.seat), &keyboardListener, &owner);
    window.resize(200, 100);
    window.show();
    return QApplication::exec();
}
}
