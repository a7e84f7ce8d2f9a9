// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/xvncserver.h"

#include "tests/support/localresources.h"
#include "tests/support/waitfor.h"
#include "tests/support/xcbreply.h"

#include <QDir>
#include <QFile>

#include <signal.h>
#include <sys/prctl.h>
#include <xcb/xcb.h>

#include <cstdlib>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
struct XcbCloser {
    void operator()(xcb_connection_t *connection) const
    {
        xcb_disconnect(connection);
    }
};

bool fail(const QString &what)
{
    qCritical().noquote() << "test VNC server:" << what;
    return false;
}

void killProcess(std::unique_ptr<QProcess> &process)
{
    if (process && process->state() != QProcess::NotRunning) {
        ::kill(static_cast<pid_t>(process->processId()), SIGCONT);
        process->kill();
        process->waitForFinished(20000);
    }
    process.reset();
}

std::unique_ptr<QProcess> makeProcess()
{
    auto process = std::make_unique<QProcess>();
    process->setChildProcessModifier([] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    });
    process->setStandardInputFile(QProcess::nullDevice());
    return process;
}

/// Starts an X server that writes its number to standard output; -1 when it does not come up.
int startX(QProcess &process, const QString &program, const QStringList &arguments, const QString &log)
{
    process.setStandardErrorFile(log);
    process.start(program, arguments);
    QByteArray number;
    waitFor(
        [&] {
            number += process.readAllStandardOutput();
            return number.endsWith('\n') || process.state() == QProcess::NotRunning;
        },
        60s);
    bool isNumber = false;
    const int display = number.trimmed().toInt(&isNumber);
    return isNumber ? display : -1;
}
}

XPlace::XPlace() = default;

XPlace::~XPlace()
{
    endPrograms();
}

void XPlace::setDisplay(const QString &display)
{
    m_display = display;
}

QString XPlace::display() const
{
    return m_display;
}

static QProcessEnvironment environmentFor(const QString &display)
{
    QProcessEnvironment result = QProcessEnvironment::systemEnvironment();
    result.insert(u"DISPLAY"_s, display);
    result.remove(u"XAUTHORITY"_s);
    result.remove(u"WAYLAND_DISPLAY"_s);
    return result;
}

QProcess *XPlace::run(const QStringList &command)
{
    m_programs.push_back(makeProcess());
    QProcess &process = *m_programs.back();
    process.setProcessEnvironment(environmentFor(m_display));
    process.start(command.first(), command.mid(1));
    if (!process.waitForStarted(30000)) {
        fail(command.first() + u" does not start: "_s + process.errorString());
    }
    return &process;
}

std::optional<QByteArray> XPlace::output(const QStringList &command)
{
    auto process = makeProcess();
    process->setProcessEnvironment(environmentFor(m_display));
    process->start(command.first(), command.mid(1));
    if (!process->waitForFinished(30000) || process->exitStatus() != QProcess::NormalExit || process->exitCode() != 0) {
        qWarning().noquote() << command << "failed:" << process->errorString() << process->readAllStandardError();
        killProcess(process);
        return {};
    }
    return process->readAllStandardOutput();
}

QProcess *XPlace::runXev()
{
    QProcess *xev = run({u"xev"_s, u"-name"_s, u"events"_s, u"-geometry"_s, u"4000x4000+0+0"_s});
    // Without a window manager nobody gives it the focus.
    const auto window = output({u"xdotool"_s, u"search"_s, u"--sync"_s, u"--onlyvisible"_s, u"--name"_s, u"^events$"_s});
    if (!window || !output({u"xdotool"_s, u"windowfocus"_s, u"--sync"_s, QString::fromLatin1(window->trimmed())})) {
        return nullptr;
    }
    return xev;
}

void XPlace::endPrograms()
{
    for (auto &program : m_programs) {
        killProcess(program);
    }
    m_programs.clear();
}

