// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/xserver.h"

#include "tests/support/waitfor.h"
#include "tests/support/xcbreply.h"

#include <QColor>
#include <QFile>
#include <QRandomGenerator>

#include <signal.h>
#include <sys/prctl.h>
#include <xcb/xcb.h>

#include <cstdlib>
#include <cstring>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
constexpr auto cookieName = "MIT-MAGIC-COOKIE-1";

void append(QByteArray &bytes, QByteArrayView field)
{
    bytes += static_cast<char>(field.size() >> 8);
    bytes += static_cast<char>(field.size() & 0xff);
    bytes += field;
}

/// One entry of an authority file for every address (FamilyWild) and, if empty, every display.
QByteArray authorityEntry(QByteArrayView display, QByteArrayView cookie)
{
    QByteArray bytes("\xff\xff", 2);
    append(bytes, "");
    append(bytes, display);
    append(bytes, QByteArrayView(cookieName));
    append(bytes, cookie);
    return bytes;
}

void endWithUs(QProcess &process)
{
    process.setChildProcessModifier([] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    });
}

void endProcess(QProcess &process)
{
    if (process.state() != QProcess::NotRunning) {
        process.kill();
        process.waitForFinished(10000);
    }
}
}

/// Our own look at the server.
struct XServer::Connection {
    Connection(const QByteArray &display, QByteArray cookie)
    {
        if (cookie.isEmpty()) {
            xcb = xcb_connect(display.constData(), nullptr);
        } else {
            QByteArray name(cookieName);
            xcb_auth_info_t auth = {static_cast<int>(name.size()), name.data(), static_cast<int>(cookie.size()), cookie.data()};
            xcb = xcb_connect_to_display_with_auth_info(display.constData(), &auth, nullptr);
        }
        if (!xcb_connection_has_error(xcb)) {
            root = xcb_setup_roots_iterator(xcb_get_setup(xcb)).data->root;
            wmState = atom("WM_STATE");
        }
    }
    ~Connection()
    {
        xcb_disconnect(xcb);
    }
    xcb_atom_t atom(const QByteArray &name) const
    {
        const auto reply = owned(xcb_intern_atom_reply(xcb, xcb_intern_atom(xcb, false, static_cast<uint16_t>(name.size()), name.constData()), nullptr));
        return reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
    }
    QByteArray property(xcb_window_t window, xcb_atom_t name) const
    {
        const auto reply = owned(xcb_get_property_reply(xcb, xcb_get_property(xcb, false, window, name, XCB_GET_PROPERTY_TYPE_ANY, 0, 1024), nullptr));
        return reply ? QByteArray(static_cast<const char *>(xcb_get_property_value(reply.get())), xcb_get_property_value_length(reply.get())) : QByteArray();
    }
    std::vector<xcb_window_t> children(xcb_window_t window) const
    {
        const auto reply = owned(xcb_query_tree_reply(xcb, xcb_query_tree(xcb, window), nullptr));
        if (!reply) {
            return {};
        }
        const xcb_window_t *first = xcb_query_tree_children(reply.get());
        return {first, first + xcb_query_tree_children_length(reply.get())};
    }
    /// The program's window inside a window manager's frame: the one that the manager gave a WM_STATE.
    xcb_window_t managedInside(xcb_window_t window, int depth = 0) const
    {
        if (!property(window, wmState).isEmpty()) {
            return window;
        }
        for (const xcb_window_t child : depth < 3 ? children(window) : std::vector<xcb_window_t>()) {
            if (const xcb_window_t found = managedInside(child, depth + 1)) {
                return found;
            }
        }
        return XCB_WINDOW_NONE;
    }

    /// Whether a window of ours, mapped anew, is taken up within half a second.
    bool isManaging() const
    {
        const xcb_window_t probe = xcb_generate_id(xcb);
        xcb_create_window(xcb, XCB_COPY_FROM_PARENT, probe, root, 0, 0, 10, 10, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT, 0, nullptr);
        xcb_map_window(xcb, probe);
        const bool managed = WAIT_FOR(!property(probe, wmState).isEmpty(), 500ms);
        xcb_destroy_window(xcb, probe);
        xcb_flush(xcb);
        return managed;
    }

    xcb_connection_t *xcb = nullptr;
    xcb_window_t root = XCB_WINDOW_NONE;
    xcb_atom_t wmState = XCB_ATOM_NONE;
};

XServer::XServer()
    : XServer(Options())
{
}

