// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/waylandselections.h"

#include "widgets/input/pipereader.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHash>

#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>
#include <wayland-client.h>
#include <wayland-primary-selection-unstable-v1-client-protocol.h>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto answerLimit = 1s; ///< time limit for a whole text
constexpr qsizetype mostTypes = 256; ///< limit of MIME types per offer; text types are among the first

QClipboard::Mode modeOf(XSelection which)
{
    return which == XSelection::Clipboard ? QClipboard::Clipboard : QClipboard::Selection;
}

bool isOwnedByQt(XSelection which)
{
    const QClipboard *const clipboard = QGuiApplication::clipboard();
    return which == XSelection::Clipboard ? clipboard->ownsClipboard() : clipboard->ownsSelection();
}

}

// This namespace has a name because WaylandSelections::Devices has members of its types.
namespace WaylandOffers
{
/// Names for the types and functions of the clipboard protocol. PrimaryProtocol has the same names for those of the primary selection protocol.
struct ClipboardProtocol {
    using Device = wl_data_device;
    using Offer = wl_data_offer;
    static constexpr auto requestOfferData = wl_data_offer_receive;
    static constexpr auto destroyOffer = wl_data_offer_destroy;
    static constexpr auto destroyDevice = wl_data_device_release;
    static void addListener(Offer *offer, void *data);
};

struct PrimaryProtocol {
    using Device = zwp_primary_selection_device_v1;
    using Offer = zwp_primary_selection_offer_v1;
    static constexpr auto requestOfferData = zwp_primary_selection_offer_v1_receive;
    static constexpr auto destroyOffer = zwp_primary_selection_offer_v1_destroy;
    static constexpr auto destroyDevice = zwp_primary_selection_device_v1_destroy;
    static void addListener(Offer *offer, void *data);
};

/// A data device and what the compositor offers on it.
template<typename Protocol>
struct OfferedSelection {
    using Device = typename Protocol::Device;
    using Offer = typename Protocol::Offer;

    static void handleOffer(void *data, Device *, Offer *offer)
    {
        static_cast<OfferedSelection *>(data)->mimeTypes.insert(offer, {});
        Protocol::addListener(offer, data);
    }
    static void handleMimeType(void *data, Offer *offer, const char *type)
    {
        auto &all = static_cast<OfferedSelection *>(data)->mimeTypes;
        if (const auto found = all.find(offer); found != all.end() && found->size() < mostTypes) {
            found->append(type);
        }
    }
    static void handleSelection(void *data, Device *, Offer *offer)
    {
        auto *const self = static_cast<OfferedSelection *>(data);
        if (offer != self->selectionOffer) {
            self->removeOffer(std::exchange(self->selectionOffer, offer));
        }
        self->changeCallback();
    }
    void removeOffer(Offer *offer)
    {
        if (mimeTypes.remove(offer)) {
            Protocol::destroyOffer(offer);
        }
    }
    void close()
    {
        for (Offer *const offer : mimeTypes.keys()) {
            removeOffer(offer);
        }
        if (device) {
            Protocol::destroyDevice(device);
        }
    }
    /// The read end of a pipe for the text; invalid: no text is offered.
    UniqueFd receive() const
    {
        // Takes the first type that is offered; all are UTF-8 in practice.
        for (const char *const type : {"text/plain;charset=utf-8", "UTF8_STRING", "text/plain"}) {
            std::array<int, 2> ends{};
            if (selectionOffer && mimeTypes.value(selectionOffer).contains(type) && ::pipe2(ends.data(), O_CLOEXEC) == 0) {
                UniqueFd mine(ends[0]);
                // closed here: the request to the compositor has duplicated this descriptor
                const UniqueFd theirs(ends[1]);
                Protocol::requestOfferData(selectionOffer, type, theirs.get());
                return mine;
            }
        }
        return {};
    }

    Device *device = nullptr; ///< null: the compositor lacks this protocol
    QHash<Offer *, QByteArrayList> mimeTypes;
    Offer *selectionOffer = nullptr; ///< null: there is no selection
    Offer *dragOffer = nullptr; ///< drag and drop; Qt's device handles it
    std::function<void()> changeCallback; ///< called when the compositor offers another selection
};

void ClipboardProtocol::addListener(Offer *offer, void *data)
{
    static constexpr wl_data_offer_listener listener{
        .offer = OfferedSelection<ClipboardProtocol>::handleMimeType,
        .source_actions = [](void *, wl_data_offer *, uint32_t) { },
        .action = [](void *, wl_data_offer *, uint32_t) { },
    };
    wl_data_offer_add_listener(offer, &listener, data);
}

void PrimaryProtocol::addListener(Offer *offer, void *data)
{
    static constexpr zwp_primary_selection_offer_v1_listener listener{.offer = OfferedSelection<PrimaryProtocol>::handleMimeType};
    zwp_primary_selection_offer_v1_add_listener(offer, &listener, data);
}

}

