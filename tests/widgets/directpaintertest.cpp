// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// SharedMemoryPainter on a real X server: what is on the glass, and what Qt painted of it.
#include "widgets/common/directpainter.h"
#include "sessions/desktops/framebufferstore.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPaintEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QWidget>
#include <QWindow>

#include <sys/mman.h>

#include <algorithm>
#include <memory>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
constexpr QSize imageSize(300, 200);
constexpr QPoint imageAt(10, 20);

/// A widget that shows a framebuffer as a view does.
class Canvas : public QWidget
{
public:
    explicit Canvas(QWidget *parent)
        : QWidget(parent)
        , made(*FramebufferStore().createFramebuffer(imageSize.width(), imageSize.height()))
        , direct(this)
    {
        setAttribute(Qt::WA_OpaquePaintEvent);
        const std::size_t bytes = std::size_t(imageSize.width()) * imageSize.height() * 4;
        pixels = static_cast<quint32 *>(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, made.fd.get(), 0));
        direct.setImage(FramebufferStore::duplicateMemoryFd(made.picture.image), imageSize);
    }
    ~Canvas() override
    {
        ::munmap(pixels, std::size_t(imageSize.width()) * imageSize.height() * 4);
    }
    /// As a worker does, for this part of the image.
    void draw(const QRect &part, QRgb color)
    {
        for (int y = part.top(); y <= part.bottom(); ++y) {
            std::fill_n(pixels + y * imageSize.width() + part.left(), part.width(), color);
        }
    }

    WritableFramebuffer made;
    SharedMemoryPainter direct;
    quint32 *pixels = nullptr;
    int paints = 0;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        ++paints;
        QPainter painter(this);
        painter.fillRect(event->rect(), Qt::black);
        painter.drawImage(imageAt, made.picture.image);
    }
};
}

class DirectPainterTest : public QObject
{
    Q_OBJECT
public:
    explicit DirectPainterTest(XServer &glass)
        : m_glass(glass)
    {
    }

private Q_SLOTS:
    void init();
    void cleanup();
    void theServerReadsTheImage();
    void partsOutsideTheImageAreLeftOut();
    void whatIsCoveredIsLeftToQt_data();
    void whatIsCoveredIsLeftToQt();
    void anUncoveredWindowShowsTheNewestImage();
    void aMovedWidgetShowsTheNewestImage();
    void whatRestsIsPaintedByQt();
    void unsealedMemoryIsRefused();
    void withoutAnImageQtPaints();

private:
    QRgb onGlass(const QPoint &inCanvas);

    XServer &m_glass;
    std::unique_ptr<QWidget> m_window;
    Canvas *m_canvas = nullptr;
};

void DirectPainterTest::init()
{
    QCOMPARE(QGuiApplication::platformName(), u"xcb"_s);
    m_window = std::make_unique<QWidget>();
    m_window->setGeometry(100, 80, 500, 400);
    m_canvas = new Canvas(m_window.get());
    m_canvas->setGeometry(40, 30, 400, 300);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get(), 30000));
    m_canvas->draw(QRect(QPoint(), imageSize), qRgb(1, 2, 3));
    m_canvas->update();
    QVERIFY(WAIT_FOR(onGlass(imageAt + QPoint(5, 5)) == qRgb(1, 2, 3)));
    m_canvas->paints = 0;
}

void DirectPainterTest::cleanup()
{
    m_window.reset();
}

QRgb DirectPainterTest::onGlass(const QPoint &inCanvas)
{
    const QImage pixel = m_glass.screenshot(QRect(m_canvas->mapToGlobal(inCanvas), QSize(1, 1)));
    return pixel.isNull() ? 0 : pixel.pixel(0, 0) | 0xff000000u;
}