XServer::XServer(const Options &options)
    : m_options(options)
{
}

XServer::~XServer()
{
    m_connection.reset();
    for (const auto &program : m_programs) {
        endProcess(*program);
    }
    stopWindowManager();
    kill();
}

bool XServer::fail(const QString &what)
{
    m_problem = what;
    qCritical().noquote() << "test X server:" << what;
    return false;
}

bool XServer::start()
{
    if (!m_directory.isValid()) {
        return fail(u"no temporary directory: "_s + m_directory.errorString());
    }
    m_number = OwnDisplayNumber();
    QStringList arguments = {QString::fromStdString(m_number->name()), u"-displayfd"_s, u"1"_s, u"-noreset"_s, u"-nolisten"_s, u"tcp"_s, u"-screen"_s, u"0"_s};
    arguments << u"%1x%2x%3"_s.arg(m_options.size.width()).arg(m_options.size.height()).arg(m_options.depth);
    arguments << u"-ardelay"_s << u"60000"_s; // ms: no key repeats itself when xdotool, on a busy machine, releases it a second later
    if (m_options.authority) {
        m_cookie.resize(16);
        QRandomGenerator::system()->generate(m_cookie.begin(), m_cookie.end());
        QFile file(m_directory.filePath(u"server-authority"_s));
        if (!file.open(QIODevice::WriteOnly) || file.write(authorityEntry("", m_cookie)) < 0) {
            return fail(u"cannot write an authority file: "_s + file.errorString());
        }
        arguments << u"-auth"_s << file.fileName();
    } else {
        arguments << u"-ac"_s;
    }
    m_server = std::make_unique<QProcess>();
    endWithUs(*m_server);
    m_server->setStandardErrorFile(m_directory.filePath(u"xvfb.log"_s));
    m_server->start(u"Xvfb"_s, arguments + m_options.arguments);
    QByteArray number;
    const bool told = waitFor(
        [&] {
            number += m_server->readAllStandardOutput();
            return number.endsWith('\n') || m_server->state() == QProcess::NotRunning;
        },
        60s);
    number = number.trimmed();
    if (!told || number.isEmpty()) {
        QFile log(m_directory.filePath(u"xvfb.log"_s));
        (void)log.open(QIODevice::ReadOnly);
        return fail(u"Xvfb does not start: "_s + m_server->errorString() + QString::fromUtf8(log.readAll()));
    }
    m_display = u':' + QString::fromLatin1(number);
    QFile file(authorityFile());
    if (!file.open(QIODevice::WriteOnly) || (m_options.authority && file.write(authorityEntry(number, m_cookie)) < 0)) {
        return fail(u"cannot write an authority file: "_s + file.errorString());
    }
    file.close();
    m_connection = std::make_unique<Connection>(m_display.toLatin1(), m_cookie);
    if (xcb_connection_has_error(m_connection->xcb)) {
        return fail(u"cannot connect to "_s + m_display);
    }
    return (!m_options.threeMonitors || setMonitors(threeMonitors(m_options.size))) && (!m_options.windowManager || startWindowManager());
}

QString XServer::problem() const
{
    return m_problem;
}

void XServer::kill()
{
    if (m_server) {
        endProcess(*m_server);
    }
    // The number stays ours: a test may start another server in its place (with -displayfd, see OwnDisplayNumber).
}

bool XServer::freeze()
{
    return m_server && m_server->processId() > 0 && ::kill(static_cast<pid_t>(m_server->processId()), SIGSTOP) == 0;
}

void XServer::thaw()
{
    if (m_server && m_server->processId() > 0) {
        ::kill(static_cast<pid_t>(m_server->processId()), SIGCONT);
    }
}

QString XServer::display() const
{
    return m_display;
}

QString XServer::authorityFile() const
{
    return m_directory.filePath(u"authority"_s);
}

QByteArray XServer::cookie() const
{
    return m_cookie;
}

QProcessEnvironment XServer::environment() const
{
    QProcessEnvironment result = QProcessEnvironment::systemEnvironment();
    result.insert(u"DISPLAY"_s, m_display);
    result.insert(u"XAUTHORITY"_s, authorityFile());
    result.remove(u"WAYLAND_DISPLAY"_s);
    result.remove(u"SESSION_MANAGER"_s);
    return result;
}

