// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/placerworker.h"

#include "sessions/common/logging.h"
#include "sessions/xwindows/server/xproblem.h"

#include <algorithm>
#include <thread>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto bigRequests = "BIG-REQUESTS"_L1;

/// Whether the SECURITY extension shows this one to programs that are not trusted.
bool isForUntrusted(const QString &extension)
{
    return extension == bigRequests || extension == "XC-MISC"_L1;
}
}

PlacerWorker::PlacerWorker(const Setup &setup)
    : m_setup(setup)
{
}

void PlacerWorker::run()
{
    std::vector<XOwned<xcb_generic_event_t>> events;
    while (!m_stopping) {
        events.clear();
        if (m_x) {
            // First: writing reads what has come meanwhile, and poll() does not see what lies in libxcb's own queue.
            xcb_flush(m_x->xcb());
        }
        while (m_x) {
            XOwned<xcb_generic_event_t> event(xcb_poll_for_event(m_x->xcb()));
            if (!event) {
                break;
            }
            events.push_back(std::move(event));
        }
        if (m_x && m_x->isBroken()) {
            qCWarning(LogXWindow) << "the X server" << m_setup.display.number << "ended our connection";
            disconnect();
            m_setup.serverLost();
            continue;
        }
        // First the commands: a window's program is known to them before the window is made.
        const bool busy = m_commands.runAll();
        for (const auto &event : events) {
            if (m_x) {
                handle(*event);
            }
        }
        const bool looked = refreshDirty();
        const bool covered = refreshShields();
        const bool veiled = refreshVeils();
        const bool stacked = refreshStacking();
        if (busy || looked || covered || veiled || stacked || !events.empty()) {
            continue; // requests to flush, answers that brought events along
        }
        waitFor(pause());
        for (auto &[window, record] : m_windows) {
            const auto program = m_programs.find(record.program);
            if (program != m_programs.end() && program->second.main == window) {
                const auto at = program->second.keeper.lookAgainAt();
                record.dirty |= at && Clock::now() >= *at;
            }
        }
    }
    // Nobody is to be let in with what we asked the server for.
    for (const auto &[id, program] : m_programs) {
        if (m_x && program.untrustedId && !m_x->isBroken()) {
            m_x->revokeUntrusted(*program.untrustedId);
        }
    }
    disconnect();
}

int PlacerWorker::pause() const
{
    std::optional<Clock::time_point> wakeAt;
    for (const auto &[id, program] : m_programs) {
        if (const auto at = program.main != XCB_WINDOW_NONE ? program.keeper.lookAgainAt() : std::nullopt) {
            wakeAt = wakeAt ? std::min(*wakeAt, *at) : at;
        }
    }
    return wakeAt ? static_cast<int>(std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(*wakeAt - Clock::now())).count()) : -1;
}

std::expected<UniqueFd, int> PlacerWorker::connectSocket() const
{
    auto socket = m_setup.display.connectSocket();
    const auto deadline = Clock::now() + 10s;
    while (!socket && socket.error() == EAGAIN && !m_stopping && Clock::now() < deadline) {
        std::this_thread::sleep_for(50ms); // its queue is full and cannot be waited for
        socket = m_setup.display.connectSocket();
    }
    return socket;
}

bool PlacerWorker::ensureConnected(quint32 program)
{
    if (m_x && !m_x->isBroken()) {
        return true;
    }
    disconnect();
    auto socket = connectSocket();
    if (!socket) {
        m_setup.refused(program, [display = m_setup.display, error = socket.error()] {
            return XProblem::unreachable(display, error);
        });
        return false;
    }
    const XAuthorization authorization = readAuthority(m_setup.authorityFile, m_setup.display);
    if (!connectBy(std::move(*socket), authorization, m_setup.display.screen)) {
        m_setup.refused(program, [display = m_setup.display, hadCookie = !authorization.name.empty()] {
            return XProblem::notLetIn(display, hadCookie);
        });
        return false;
    }
    m_shields.emplace(m_x->xcb(), m_x->root());
    m_veils.emplace(m_x->xcb(), m_x->screen());
    const std::uint32_t mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_change_window_attributes(m_x->xcb(), m_x->root(), XCB_CW_EVENT_MASK, &mask);
    activeChanged();
    return true;
}