QImage XPlace::screenshot()
{
    const std::unique_ptr<xcb_connection_t, XcbCloser> xcb(xcb_connect(m_display.toLatin1().constData(), nullptr));
    if (xcb_connection_has_error(xcb.get())) {
        return {};
    }
    const xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(xcb.get())).data->root;
    const auto size = owned(xcb_get_geometry_reply(xcb.get(), xcb_get_geometry(xcb.get(), root), nullptr));
    if (!size) {
        return {};
    }
    const auto reply =
        owned(xcb_get_image_reply(xcb.get(), xcb_get_image(xcb.get(), XCB_IMAGE_FORMAT_Z_PIXMAP, root, 0, 0, size->width, size->height, ~0U), nullptr));
    if (!reply || reply->depth != 24) {
        return {};
    }
    return QImage(xcb_get_image_data(reply.get()), size->width, size->height, size->width * 4, QImage::Format_RGB32).copy();
}

QColor XPlace::pixel(const QPoint &at)
{
    const QImage image = screenshot();
    return image.rect().contains(at) ? image.pixelColor(at) : QColor();
}

std::optional<QPoint> XPlace::pointer()
{
    const auto text = output({u"xdotool"_s, u"getmouselocation"_s, u"--shell"_s});
    if (!text) {
        return {};
    }
    QPoint result;
    for (const QByteArray &line : text->split('\n')) {
        if (line.startsWith("X=")) {
            result.setX(line.mid(2).toInt());
        } else if (line.startsWith("Y=")) {
            result.setY(line.mid(2).toInt());
        }
    }
    return result;
}

XvncServer::XvncServer()
    : XvncServer(Options())
{
}

XvncServer::XvncServer(const Options &options)
    : m_options(options)
    , m_directory(QDir::tempPath() + u"/nightdesk-xvnc-XXXXXX"_s)
    , m_port(options.port)
{
}

XvncServer::~XvncServer()
{
    m_x.endPrograms();
    kill();
}

bool XvncServer::start()
{
    QStringList arguments;
    m_number = OwnDisplayNumber();
    arguments << QString::fromStdString(m_number->name()) << u"-displayfd"_s << u"1"_s << u"-noreset"_s << u"-nolisten"_s << u"tcp"_s << u"-ac"_s << u"-depth"_s
              << QString::number(m_options.depth) << u"-geometry"_s << u"%1x%2"_s.arg(m_options.size.width()).arg(m_options.size.height())
              << u"-AlwaysShared"_s;
    if (m_options.password.isEmpty()) {
        arguments << u"-SecurityTypes"_s << u"None"_s;
    } else {
        const QString file = m_directory.filePath(u"passwd"_s);
        QProcess maker;
        maker.setStandardOutputFile(file);
        maker.start(u"tigervncpasswd"_s, {u"-f"_s});
        maker.write(m_options.password.toLatin1() + '\n');
        maker.closeWriteChannel();
        if (!maker.waitForFinished(30000) || maker.exitCode() != 0) {
            return fail(u"tigervncpasswd: "_s + maker.errorString());
        }
        QFile(file).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        arguments << u"-SecurityTypes"_s << u"VncAuth"_s << u"-PasswordFile"_s << file;
    }
    const quint16 fixedPort = m_port;
    for (int attempt = 0; attempt < 5; ++attempt) { // somebody else may take the free port first
        QStringList where;
        if (m_options.unixSocket) {
            where << u"-rfbport"_s << u"-1"_s << u"-rfbunixpath"_s << socketPath();
        } else {
            m_port = fixedPort != 0 ? fixedPort : m_heldPort.emplace().number();
            where << u"-interface"_s << u"127.0.0.1"_s << u"-rfbport"_s << QString::number(m_port);
        }
        m_modes.clear();
        m_server = makeProcess();
        const int number = startX(*m_server, u"Xvnc"_s, arguments + where + m_options.arguments, m_directory.filePath(u"xvnc.log"_s));
        if (number >= 0) {
            m_x.setDisplay(u':' + QString::number(number));
            return true;
        }
        killProcess(m_server);
    }
    return fail(u"Xvnc does not start: "_s + log());
}

void XvncServer::kill()
{
    killProcess(m_server);
}

bool XvncServer::restart()
{
    kill();
    return start();
}

void XvncServer::freeze()
{
    ::kill(static_cast<pid_t>(m_server->processId()), SIGSTOP);
}

void XvncServer::thaw()
{
    ::kill(static_cast<pid_t>(m_server->processId()), SIGCONT);
}