namespace
{
using namespace WaylandOffers;

void endDrag(void *data, wl_data_device *)
{
    auto *const self = static_cast<OfferedSelection<ClipboardProtocol> *>(data);
    self->removeOffer(std::exchange(self->dragOffer, nullptr));
}

constexpr wl_data_device_listener clipboardListener{
    .data_offer = OfferedSelection<ClipboardProtocol>::handleOffer,
    .enter =
        [](void *data, wl_data_device *device, uint32_t, wl_surface *, wl_fixed_t, wl_fixed_t, wl_data_offer *offer) {
            endDrag(data, device);
            static_cast<OfferedSelection<ClipboardProtocol> *>(data)->dragOffer = offer;
        },
    .leave = endDrag,
    .motion = [](void *, wl_data_device *, uint32_t, wl_fixed_t, wl_fixed_t) {},
    .drop = endDrag,
    .selection = OfferedSelection<ClipboardProtocol>::handleSelection,
};

constexpr zwp_primary_selection_device_v1_listener primaryListener{
    .data_offer = OfferedSelection<PrimaryProtocol>::handleOffer,
    .selection = OfferedSelection<PrimaryProtocol>::handleSelection,
};
}

struct WaylandSelections::Devices {
    explicit Devices(const QNativeInterface::QWaylandApplication &wayland);
    ~Devices();
    Devices(const Devices &) = delete;
    Devices &operator=(const Devices &) = delete;
    static void handleGlobal(void *data, wl_registry *registry, uint32_t name, const char *interface, uint32_t version);

    wl_seat *seat;
    wl_registry *registry;
    wl_data_device_manager *clipboardManager = nullptr;
    zwp_primary_selection_device_manager_v1 *primaryManager = nullptr;
    WaylandOffers::OfferedSelection<WaylandOffers::ClipboardProtocol> clipboard;
    WaylandOffers::OfferedSelection<WaylandOffers::PrimaryProtocol> primary;
};

WaylandSelections::Devices::Devices(const QNativeInterface::QWaylandApplication &wayland)
    : seat(wayland.seat())
    , registry(wl_display_get_registry(wayland.display()))
{
    static constexpr wl_registry_listener registryListener{.global = handleGlobal, .global_remove = [](void *, wl_registry *, uint32_t) { }};
    wl_registry_add_listener(registry, &registryListener, this);
    wl_display_flush(wayland.display());
}

WaylandSelections::Devices::~Devices()
{
    // Qt may have closed the connection already, which destroys all these objects.
    const auto *const wayland = qGuiApp ? qGuiApp->nativeInterface<QNativeInterface::QWaylandApplication>() : nullptr;
    if (!wayland || !wayland->display()) {
        return;
    }
    clipboard.close();
    primary.close();
    if (clipboardManager) {
        wl_data_device_manager_destroy(clipboardManager);
    }
    if (primaryManager) {
        zwp_primary_selection_device_manager_v1_destroy(primaryManager);
    }
    wl_registry_destroy(registry);
}

void WaylandSelections::Devices::handleGlobal(void *data, wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
    auto *const self = static_cast<Devices *>(data);
    constexpr uint32_t releases = WL_DATA_DEVICE_RELEASE_SINCE_VERSION;
    if (!self->clipboardManager && version >= releases && std::string_view(interface) == wl_data_device_manager_interface.name) {
        self->clipboardManager = static_cast<wl_data_device_manager *>(wl_registry_bind(registry, name, &wl_data_device_manager_interface, releases));
        self->clipboard.device = wl_data_device_manager_get_data_device(self->clipboardManager, self->seat);
        wl_data_device_add_listener(self->clipboard.device, &clipboardListener, &self->clipboard);
    } else if (!self->primaryManager && std::string_view(interface) == zwp_primary_selection_device_manager_v1_interface.name) {
        self->primaryManager =
            static_cast<zwp_primary_selection_device_manager_v1 *>(wl_registry_bind(registry, name, &zwp_primary_selection_device_manager_v1_interface, 1));
        self->primary.device = zwp_primary_selection_device_manager_v1_get_device(self->primaryManager, self->seat);
        zwp_primary_selection_device_v1_add_listener(self->primary.device, &primaryListener, &self->primary);
    }
}