void DirectPainterTest::theServerReadsTheImage()
{
    QSignalSpy painted(&m_canvas->direct, &SharedMemoryPainter::imageReadByServer);
    const QRect part(50, 60, 40, 30);
    // Qt paints a second after the last change: a machine that was busy for so long has shown nothing.
    QElapsedTimer passed;
    passed.start();
    const auto hasQtPainted = [&] {
        return m_canvas->paints > 0 && passed.durationElapsed() < 900ms;
    };
    m_canvas->draw(part, qRgb(200, 100, 50));
    QVERIFY(m_canvas->direct.paint(part.translated(imageAt), imageAt));
    QVERIFY(WAIT_FOR(painted.size() == 1));
    QCOMPARE(onGlass(imageAt + part.topLeft()), qRgb(200, 100, 50));
    QCOMPARE(onGlass(imageAt + part.bottomRight()), qRgb(200, 100, 50));
    QCOMPARE(onGlass(imageAt + part.topLeft() - QPoint(1, 0)), qRgb(1, 2, 3));
    QCOMPARE(onGlass(imageAt + part.bottomRight() + QPoint(0, 1)), qRgb(1, 2, 3));
    QVERIFY(!hasQtPainted());
    // Several parts are one answer.
    m_canvas->draw(QRect(0, 0, 10, 10), qRgb(0, 0, 200));
    m_canvas->draw(QRect(290, 190, 10, 10), qRgb(0, 200, 0));
    QVERIFY(m_canvas->direct.paint(QRegion(QRect(imageAt, QSize(10, 10))) + QRect(imageAt + QPoint(290, 190), QSize(10, 10)), imageAt));
    QVERIFY(WAIT_FOR(painted.size() == 2));
    QCOMPARE(onGlass(imageAt), qRgb(0, 0, 200));
    QCOMPARE(onGlass(imageAt + QPoint(299, 199)), qRgb(0, 200, 0));
    QVERIFY(!hasQtPainted());
}

void DirectPainterTest::partsOutsideTheImageAreLeftOut()
{
    QSignalSpy painted(&m_canvas->direct, &SharedMemoryPainter::imageReadByServer);
    m_canvas->draw(QRect(QPoint(), imageSize), qRgb(9, 9, 9));
    QVERIFY(m_canvas->direct.paint(m_canvas->rect(), imageAt));
    QVERIFY(WAIT_FOR(painted.size() == 1));
    QCOMPARE(onGlass(imageAt), qRgb(9, 9, 9));
    QCOMPARE(onGlass(imageAt - QPoint(1, 1)), qRgb(0, 0, 0));
    QVERIFY(!m_canvas->direct.paint(QRect(0, 0, 5, 5), imageAt)); // nothing of the image
}

void DirectPainterTest::whatIsCoveredIsLeftToQt_data()
{
    QTest::addColumn<QString>("who");
    QTest::addColumn<bool>("isPainted");
    QTest::newRow("a child over it") << u"child"_s << false;
    QTest::newRow("a child beside it") << u"far child"_s << true;
    QTest::newRow("a hidden child") << u"hidden child"_s << true;
    QTest::newRow("a child whose mask leaves it free") << u"masked child"_s << true;
    QTest::newRow("a sibling over it") << u"sibling"_s << false;
    QTest::newRow("a sibling below it") << u"lower sibling"_s << true;
}

void DirectPainterTest::whatIsCoveredIsLeftToQt()
{
    QFETCH(const QString, who);
    QFETCH(const bool, isPainted);
    const bool isSibling = who.endsWith("sibling"_L1);
    QWidget other(isSibling ? m_window.get() : m_canvas);
    const QRect place(who == "far child"_L1 ? QPoint(300, 200) : QPoint(55, 65), QSize(50, 50));
    other.setGeometry(isSibling ? place.translated(m_canvas->pos()) : place);
    if (who == "masked child"_L1) {
        other.setMask(QRegion(40, 40, 10, 10));
    }
    other.setVisible(who != "hidden child"_L1);
    if (who == "lower sibling"_L1) {
        other.lower();
    }
    QCOMPARE(m_canvas->direct.paint(QRect(50, 60, 30, 20), imageAt), isPainted);
}

