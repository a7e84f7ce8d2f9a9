// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/shortcutinhibition.h"

#include "sessions/common/logging.h"

#include <QGuiApplication>

#include <string_view>
#include <utility>

#include <unistd.h>
#include <wayland-client.h>
#include <wayland-keyboard-shortcuts-inhibit-unstable-v1-client-protocol.h>

namespace Nightdesk
{
/// The Wayland objects. Qt has no API for the focused surface, so a wl_keyboard of its own, on the seat that Qt uses, reports this surface.
struct ShortcutInhibition::Private {
    explicit Private(const QNativeInterface::QWaylandApplication &wayland);
    ~Private();
    Private(const Private &) = delete;
    Private &operator=(const Private &) = delete;
    void createKeyboard();
    void updateInhibitor();
    void destroyInhibitor();

    static void handleGlobal(void *data, wl_registry *registry, uint32_t name, const char *interface, uint32_t version);
    static void handleEnter(void *data, wl_keyboard *keyboard, uint32_t serial, wl_surface *surface, wl_array *keys);
    static void handleLeave(void *data, wl_keyboard *keyboard, uint32_t serial, wl_surface *surface);

    wl_seat *seat;
    wl_registry *registry;
    wl_keyboard *keyboard = nullptr;
    zwp_keyboard_shortcuts_inhibit_manager_v1 *inhibitManager = nullptr;
    zwp_keyboard_shortcuts_inhibitor_v1 *inhibitor = nullptr;
    wl_surface *focusedSurface = nullptr; ///< the surface that has the keyboard
    bool isActive = false;
};

namespace
{
constexpr zwp_keyboard_shortcuts_inhibitor_v1_listener inhibitorListener{
    .active =
        [](void *, zwp_keyboard_shortcuts_inhibitor_v1 *) {
            qCInfo(LogUi, "the compositor leaves its shortcuts to the desktop");
        },
    .inactive =
        [](void *, zwp_keyboard_shortcuts_inhibitor_v1 *) {
            qCInfo(LogUi, "the compositor has its shortcuts again");
        },
};
}

ShortcutInhibition::Private::Private(const QNativeInterface::QWaylandApplication &wayland)
    : seat(wayland.seat())
    , registry(wl_display_get_registry(wayland.display()))
{
    static constexpr wl_registry_listener registryListener{.global = handleGlobal, .global_remove = [](void *, wl_registry *, uint32_t) { }};
    wl_registry_add_listener(registry, &registryListener, this);
    wl_display_flush(wayland.display());
}

/// Creates the keyboard once Qt has one: requesting it from a seat that never had a keyboard is a protocol error.
void ShortcutInhibition::Private::createKeyboard()
{
    const auto *const wayland = qGuiApp->nativeInterface<QNativeInterface::QWaylandApplication>();
    if (keyboard || !wayland || !wayland->keyboard()) {
        return;
    }
    static constexpr wl_keyboard_listener keyboardListener{
        .keymap =
            [](void *, wl_keyboard *, uint32_t, int32_t map, uint32_t) {
                ::close(map);
            },
        .enter = handleEnter,
        .leave = handleLeave,
        .key = [](void *, wl_keyboard *, uint32_t, uint32_t, uint32_t, uint32_t) {},
        .modifiers = [](void *, wl_keyboard *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) {},
        .repeat_info = [](void *, wl_keyboard *, int32_t, int32_t) {},
    };
    keyboard = wl_seat_get_keyboard(seat);
    wl_keyboard_add_listener(keyboard, &keyboardListener, this); // the compositor reports the focus immediately
}

ShortcutInhibition::Private::~Private()
{
    // Qt may have closed the connection, which destroys these objects.
    const auto *const wayland = qGuiApp ? qGuiApp->nativeInterface<QNativeInterface::QWaylandApplication>() : nullptr;
    if (!wayland || !wayland->display()) {
        return;
    }
    destroyInhibitor();
    if (inhibitManager) {
        zwp_keyboard_shortcuts_inhibit_manager_v1_destroy(inhibitManager);
    }
    if (keyboard) {
        wl_keyboard_destroy(keyboard);
    }
    wl_registry_destroy(registry);
}

void ShortcutInhibition::Private::handleGlobal(void *data, wl_registry *registry, uint32_t name, const char *interface, uint32_t)
{
    auto *const self = static_cast<Private *>(data);
    const wl_interface &wanted = zwp_keyboard_shortcuts_inhibit_manager_v1_interface;
    if (!self->inhibitManager && std::string_view(interface) == wanted.name) {
        self->inhibitManager = static_cast<zwp_keyboard_shortcuts_inhibit_manager_v1 *>(wl_registry_bind(registry, name, &wanted, 1));
        self->updateInhibitor();
    }
}

void ShortcutInhibition::Private::handleEnter(void *data, wl_keyboard *, uint32_t, wl_surface *surface, wl_array *)
{
    auto *const self = static_cast<Private *>(data);
    self->destroyInhibitor(); // destroys the inhibitor of the previous surface
    self->focusedSurface = surface;
    self->updateInhibitor();
}

void ShortcutInhibition::Private::handleLeave(void *data, wl_keyboard *, uint32_t, wl_surface *)
{
    auto *const self = static_cast<Private *>(data);
    self->focusedSurface = nullptr;
    self->destroyInhibitor();
}

void ShortcutInhibition::Private::updateInhibitor()
{
    if (!isActive) {
        destroyInhibitor();
    } else if (!inhibitor && inhibitManager && focusedSurface) {
        inhibitor = zwp_keyboard_shortcuts_inhibit_manager_v1_inhibit_shortcuts(inhibitManager, focusedSurface, seat);
        zwp_keyboard_shortcuts_inhibitor_v1_add_listener(inhibitor, &inhibitorListener, nullptr);
    }
}

void ShortcutInhibition::Private::destroyInhibitor()
{
    if (auto *const old = std::exchange(inhibitor, nullptr)) {
        zwp_keyboard_shortcuts_inhibitor_v1_destroy(old);
    }
}

std::shared_ptr<ShortcutInhibition> ShortcutInhibition::shared()
{
    static std::weak_ptr<ShortcutInhibition> known;
    std::shared_ptr<ShortcutInhibition> inhibition = known.lock();
    const auto *const wayland = qGuiApp->nativeInterface<QNativeInterface::QWaylandApplication>();
    if (!inhibition && wayland && wayland->display() && wayland->seat()) {
        inhibition.reset(new ShortcutInhibition(std::make_unique<Private>(*wayland)));
        known = inhibition;
    }
    return inhibition;
}

ShortcutInhibition::ShortcutInhibition(std::unique_ptr<Private> own)
    : d(std::move(own))
{
}

ShortcutInhibition::~ShortcutInhibition() = default;

void ShortcutInhibition::setActive(bool isActive)
{
    d->isActive = isActive;
    d->createKeyboard();
    d->updateInhibitor();
}
}