QList<QRect> XServer::threeMonitors(const QSize &size)
{
    const int width = size.width() / 3;
    return {QRect(0, 0, width, size.height()), QRect(width, 0, width, size.height()), QRect(2 * width, 0, size.width() - 2 * width, size.height())};
}

bool XServer::setMonitors(const QList<QRect> &monitors)
{
    const QStringList names = {u"left"_s, u"centre"_s, u"right"_s};
    for (int i = 0; i < monitors.size(); ++i) {
        const QRect &area = monitors[i];
        const QString name = i < names.size() ? names[i] : u"monitor%1"_s.arg(i + 1);
        const QString geometry = u"%1/%2x%3/%4+%5+%6"_s.arg(area.width())
                                     .arg(area.width() * 254 / 960)
                                     .arg(area.height())
                                     .arg(area.height() * 254 / 960)
                                     .arg(area.x())
                                     .arg(area.y());
        QByteArray errors;
        if (!output({u"xrandr"_s, u"--setmonitor"_s, name, geometry, i == 0 ? u"screen"_s : u"none"_s}, &errors)) {
            return fail(u"xrandr --setmonitor: "_s + QString::fromUtf8(errors));
        }
    }
    return true;
}

bool XServer::startWindowManager()
{
    QProcessEnvironment surroundings = environment();
    surroundings.insert(u"HOME"_s, m_directory.path()); // nobody's own rules
    surroundings.remove(u"XDG_CONFIG_HOME"_s);
    m_windowManager = std::make_unique<QProcess>();
    endWithUs(*m_windowManager);
    m_windowManager->setProcessEnvironment(surroundings);
    m_windowManager->setStandardOutputFile(QProcess::nullDevice());
    m_windowManager->setStandardErrorFile(QProcess::nullDevice());
    if (m_options.manager == Manager::KWin) {
        for (const QString &kind : {u"CONFIG"_s, u"CACHE"_s, u"DATA"_s, u"STATE"_s}) {
            surroundings.insert(u"XDG_%1_HOME"_s.arg(kind), m_directory.filePath(kind));
        }
        surroundings.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nonexistent"_s); // several run at once: none may have its name on a bus
        surroundings.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
        surroundings.insert(u"KWIN_COMPOSE"_s, u"N"_s);
        m_windowManager->setProcessEnvironment(surroundings);
        m_windowManager->start(u"kwin_x11"_s, {u"--no-kactivities"_s});
    } else {
        m_windowManager->start(u"openbox"_s, {u"--sm-disable"_s});
    }
    const xcb_atom_t check = m_connection->atom("_NET_SUPPORTING_WM_CHECK");
    const bool running = waitFor(
        [&] {
            const QByteArray value = m_connection->property(m_connection->root, check);
            xcb_window_t window = XCB_WINDOW_NONE;
            if (value.size() == sizeof(window)) {
                std::memcpy(&window, value.constData(), sizeof(window));
            }
            return (window && m_connection->property(window, check) == value) || m_windowManager->state() == QProcess::NotRunning;
        },
        60s);
    if (!running || m_windowManager->state() == QProcess::NotRunning) {
        return fail(m_windowManager->program() + u" does not start: "_s + m_windowManager->errorString());
    }
    // It says so before it manages: a window that is mapped just then is never looked at. So wait until one was.
    const bool manages = WAIT_FOR(m_connection->isManaging());
    return manages || fail(m_windowManager->program() + u" manages no window"_s);
}

void XServer::stopWindowManager()
{
    if (m_windowManager) {
        m_windowManager->terminate();
        m_windowManager->waitForFinished(5000);
        endProcess(*m_windowManager);
        m_windowManager.reset();
    }
}

QProcess *XServer::run(const QStringList &command, const QProcessEnvironment &surroundings)
{
    m_programs.push_back(std::make_unique<QProcess>());
    QProcess &process = *m_programs.back();
    endWithUs(process);
    process.setProcessEnvironment(surroundings.isEmpty() ? environment() : surroundings);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(command.first(), command.mid(1));
    if (!process.waitForStarted(30000)) {
        fail(command.first() + u" does not start: "_s + process.errorString());
    }
    return &process;
}

std::optional<QByteArray> XServer::output(const QStringList &command, QByteArray *errors)
{
    QProcess process;
    endWithUs(process);
    process.setProcessEnvironment(environment());
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(command.first(), command.mid(1));
    const bool ended = process.waitForFinished(20000);
    if (errors) {
        *errors = process.readAllStandardError() + process.errorString().toUtf8();
    }
    if (!ended || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        endProcess(process);
        return {};
    }
    return process.readAllStandardOutput();
}