void DirectPainterTest::anUncoveredWindowShowsTheNewestImage()
{
    QSignalSpy painted(&m_canvas->direct, &SharedMemoryPainter::imageReadByServer);
    m_canvas->draw(QRect(QPoint(), imageSize), qRgb(70, 80, 90));
    QVERIFY(m_canvas->direct.paint(QRect(imageAt, imageSize), imageAt));
    QVERIFY(WAIT_FOR(painted.size() == 1));
    QWidget above;
    above.setGeometry(m_window->geometry());
    above.show();
    QVERIFY(QTest::qWaitForWindowExposed(&above, 30000));
    QVERIFY(WAIT_FOR(onGlass(imageAt) != qRgb(70, 80, 90)));
    // No pixel of before is ever on the glass: the X server asks for what was covered, and Qt has an older image of it.
    above.hide();
    QVERIFY(WAIT_FOR(onGlass(imageAt + QPoint(150, 100)) == qRgb(70, 80, 90)));
    QCOMPARE(onGlass(imageAt), qRgb(70, 80, 90));
    QCOMPARE(onGlass(imageAt + QPoint(299, 199)), qRgb(70, 80, 90));
}

void DirectPainterTest::aMovedWidgetShowsTheNewestImage()
{
    QSignalSpy painted(&m_canvas->direct, &SharedMemoryPainter::imageReadByServer);
    m_canvas->draw(QRect(QPoint(), imageSize), qRgb(15, 25, 35));
    QVERIFY(m_canvas->direct.paint(QRect(imageAt, imageSize), imageAt));
    QVERIFY(WAIT_FOR(painted.size() == 1));
    m_canvas->move(60, 70); // Qt moves the pixels of its copy
    QVERIFY(WAIT_FOR(m_canvas->paints > 0));
    QVERIFY(WAIT_FOR(onGlass(imageAt) == qRgb(15, 25, 35) && onGlass(imageAt + QPoint(299, 199)) == qRgb(15, 25, 35)));
    // And what comes is shown at the new place.
    m_canvas->draw(QRect(0, 0, 20, 20), qRgb(250, 0, 0));
    QVERIFY(m_canvas->direct.paint(QRect(imageAt, QSize(20, 20)), imageAt));
    QVERIFY(WAIT_FOR(painted.size() == 2));
    QCOMPARE(onGlass(imageAt), qRgb(250, 0, 0));
}

void DirectPainterTest::whatRestsIsPaintedByQt()
{
    m_canvas->draw(QRect(0, 0, 30, 30), qRgb(5, 6, 7));
    QVERIFY(m_canvas->direct.paint(QRect(imageAt, QSize(30, 30)), imageAt));
    QVERIFY(WAIT_FOR(m_canvas->paints == 1)); // Qt's copy has it now
    QVERIFY(WAIT_FOR(onGlass(imageAt) == qRgb(5, 6, 7)));
}

void DirectPainterTest::unsealedMemoryIsRefused()
{
    // A program that can shrink it could end the X server.
    UniqueFd memory(::memfd_create("nightdesk-test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    QVERIFY(::ftruncate(memory.get(), 4 * 100 * 100) == 0);
    m_canvas->direct.setImage(std::move(memory), QSize(100, 100));
    QVERIFY(!m_canvas->direct.paint(QRect(imageAt, QSize(30, 30)), imageAt));
}

void DirectPainterTest::withoutAnImageQtPaints()
{
    m_canvas->direct.setImage({}, {});
    QVERIFY(!m_canvas->direct.paint(QRect(imageAt, QSize(30, 30)), imageAt));
    QVERIFY(!FramebufferStore::duplicateMemoryFd(m_canvas->made.picture.image.copy()).isValid());
    QVERIFY(!FramebufferStore::duplicateMemoryFd({}).isValid());
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    auto glass = std::make_unique<XServer>(XServer::Options{.size = QSize(1000, 800)});
    {
        // Xvfb has to run before there is an application that draws on it, and starting it needs an event loop.
        QCoreApplication starter(argc, argv);
        if (!glass->start()) {
            return 1;
        }
        const QProcessEnvironment surroundings = glass->environment();
        for (const QString &name : {u"DISPLAY"_s, u"XAUTHORITY"_s}) {
            qputenv(name.toLatin1().constData(), surroundings.value(name).toLocal8Bit());
        }
        qputenv("QT_QPA_PLATFORM", "xcb");
        qunsetenv("WAYLAND_DISPLAY");
    }
    QApplication application(argc, argv);
    DirectPainterTest test(*glass);
    const int result = QTest::qExec(&test, argc, argv);
    return result;
}
#include "directpaintertest.moc"