bool XvncServer::resize(const QSize &size)
{
    const QString name = u"%1x%2"_s.arg(size.width()).arg(size.height());
    if (!m_modes.contains(name)) {
        // Xvnc ignores a mode's timing; its name and size are all that count.
        const QString width = QString::number(size.width());
        const QString height = QString::number(size.height());
        if (!m_x.output({u"xrandr"_s, u"--newmode"_s, u"test"_s + name, u"60"_s, width, width, width, width, height, height, height, height})
            || !m_x.output({u"xrandr"_s, u"--addmode"_s, u"VNC-0"_s, u"test"_s + name})) {
            return false;
        }
        m_modes << name;
    }
    return m_x.output({u"xrandr"_s, u"--output"_s, u"VNC-0"_s, u"--mode"_s, u"test"_s + name}).has_value();
}

XPlace &XvncServer::x()
{
    return m_x;
}

quint16 XvncServer::port() const
{
    return m_port;
}

QString XvncServer::socketPath() const
{
    return m_directory.filePath(u"rfb.socket"_s);
}

DesktopAddress XvncServer::address() const
{
    return m_options.unixSocket ? DesktopAddress(UnixSocket{socketPath()}) : DesktopAddress(TcpAddress{u"127.0.0.1"_s, m_port});
}

QString XvncServer::log() const
{
    return QString::fromUtf8(fileContents(m_directory.filePath(u"xvnc.log"_s)));
}

X11vncServer::~X11vncServer()
{
    m_x.endPrograms();
    if (m_server && m_server->state() == QProcess::Running) { // killed, it leaves 35 segments of shared memory, of 4,096 that there are
        ::kill(static_cast<pid_t>(m_server->processId()), SIGCONT);
        m_server->terminate();
        m_server->waitForFinished(5000);
    }
    killProcess(m_server);
    killProcess(m_screen);
}

bool X11vncServer::start()
{
    m_screen = makeProcess();
    const int number = startX(*m_screen,
                              u"Xvfb"_s,
                              {QString::fromStdString(m_number.name()),
                               u"-displayfd"_s,
                               u"1"_s,
                               u"-noreset"_s,
                               u"-nolisten"_s,
                               u"tcp"_s,
                               u"-ac"_s,
                               u"-screen"_s,
                               u"0"_s,
                               u"1024x768x8"_s,
                               u"-cc"_s,
                               u"3"_s},
                              m_directory.filePath(u"xvfb.log"_s));
    if (number < 0) {
        return fail(u"Xvfb does not start: "_s + QString::fromUtf8(fileContents(m_directory.filePath(u"xvfb.log"_s))));
    }
    m_x.setDisplay(u':' + QString::number(number));
    const QString flag = m_directory.filePath(u"port"_s);
    const quint16 port = findFreePort();
    m_server = makeProcess();
    m_server->setProcessEnvironment(environmentFor(m_x.display()));
    m_server->setStandardOutputFile(QProcess::nullDevice());
    m_server->setStandardErrorFile(m_directory.filePath(u"x11vnc.log"_s));
    m_server->start(u"x11vnc"_s,
                    {u"-display"_s,
                     m_x.display(),
                     u"-localhost"_s,
                     u"-no6"_s,
                     u"-nopw"_s,
                     u"-norc"_s,
                     u"-shared"_s,
                     u"-forever"_s,
                     u"-flashcmap"_s,
                     u"-noxdamage"_s,
                     u"-autoport"_s,
                     QString::number(port),
                     u"-flag"_s,
                     flag});
    waitFor(
        [&] {
            m_port = fileContents(flag).mid(5).trimmed().toUShort(); // PORT=5901
            return m_port != 0 || m_server->state() == QProcess::NotRunning;
        },
        60s);
    return m_port != 0 || fail(u"x11vnc does not start: "_s + log());
}

XPlace &X11vncServer::x()
{
    return m_x;
}

quint16 X11vncServer::port() const
{
    return m_port;
}

DesktopAddress X11vncServer::address() const
{
    return TcpAddress{u"127.0.0.1"_s, m_port};
}

QString X11vncServer::log() const
{
    return QString::fromUtf8(fileContents(m_directory.filePath(u"x11vnc.log"_s)));
}
}