void PlacerWorker::disconnect()
{
    m_shields.reset();
    m_veils.reset();
    leave();
    setKeyboard({});
    m_windows.clear();
    m_connections.clear();
    for (auto &[id, program] : m_programs) {
        program.main = XCB_WINDOW_NONE;
        program.untrustedId.reset();
        reportRect(id, {});
    }
}

bool PlacerWorker::letsIn(const XAuthorization &authorization)
{
    // We are in since some time; the file may be another's by now, and a program would only say "cannot open display".
    auto socket = m_setup.display.connectSocket();
    if (!socket) {
        return true; // it is busy: nothing is known against it
    }
    return extensionsShownTo(std::move(*socket), authorization).has_value();
}

/// Empty: a client with @p authorization is not let in.
std::optional<QStringList> PlacerWorker::extensionsShownTo(UniqueFd socket, const XAuthorization &authorization)
{
    setInterruptible(socket.get());
    const auto client = XServerConnection::open(std::move(socket), authorization, m_setup.display.screen);
    const auto shown = client ? client->extensions() : std::nullopt;
    setInterruptible(m_x->fd());
    return shown;
}

void PlacerWorker::authorize(quint32 id, bool trusted)
{
    if (!ensureConnected(id)) {
        return;
    }
    m_programs.try_emplace(id);
    if (trusted) {
        const XAuthorization authorization = readAuthority(m_setup.authorityFile, m_setup.display);
        if (letsIn(authorization)) {
            m_setup.authorized(id, m_x->accessFor(authorization));
        } else {
            m_setup.refused(id, [display = m_setup.display, hadCookie = !authorization.name.empty()] {
                return XProblem::notLetIn(display, hadCookie);
            });
        }
        return;
    }
    authorizeUntrusted(id);
}

void PlacerWorker::authorizeUntrusted(quint32 id)
{
    const auto made = m_x->makeUntrusted();
    if (!made) {
        refuseUntrusted(id, [display = m_setup.display] {
            return XProblem::cannotConfine(display);
        });
        return;
    }
    // We connect with it before the program does: a server that does not know it, or lets its host list decide first, confines nobody.
    auto socket = connectSocket();
    const auto shown = socket ? extensionsShownTo(std::move(*socket), made->authorization) : std::nullopt;
    const bool isConfined = shown && std::ranges::all_of(*shown, isForUntrusted);
    XAccess access = m_x->accessFor(made->authorization);
    access.isConfined = true;
    if (!isConfined || !access.isServerThere()) {
        qCWarning(LogXWindow) << "the X server shows a program that is not trusted" << shown.value_or(QStringList());
        m_x->revokeUntrusted(made->id);
        refuseUntrusted(id, [display = m_setup.display, isLetIn = shown.has_value()] {
            return XProblem::notConfined(display, isLetIn);
        });
        return;
    }
    m_programs[id].untrustedId = made->id;
    if (!shown->contains(bigRequests)) {
        access.requests.bigRequests = 0;
    }
    m_setup.authorized(id, access);
}

/// Where our server has ended, another one may answer at its address: neither is judged by what the other said, nor by its silence.
void PlacerWorker::refuseUntrusted(quint32 id, const std::function<Failure()> &why)
{
    if (isPeerThere(m_x->fd())) {
        m_setup.refused(id, why);
    } else {
        m_setup.refused(id, [display = m_setup.display] {
            return XProblem::lost(display);
        });
    }
}

void PlacerWorker::setPlace(quint32 id, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &stood)
{
    Program &program = m_programs[id];
    if (program.geometry == geometry && program.area == area && program.stood == stood) {
        return;
    }
    program.geometry = geometry;
    program.area = area;
    program.stood = stood;
    for (const auto &[window, record] : m_windows) {
        if (record.program != id || !record.mapped) {
            continue;
        }
        if (const auto facts = m_x->facts(window); facts && !facts->overrideRedirect) {
            if (window == program.main) {
                placeMain(program, window, *facts);
            } else {
                placeOther(program, window, *facts);
            }
        }
    }
}

/// From the next time on that a window is put somewhere: a person may have moved it meanwhile.
void PlacerWorker::keepOff(quint32 id, const QList<QRect> &lines)
{
    m_programs[id].keptFree = lines;
}

void PlacerWorker::forget(quint32 id)
{
    const auto program = m_programs.find(id);
    if (program == m_programs.end()) {
        return;
    }
    if (m_x && program->second.untrustedId) {
        m_x->revokeUntrusted(*program->second.untrustedId);
    }
    std::erase_if(m_windows, [id](const auto &entry) {
        return entry.second.program == id;
    });
    m_shieldsDirty = true;
    m_veilsDirty = true;
    if (m_keyboard == id) {
        setKeyboard({});
    }
    m_programs.erase(program);
}