std::shared_ptr<WaylandSelections> WaylandSelections::shared()
{
    static std::weak_ptr<WaylandSelections> known;
    std::shared_ptr<WaylandSelections> selections = known.lock();
    const auto *const wayland = qGuiApp->nativeInterface<QNativeInterface::QWaylandApplication>();
    if (!selections && wayland && wayland->display() && wayland->seat()) {
        selections.reset(new WaylandSelections(std::make_unique<Devices>(*wayland)));
        known = selections;
    }
    return selections;
}

WaylandSelections::WaylandSelections(std::unique_ptr<Devices> devices)
    : m_dataDevices(std::move(devices))
{
    m_dataDevices->clipboard.changeCallback = [this] {
        scheduleChangeReport(XSelection::Clipboard);
    };
    m_dataDevices->primary.changeCallback = [this] {
        scheduleChangeReport(XSelection::Primary);
    };
    connect(QGuiApplication::clipboard(), &QClipboard::changed, this, [this](QClipboard::Mode mode) {
        if (mode == QClipboard::Clipboard || mode == QClipboard::Selection) {
            scheduleChangeReport(mode == QClipboard::Clipboard ? XSelection::Clipboard : XSelection::Primary);
        }
    });
}

WaylandSelections::~WaylandSelections() = default;

/// Reports the change later: the compositor informs Qt and this class of the same change, one after the other, and it must be reported only once.
void WaylandSelections::scheduleChangeReport(XSelection which)
{
    if (!std::exchange(m_isChangeReportScheduled[selectionIndex(which)], true)) {
        QMetaObject::invokeMethod(
            this,
            [this, which] {
                reportChange(which);
            },
            Qt::QueuedConnection);
    }
}

/// Emits selectionChanged(), but not for a text that put() has just set: Qt reports this text twice, at once and when the compositor announces it.
void WaylandSelections::reportChange(XSelection which)
{
    m_isChangeReportScheduled[selectionIndex(which)] = false;
    QString &put = m_ownTexts[selectionIndex(which)];
    if (isOwnedByQt(which)) {
        // Reading the text does not block, because Qt itself owns it.
        const QString text = QGuiApplication::clipboard()->text(modeOf(which));
        if (put.isNull() || text != put) {
            put = QString();
            Q_EMIT selectionChanged(which, text.isEmpty());
        }
        return;
    }
    put = QString();
    Q_EMIT selectionChanged(which, which == XSelection::Clipboard ? !m_dataDevices->clipboard.selectionOffer : !m_dataDevices->primary.selectionOffer);
}

void WaylandSelections::read(XSelection which)
{
    std::unique_ptr<PipeReader> &reading = m_readers[selectionIndex(which)];
    if (reading) {
        reading->disconnect(this); // what it reads may be the previous owner's text
        reading.release()->deleteLater(); // deleted later, because the old reader may be calling this function
    }
    if (isOwnedByQt(which)) {
        const QString text = QGuiApplication::clipboard()->text(modeOf(which));
        const qint64 bytes = text.toUtf8().size();
        const bool isTooLong = bytes > SelectionText::maxBytes;
        emitAnsweredLater(
            which,
            {.outcome = isTooLong ? SelectionText::Outcome::TooLong : SelectionText::Outcome::Text, .text = isTooLong ? QString() : text, .bytes = bytes});
        return;
    }
    UniqueFd pipe = which == XSelection::Clipboard ? m_dataDevices->clipboard.receive() : m_dataDevices->primary.receive();
    if (!pipe.isValid()) {
        emitAnsweredLater(which, {});
        return;
    }
    if (const auto *const wayland = qGuiApp->nativeInterface<QNativeInterface::QWaylandApplication>()) {
        wl_display_flush(wayland->display());
    }
    reading = std::make_unique<PipeReader>(std::move(pipe), answerLimit);
    connect(reading.get(), &PipeReader::finished, this, [this, which](const SelectionText &text) {
        Q_EMIT answered(which, text);
    });
}

void WaylandSelections::emitAnsweredLater(XSelection which, const SelectionText &text)
{
    QMetaObject::invokeMethod(
        this,
        [this, which, text] {
            Q_EMIT answered(which, text);
        },
        Qt::QueuedConnection);
}

void WaylandSelections::put(XSelection which, const QString &text)
{
    m_ownTexts[selectionIndex(which)] = text;
    QGuiApplication::clipboard()->setText(text, modeOf(which));
}
}