QList<XServer::Window> XServer::windows()
{
    QList<Window> result;
    const auto &x = *m_connection;
    int stacking = 0;
    for (const xcb_window_t child : x.children(x.root)) {
        ++stacking;
        const xcb_window_t managed = x.managedInside(child);
        const xcb_window_t id = managed ? managed : child;
        const auto attributes = owned(xcb_get_window_attributes_reply(x.xcb, xcb_get_window_attributes(x.xcb, id), nullptr));
        const auto geometry = owned(xcb_get_geometry_reply(x.xcb, xcb_get_geometry(x.xcb, id), nullptr));
        const auto origin = owned(xcb_translate_coordinates_reply(x.xcb, xcb_translate_coordinates(x.xcb, id, x.root, 0, 0), nullptr));
        const QByteArray className = x.property(id, XCB_ATOM_WM_CLASS);
        if (!attributes || !geometry || !origin || attributes->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT
            || (!managed && className.isEmpty() && !attributes->override_redirect)) {
            continue;
        }
        result << Window{
            .id = id,
            .title = QString::fromUtf8(x.property(id, XCB_ATOM_WM_NAME)),
            .className = QString::fromLatin1(className.split('\0').value(1)),
            .rect = QRect(origin->dst_x, origin->dst_y, geometry->width, geometry->height),
            .viewable = attributes->map_state == XCB_MAP_STATE_VIEWABLE,
            .overrideRedirect = attributes->override_redirect != 0,
            .stacking = stacking,
        };
    }
    return result;
}

std::optional<XServer::Window> XServer::window(const QString &title)
{
    std::optional<Window> result;
    const QList<Window> all = windows();
    for (const Window &window : all) {
        if (window.viewable && window.title == title) {
            result = window;
        }
    }
    return result;
}

std::uint32_t XServer::focus()
{
    const auto reply = owned(xcb_get_input_focus_reply(m_connection->xcb, xcb_get_input_focus(m_connection->xcb), nullptr));
    return reply ? reply->focus : xcb_window_t(XCB_WINDOW_NONE);
}

QImage XServer::screenshot(const QRect &area)
{
    const QRect wanted = area.isNull() ? QRect(QPoint(), m_options.size) : area & QRect(QPoint(), m_options.size);
    const auto reply = owned(xcb_get_image_reply(m_connection->xcb,
                                                 xcb_get_image(m_connection->xcb,
                                                               XCB_IMAGE_FORMAT_Z_PIXMAP,
                                                               m_connection->root,
                                                               static_cast<int16_t>(wanted.x()),
                                                               static_cast<int16_t>(wanted.y()),
                                                               static_cast<uint16_t>(wanted.width()),
                                                               static_cast<uint16_t>(wanted.height()),
                                                               ~0U),
                                                 nullptr));
    if (!reply || reply->depth != 24 || xcb_get_image_data_length(reply.get()) < wanted.width() * wanted.height() * 4) {
        return {};
    }
    return QImage(xcb_get_image_data(reply.get()), wanted.width(), wanted.height(), wanted.width() * 4, QImage::Format_RGB32).copy();
}

QColor XServer::pixel(const QPoint &at)
{
    const QImage image = screenshot(QRect(at, QSize(1, 1)));
    return image.isNull() ? QColor() : image.pixelColor(0, 0);
}

void XServer::lower(std::uint32_t window)
{
    const std::uint32_t below = XCB_STACK_MODE_BELOW;
    xcb_configure_window(m_connection->xcb, window, XCB_CONFIG_WINDOW_STACK_MODE, &below);
    xcb_flush(m_connection->xcb);
}

bool XServer::type(const QString &text)
{
    return output({u"xdotool"_s, u"type"_s, u"--delay"_s, u"5"_s, u"--"_s, text}).has_value();
}

bool XServer::key(const QString &name)
{
    return output({u"xdotool"_s, u"key"_s, u"--"_s, name}).has_value();
}

bool XServer::click(const QPoint &at, int button)
{
    return output({u"xdotool"_s, u"mousemove"_s, QString::number(at.x()), QString::number(at.y()), u"click"_s, QString::number(button)}).has_value();
}

bool XServer::movePointer(const QPoint &at)
{
    return output({u"xdotool"_s, u"mousemove"_s, QString::number(at.x()), QString::number(at.y())}).has_value();
}
}