void PlacerWorker::connectionOpened(quint32 program, quint32 base, quint32 mask)
{
    m_connections.insert_or_assign(base, Connection{.program = program, .mask = mask});
}

void PlacerWorker::connectionClosed(quint32 base)
{
    m_connections.erase(base);
}

std::optional<quint32> PlacerWorker::programOf(xcb_window_t window) const
{
    const auto found = std::ranges::find_if(m_connections, [window](const auto &entry) {
        return (window & ~entry.second.mask) == entry.first;
    });
    return found == m_connections.end() || !m_programs.contains(found->second.program) ? std::nullopt : std::optional(found->second.program);
}

QRect PlacerWorker::areaOf(const Program &program) const
{
    return program.area.isEmpty() ? m_x->rootRect() : program.area;
}

QRect PlacerWorker::placeOf(const Program &program, const QSize &own, const FrameExtents &frame) const
{
    const QRect area = areaOf(program);
    if (program.stood) {
        return Placement::returnRect(*program.stood, area, m_x->rootRect(), frame);
    }
    const QRect rect = Placement::mainRect(program.geometry, area, Placement::mainSize(program.geometry, area, own, frame), frame);
    return Placement::keptOff(rect, area, program.keptFree, frame);
}

void PlacerWorker::propertyChanged(const xcb_property_notify_event_t &event)
{
    if (event.atom == m_x->atoms().wmState) {
        stateChanged(event.window);
    } else if (event.atom == m_x->atoms().netActiveWindow) {
        activeChanged();
    } else if (event.atom == m_x->atoms().netWmUserTime) {
        userTimeChanged(event.window);
    }
}

void PlacerWorker::handle(const xcb_generic_event_t &event)
{
    const int type = event.response_type & 0x7f;
    if (type >= XCB_DESTROY_NOTIFY && type <= XCB_CIRCULATE_NOTIFY) {
        // All of these name the window behind the one they are told to. Our own changes are no news.
        const bool isNews = !m_shields->programOf(reinterpret_cast<const xcb_unmap_notify_event_t &>(event).window).has_value();
        m_shieldsDirty |= isNews;
        m_veilsDirty |= isNews;
        m_stackDirty |= isNews;
    }
    switch (type) {
    case XCB_CREATE_NOTIFY:
        created(reinterpret_cast<const xcb_create_notify_event_t &>(event).window);
        break;
    case XCB_MAP_NOTIFY:
        mapped(reinterpret_cast<const xcb_map_notify_event_t &>(event).window);
        break;
    case XCB_UNMAP_NOTIFY:
        gone(reinterpret_cast<const xcb_unmap_notify_event_t &>(event).window, false);
        break;
    case XCB_DESTROY_NOTIFY:
        gone(reinterpret_cast<const xcb_destroy_notify_event_t &>(event).window, true);
        break;
    case XCB_REPARENT_NOTIFY:
        reparented(reinterpret_cast<const xcb_reparent_notify_event_t &>(event));
        break;
    case XCB_CONFIGURE_NOTIFY:
        configured(reinterpret_cast<const xcb_configure_notify_event_t &>(event).window);
        break;
    case XCB_PROPERTY_NOTIFY:
        propertyChanged(reinterpret_cast<const xcb_property_notify_event_t &>(event));
        break;
    case XCB_ENTER_NOTIFY:
        entered(reinterpret_cast<const xcb_enter_notify_event_t &>(event));
        break;
    case XCB_FOCUS_IN:
        focused(reinterpret_cast<const xcb_focus_in_event_t &>(event));
        break;
    case XCB_FOCUS_OUT:
        unfocused(reinterpret_cast<const xcb_focus_out_event_t &>(event));
        break;
    case XCB_MAPPING_NOTIFY:
        keyboardMapped();
        break;
    case XCB_KEY_PRESS:
        keyPressed(reinterpret_cast<const xcb_key_press_event_t &>(event));
        break;
    case XCB_BUTTON_PRESS:
        pressed(reinterpret_cast<const xcb_button_press_event_t &>(event).event);
        break;
    case 0: // an error: windows vanish while we look at them
    default:
        break;
    }
}
}
