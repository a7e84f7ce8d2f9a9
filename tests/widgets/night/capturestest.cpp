// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures, films and bells: files are read back as anybody's program would, desktops are real ones (sshd, worker, Xvnc).
#include "widgets/capture/captures.h"
#include "sessions/capture/recordingworker.h"
#include "sessions/capture/rootpicture.h"
#include "sessions/capture/screenshotwriter.h"
#include "sessions/capture/videofile.h"
#include "sessions/desk/desk.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/xserver.h"
#include "tests/support/xvncserver.h"
#include "tests/widgets/night/film.h"
#include "widgets/night/nightbell.h"
#include "widgets/view/nightdeskkeys.h"
#include "widgets/view/nightindicators.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/viewbell.h"

#include <QAction>
#include <QDir>
#include <QImageReader>
#include <QPainter>
#include <QRandomGenerator>
#include <QScreen>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
CaptureDescription control0()
{
    return {.takenAt = QDateTime::fromString(u"2026-11-21T09:30:15Z"_s, Qt::ISODate),
            .desktop = u"control0"_s,
            .title = u"Control 0 ✓"_s,
            .profile = u"lris"_s,
            .site = u"santa-cruz"_s};
}

QImage noise(const QSize &size)
{
    QImage image(size, QImage::Format_RGB32);
    QRandomGenerator random(1);
    for (int y = 0; y < size.height(); ++y) {
        for (int x = 0; x < size.width(); ++x) {
            image.setPixel(x, y, 0xff000000 | random.generate());
        }
    }
    return image;
}

/// What an instrument's window looks like: plain areas, sharp edges, small letters in red. @p step moves a bar.
QImage panel(const QSize &size, int step)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(QColor(48, 52, 60));
    QPainter painter(&image);
    painter.setPen(Qt::red);
    painter.drawText(QRect(QPoint(), size), Qt::AlignCenter, u"Exposure 120 s"_s);
    painter.fillRect(step * 16, 8, 40, 24, QColor(40, 180, 90));
    return image;
}

/// A disk that is full after so many bytes.
class FullDisk
{
public:
    explicit FullDisk(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit full{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &full);
    }
    ~FullDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
    }

private:
    rlimit m_before{};
};

QStringList filesIn(const QTemporaryDir &directory)
{
    return QDir(directory.path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

/// Whether who writes a film, or a thread of its library, has something to do: none but these have so little priority.
bool isFilmBeingWritten()
{
    const QStringList threads = QDir(u"/proc/self/task"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    return std::ranges::any_of(threads, [](const QString &thread) {
        QFile file(u"/proc/self/task/%1/stat"_s.arg(thread));
        const QByteArray line = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' '); // from the state on
        return thread.toLongLong() != ::getpid() && fields.value(16).toInt() >= 10 && fields.value(0) != "S";
    });
}

/// A desktop that is shown, with all that the night adds to it.
class Bench
{
public:
    explicit Bench(Summit &summit)
        : desk(nullptr)
        , captures(&indicators, {})
        , m_summit(summit)
    {
    }
    bool start()
    {
        if (!server.start()) {
            return false;
        }
        DesktopSpec spec;
        spec.id = u"control0"_s;
        spec.title = u"Control 0"_s;
        spec.address = server.address();
        spec.quality = Quality::Lossless;
        session = std::make_unique<DesktopSession>(spec, &m_summit.link());
        view = std::make_unique<RemoteView>(session.get());
        bell = new ViewBell(view.get(), &indicators);
        new NightdeskKeys(view.get(), &indicators);
        captures.setDirectory(directory.path());
        captures.setSite(u"santa-cruz"_s);
        view->resize(800, 600);
        view->show();
        view->activateWindow();
        view->setFocus();
        session->start();
        return QTest::qWaitForWindowActive(view.get(), 30000) && WAIT_FOR(session->state() == SessionState::Live, 60s);
    }

    QTemporaryDir directory;
    XvncServer server;
    NightIndicators indicators;
    Desk desk;
    Captures captures;
    std::unique_ptr<DesktopSession> session;
    std::unique_ptr<RemoteView> view;
    ViewBell *bell = nullptr;

private:
    Summit &m_summit;
};

/// While it lives, this thread heeds permissions even as root, who may write into any directory otherwise.
class PermissionsOfEveryone
{
public:
    PermissionsOfEveryone()
    {
        ::syscall(SYS_capget, &m_header, m_before.data());
        auto fewer = m_before;
        fewer[CAP_TO_INDEX(CAP_DAC_OVERRIDE)].effective &= ~CAP_TO_MASK(CAP_DAC_OVERRIDE);
        ::syscall(SYS_capset, &m_header, fewer.data());
    }
    ~PermissionsOfEveryone()
    {
        ::syscall(SYS_capset, &m_header, m_before.data());
    }

private:
    __user_cap_header_struct m_header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> m_before{};
};
}

class CapturesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aPictureIsReadBackAsItWas();
    void noPictureIsWrittenOver();
    void nothingIsWrittenWhereALinkLeads();
    void noPictureSaysWhy_data();
    void noPictureSaysWhy();
    void allScreensOfAnXServer();
    void screensThatNobodyMaySeeAreNotSaved();
    void theDirectoryIsAbsolute_data();
    void theDirectoryIsAbsolute();
    void aDesktopWithoutAPictureIsNotRecorded();
    void aFilmIsReadBackAsItWas_data();
    void aFilmIsReadBackAsItWas();
    void framesThatDoNotFitAreLeftOut();
    void aFilmThatCannotBeWrittenSaysWhy_data();
    void aFilmThatCannotBeWrittenSaysWhy();
    void aFilmIsKeptWhereItsNameIsRefused();
    void theDesktopIsSavedPixelForPixel();
    void theDesktopIsRecorded();
    void aFullDiskEndsARecording();
    void aDesktopThatRings();
    void theKeyOfAPictureIsOurs();

private:
    Summit m_summit;
};

void CapturesTest::initTestCase()
{
    QVERIFY(m_summit.start());
}

void CapturesTest::aPictureIsReadBackAsItWas()
{
    QTemporaryDir directory;
    const QImage image = noise({301, 97});
    const auto path = ScreenshotWriter::save(image, control0(), directory.filePath(u"new/directory"_s));
    QVERIFY2(path.has_value(), qPrintable(path.error_or({})));
    QCOMPARE(*path, directory.filePath(u"new/directory/2026-11-21T093015Z_control0_santa-cruz.png"_s));
    QImageReader reader(*path);
    QCOMPARE(reader.format(), "png");
    const QImage back = reader.read();
    QVERIFY(sameColors(back, image));
    QCOMPARE(back.text(u"Title"_s), u"Control 0 ✓"_s);
    QCOMPARE(back.text(u"Desktop"_s), u"control0"_s);
    QCOMPARE(back.text(u"Profile"_s), u"lris"_s);
    QCOMPARE(back.text(u"Site"_s), u"santa-cruz"_s);
    QCOMPARE(back.text(u"UT"_s), u"2026-11-21T09:30:15Z"_s);
    QVERIFY(back.text(u"Stale"_s).isEmpty());
}

void CapturesTest::noPictureIsWrittenOver()
{
    QTemporaryDir directory;
    QVERIFY(ScreenshotWriter::save(noise({8, 8}), control0(), directory.path()));
    QVERIFY(ScreenshotWriter::save(noise({9, 9}), control0(), directory.path()));
    QVERIFY(ScreenshotWriter::save(noise({10, 10}), control0(), directory.path()));
    QCOMPARE(filesIn(directory),
             (QStringList{u"2026-11-21T093015Z_control0_santa-cruz.png"_s,
                          u"2026-11-21T093015Z_control0_santa-cruz_2.png"_s,
                          u"2026-11-21T093015Z_control0_santa-cruz_3.png"_s}));
    const QString first = directory.filePath(u"2026-11-21T093015Z_control0_santa-cruz.png"_s);
    QCOMPARE(QImage(first).size(), QSize(8, 8));
    QCOMPARE(QFile::permissions(first) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
}

void CapturesTest::nothingIsWrittenWhereALinkLeads()
{
    // Whoever may write into the directory knows what the next name is.
    QTemporaryDir directory;
    const QString victim = directory.filePath(u"victim"_s);
    QFile file(victim);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.write("mine") == 4);
    file.close();
    const QString name = directory.filePath(u"2026-11-21T093015Z_control0_santa-cruz."_s);
    const QString film = name + VideoFile::suffix(VideoFile::availableFormats().constFirst());
    QVERIFY(QFile::link(victim, name + u"png.part"_s));
    QVERIFY(QFile::link(victim, film + u".part"_s));
    const auto picture = ScreenshotWriter::save(noise({8, 8}), control0(), directory.path());
    QVERIFY2(picture, qPrintable(picture.error_or({})));
    RecordingWorker worker;
    QSignalSpy written(&worker, &RecordingWorker::videoWritten);
    QSignalSpy failed(&worker, &RecordingWorker::writingFailed);
    worker.begin(control0(), directory.path());
    worker.add(panel({64, 48}, 0), 0ms);
    // One that comes while it is written stays as well.
    QVERIFY(QFile::copy(victim, QString(film).replace(u"santa-cruz"_s, u"santa-cruz_2"_s)));
    worker.add(panel({64, 48}, 1), 200ms);
    worker.end(400ms);
    QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
    QCOMPARE(written.size(), 1);
    const QString path = written.constFirst().constFirst().toString();
    QVERIFY2(path.contains(u"santa-cruz_3"_s), qPrintable(path));
    QVERIFY(Film::read(path));
    QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "mine");
}

void CapturesTest::noPictureSaysWhy_data()
{
    QTest::addColumn<QString>("below"); ///< of a directory with a file "file" in it; absolute: as it is
    QTest::addColumn<bool>("isFull");
    QTest::newRow("the disk is full") << u"pictures"_s << true;
    QTest::newRow("a file stands where the directory should be") << u"file"_s << false;
    QTest::newRow("a file stands in the way") << u"file/pictures"_s << false;
    QTest::newRow("where nobody can make directories") << u"/proc/nightdesk"_s << false;
}

void CapturesTest::noPictureSaysWhy()
{
    QFETCH(QString, below);
    QFETCH(bool, isFull);
    QTemporaryDir directory;
    QFile file(directory.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const QString wanted = QDir(directory.path()).filePath(below);
    std::expected<QString, QString> path;
    {
        const FullDisk disk(isFull ? 4096 : RLIM_INFINITY);
        path = ScreenshotWriter::save(noise({64, 64}), control0(), wanted);
    }
    QVERIFY(!path);
    QVERIFY2(path.error().contains(wanted) && path.error().contains(u"settings"_s), qPrintable(path.error()));
    QCOMPARE(filesIn(directory), QStringList{u"file"_s});
    QCOMPARE(QDir(wanted).entryList(QDir::Files | QDir::Hidden), QStringList()); // nor half of one
}

void CapturesTest::allScreensOfAnXServer()
{
    XServer server({.size = {900, 300}, .threeMonitors = true, .authority = false});
    QVERIFY2(server.start(), qPrintable(server.problem()));
    QVERIFY(server.output({u"xsetroot"_s, u"-solid"_s, u"#203040"_s}));
    const QImage seen = rootWindowImage(server.display().toLatin1());
    QCOMPARE(seen.size(), QSize(900, 300));
    QVERIFY(sameColors(seen, server.screenshot()));
    QVERIFY(rootWindowImage(":59999").isNull());

    QTemporaryDir directory;
    NightIndicators indicators;
    Captures captures(&indicators, server.display());
    captures.setDirectory(directory.path());
    QSignalSpy fileSaved(&captures, &Captures::fileSaved);
    captures.saveAllScreens(u"lris"_s);
    QTRY_COMPARE_WITH_TIMEOUT(fileSaved.size(), 1, 30000);
    QVERIFY(filesIn(directory).value(0).endsWith(u"_all-screens.png"_s));
    QVERIFY(sameColors(QImage(directory.filePath(filesIn(directory).first())), seen));

    QSignalSpy failed(&captures, &Captures::captureFailed);
    server.kill();
    captures.saveAllScreens(u"lris"_s);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 30000);
    QCOMPARE(filesIn(directory).size(), 1);
}

void CapturesTest::screensThatNobodyMaySeeAreNotSaved()
{
    QTemporaryDir directory;
    NightIndicators indicators;
    Captures captures(&indicators, {});
    captures.setDirectory(directory.path());
    QSignalSpy fileSaved(&captures, &Captures::fileSaved);
    QSignalSpy failed(&captures, &Captures::captureFailed);
    const bool isSeen = !QGuiApplication::primaryScreen()->grabWindow().isNull();
    captures.saveAllScreens(u"lris"_s);
    QTRY_COMPARE_WITH_TIMEOUT(fileSaved.size() + failed.size(), 1, 30000);
    QCOMPARE(fileSaved.size(), isSeen ? 1 : 0);
    QCOMPARE(filesIn(directory).size(), isSeen ? 1 : 0);
}

void CapturesTest::theDirectoryIsAbsolute_data()
{
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("directory");
    const QString usual = QDir(QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)).filePath(u"Nightdesk"_s);
    QTest::newRow("none") << QString() << usual;
    QTest::newRow("an absolute one") << u"/tmp/x y"_s << u"/tmp/x y"_s;
    QTest::newRow("one of the home") << u"~/night"_s << QDir::homePath() + u"/night"_s;
    QTest::newRow("the home") << u"~"_s << QDir::homePath();
    QTest::newRow("relative to nothing") << u"night"_s << usual;
    QTest::newRow("above nothing") << u"../night"_s << usual;
}

void CapturesTest::theDirectoryIsAbsolute()
{
    QFETCH(QString, set);
    QFETCH(QString, directory);
    NightIndicators indicators;
    Captures captures(&indicators, {});
    captures.setDirectory(set);
    QCOMPARE(captures.directory(), directory);
}

void CapturesTest::aDesktopWithoutAPictureIsNotRecorded()
{
    DesktopSpec spec;
    spec.id = u"control0"_s;
    DesktopSession session(spec, &m_summit.link());
    NightIndicators indicators;
    Captures captures(&indicators, {});
    QSignalSpy failed(&captures, &Captures::captureFailed);
    captures.startRecording(&session, u"lris"_s);
    QCOMPARE(failed.size(), 1);
    QVERIFY(!captures.isRecording());
    QVERIFY(!indicators.recording());
}

void CapturesTest::aFilmIsReadBackAsItWas_data()
{
    QTest::addColumn<VideoFile::VideoFormat>("form");
    QTest::addColumn<QString>("codec");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("tolerance");
    QVERIFY(VideoFile::availableFormats().contains(VideoFile::VideoFormat::Ffv1));
    for (const VideoFile::VideoFormat form : VideoFile::availableFormats()) {
        // A film of reduced colors cannot be exact where colors meet; letters must stay.
        const bool isExact = form == VideoFile::VideoFormat::Ffv1;
        const QString codec = isExact ? u"ffv1"_s : form == VideoFile::VideoFormat::Vp9 ? u"vp9"_s : u"vp8"_s;
        const int tolerance = isExact ? 0 : form == VideoFile::VideoFormat::Vp9 ? 40 : 4;
        QTest::newRow(qPrintable(codec + u" of an even size"_s)) << form << codec << QSize(320, 240) << tolerance;
        QTest::newRow(qPrintable(codec + u" of an odd size"_s)) << form << codec << QSize(321, 203) << tolerance;
    }
}

void CapturesTest::aFilmIsReadBackAsItWas()
{
    QFETCH(VideoFile::VideoFormat, form);
    QFETCH(QString, codec);
    QFETCH(QSize, size);
    QFETCH(int, tolerance);
    QTemporaryDir directory;
    const QString path = directory.filePath(u"film."_s + VideoFile::suffix(form));
    auto file = VideoFile::create(path, form, size, PictureName::metadata(control0()));
    QVERIFY2(file.has_value(), qPrintable(file.error_or({})));
    QVERIFY((*file)->isEmpty());
    QList<std::chrono::milliseconds> times{0ms, 100ms, 230ms, 1900ms};
    for (int i = 0; i < times.size(); ++i) {
        const auto added = (*file)->add(panel(size, i), times[i]);
        QVERIFY2(added.has_value(), qPrintable(added.error_or({})));
    }
    const auto finished = (*file)->finish(4s);
    QVERIFY2(finished.has_value(), qPrintable(finished.error_or({})));
    file->reset();

    const auto film = Film::read(path);
    QVERIFY(film);
    QVERIFY2(film->codec.contains(codec), qPrintable(film->codec));
    QCOMPARE(film->frames.size(), 5); // the last one stands until the end
    times.append(4s);
    for (int i = 0; i < times.size(); ++i) {
        QCOMPARE(film->frames[i].at, times[i]);
        // VP8 has half the colors' resolution: single red pixels are another color there, though nearly all are right.
        const QImage expected = panel(size, std::min(i, 3));
        const int off =
            form == VideoFile::VideoFormat::Vp8 ? meanDifference(film->frames[i].image, expected) : greatestDifference(film->frames[i].image, expected);
        QVERIFY2(off <= tolerance, qPrintable(u"frame %1 is off by %2"_s.arg(i).arg(off)));
    }
    QVERIFY2(film->duration >= 4s && film->duration <= 4200ms, qPrintable(QString::number(film->duration.count())));
    QCOMPARE(film->texts.value(u"DESKTOP"_s), u"control0"_s);
    QCOMPARE(film->texts.value(u"UT"_s), u"2026-11-21T09:30:15Z"_s);
}

void CapturesTest::framesThatDoNotFitAreLeftOut()
{
    QTemporaryDir directory;
    const QString path = directory.filePath(u"film.mkv"_s);
    const QSize size(64, 48);
    auto file = VideoFile::create(path, VideoFile::VideoFormat::Ffv1, size, {});
    QVERIFY(file.has_value());
    QVERIFY((*file)->add(panel(size, 0), 100ms));
    QVERIFY((*file)->add(panel(size, 1), 100ms)); // no later
    QVERIFY((*file)->add(panel(size, 1), 50ms));
    QVERIFY((*file)->add(panel({65, 48}, 1), 200ms));
    QVERIFY((*file)->finish(0ms));
    QVERIFY((*file)->add(panel(size, 2), 300ms)); // too late
    QVERIFY((*file)->finish(1s));
    const auto film = Film::read(path);
    QVERIFY(film);
    QCOMPARE(film->frames.size(), 1);
    QVERIFY(sameColors(film->frames.first().image, panel(size, 0)));
}

void CapturesTest::aFilmThatCannotBeWrittenSaysWhy_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QSize>("size");
    QTest::newRow("no such directory") << u"/nowhere/film.mkv"_s << QSize(64, 48);
    QTest::newRow("a directory of that name") << u"/tmp"_s << QSize(64, 48);
    QTest::newRow("nothing to show") << u"/tmp/film.mkv"_s << QSize(0, 48);
    QTest::newRow("a disk that is full") << u"/dev/full"_s << QSize(640, 480);
}

void CapturesTest::aFilmThatCannotBeWrittenSaysWhy()
{
    QFETCH(QString, path);
    QFETCH(QSize, size);
    QString why;
    auto file = VideoFile::create(path, VideoFile::VideoFormat::Ffv1, size, {});
    if (!file) {
        why = file.error();
    } else {
        for (int i = 0; i < 20 && why.isEmpty(); ++i) {
            why = (*file)->add(noise(size), i * 100ms).error_or({});
        }
        why = why.isEmpty() ? (*file)->finish(3s).error_or({}) : why;
    }
    QVERIFY(!why.isEmpty());
}

void CapturesTest::aFilmIsKeptWhereItsNameIsRefused()
{
    QTemporaryDir directory;
    RecordingWorker worker;
    QSignalSpy failed(&worker, &RecordingWorker::writingFailed);
    worker.begin(control0(), directory.path());
    worker.add(panel({64, 48}, 0), 0ms);
    QVERIFY(QFile::setPermissions(directory.path(), QFile::ReadOwner | QFile::ExeOwner));
    {
        const PermissionsOfEveryone heeded;
        worker.end(400ms);
    }
    QVERIFY(QFile::setPermissions(directory.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QCOMPARE(failed.size(), 1);
    const QStringList names = QDir(directory.path()).entryList(QDir::Files);
    QCOMPARE(names.size(), 1);
    QVERIFY2(names.first().endsWith(u".part"_s), qPrintable(names.first()));
    QVERIFY(failed.first().first().toString().contains(names.first()));
    QVERIFY(Film::read(directory.filePath(names.first())));
}

void CapturesTest::theDesktopIsSavedPixelForPixel()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-mod"_s, u"5"_s, u"7"_s, u"-fg"_s, u"#c03010"_s, u"-bg"_s, u"#102030"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(sameColors(bench.session->picture().image, bench.server.x().screenshot()), 60000);
    bench.view->resize(200, 150); // how it is shown makes no difference
    QSignalSpy fileSaved(&bench.captures, &Captures::fileSaved);
    bench.captures.saveScreenshot(bench.session.get(), u"lris"_s);
    QTRY_COMPARE_WITH_TIMEOUT(fileSaved.size(), 1, 30000);
    const QString name = filesIn(bench.directory).value(0);
    QVERIFY2(QRegularExpression(u"^\\d{4}-\\d\\d-\\d\\dT\\d{6}Z_control0_santa-cruz\\.png$"_s).match(name).hasMatch(), qPrintable(name));
    QVERIFY(sameColors(QImage(bench.directory.filePath(name)), bench.server.x().screenshot()));

    const QImage last = bench.session->picture().image.copy();
    bench.server.kill();
    QTRY_VERIFY_WITH_TIMEOUT(bench.session->state() != SessionState::Live, 60000);
    bench.captures.saveScreenshot(bench.session.get(), u"lris"_s);
    QTRY_COMPARE_WITH_TIMEOUT(fileSaved.size(), 2, 30000);
    const QStringList stale = filesIn(bench.directory).filter(u"_control0-stale_"_s);
    QCOMPARE(stale.size(), 1);
    const QImage old(bench.directory.filePath(stale.first()));
    QVERIFY(sameColors(old, last));
    QVERIFY2(old.text(u"Stale"_s).contains(u"last changed 20"_s), qPrintable(old.text(u"Stale"_s)));
}

void CapturesTest::theDesktopIsRecorded()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QSignalSpy fileSaved(&bench.captures, &Captures::fileSaved);
    const auto paint = [&](const QColor &color) {
        QSignalSpy changed(bench.session.get(), &DesktopSession::imageChanged); // told after the pixels are there
        return bench.server.x().output({u"xsetroot"_s, u"-solid"_s, color.name()}).has_value()
            && WAIT_FOR(!changed.isEmpty() && bench.session->picture().image.pixelColor(5, 5) == color
                        && bench.session->picture().image.pixelColor(100, 100) == color);
    };
    QVERIFY(paint(QColor(200, 30, 30)));
    QElapsedTimer clock;
    bench.captures.startRecording(bench.session.get(), u"lris"_s);
    clock.start();
    QVERIFY(bench.captures.isRecording());
    QVERIFY(bench.indicators.recording().has_value());
    bench.session->setVisibility(DesktopSession::Visibility::Hidden); // its viewer window is minimised: the film goes on
    QCOMPARE(bench.session->effectiveVisibility(), DesktopSession::Visibility::Visible);
    // Ten frames a second: what stands shorter may be in none. Who writes the film may be behind, and leaves frames out then.
    const auto stand = [] {
        int idleTurns = 0; // of the event loop, 10 ms and more each
        return WAIT_FOR((idleTurns = isFilmBeingWritten() ? 0 : idleTurns + 1) > 30, 60s);
    };
    QVERIFY(stand());
    QVERIFY(paint(QColor(30, 160, 30)));
    QVERIFY(stand());
    QVERIFY(paint(QColor(30, 30, 200)));
    QVERIFY(stand());
    QVERIFY(bench.server.resize({640, 480}));
    QTRY_COMPARE_WITH_TIMEOUT(bench.session->picture().image.size(), QSize(640, 480), 30000);
    QVERIFY(paint(QColor(160, 160, 30)));
    const auto length = std::chrono::milliseconds(clock.elapsed());
    Q_EMIT bench.indicators.stopRecordingRequested(); // a click on the sign
    QVERIFY(!bench.captures.isRecording());
    QVERIFY(!bench.indicators.recording());
    QCOMPARE(bench.session->effectiveVisibility(), DesktopSession::Visibility::Hidden);
    bench.session->setVisibility(DesktopSession::Visibility::Visible);
    QTRY_COMPARE_WITH_TIMEOUT(fileSaved.size(), 2, 60000);

    const QStringList names = filesIn(bench.directory);
    QCOMPARE(names.size(), 2);
    QVERIFY2(names.first().contains(u"_control0_santa-cruz"_s) && !names.join(u' ').contains(u".part"_s), qPrintable(names.join(u' ')));
    const auto first = Film::read(bench.directory.filePath(names[0]));
    const auto second = Film::read(bench.directory.filePath(names[1]));
    QVERIFY(first && second);
    const auto isNear = [](const QColor &one, const QColor &other) {
        return std::abs(one.red() - other.red()) < 12 && std::abs(one.green() - other.green()) < 12 && std::abs(one.blue() - other.blue()) < 12;
    };
    const auto colorAt = [](const Film::Frame &frame) {
        return frame.image.pixelColor(100, 100);
    };
    QCOMPARE(first->frames.first().image.size(), QSize(800, 600));
    QVERIFY(isNear(colorAt(first->frames.first()), QColor(200, 30, 30)));
    QVERIFY(std::ranges::any_of(first->frames, [&](const Film::Frame &frame) {
        return isNear(colorAt(frame), QColor(30, 160, 30));
    }));
    QVERIFY(isNear(colorAt(first->frames.last()), QColor(30, 30, 200)));
    QCOMPARE(second->frames.first().image.size(), QSize(640, 480));
    QVERIFY(isNear(colorAt(second->frames.last()), QColor(160, 160, 30)));
    for (qsizetype i = 2; i < first->frames.size(); ++i) {
        // The first and the last are not waited for.
        QVERIFY(i == first->frames.size() - 1 || first->frames[i].at - first->frames[i - 1].at >= 90ms);
    }
    const auto both = first->duration + second->duration;
    QVERIFY2(both <= length + underLoad(500ms) && both >= length - underLoad(500ms), qPrintable(u"%1 of %2 ms"_s.arg(both.count()).arg(length.count())));

    // By itself, when its time is over.
    bench.captures.setMaxRecordingLength(1s);
    bench.captures.startRecording(bench.session.get(), u"lris"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!bench.captures.isRecording(), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(fileSaved.size(), 3, 60000);
}

void CapturesTest::aFullDiskEndsARecording()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QTRY_VERIFY_WITH_TIMEOUT(!bench.session->picture().image.isNull(), 30000);
    bench.captures.setDirectory(u"/proc/nightdesk"_s);
    QSignalSpy failed(&bench.captures, &Captures::captureFailed);
    bench.captures.startRecording(bench.session.get(), u"lris"_s);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 30000);
    QVERIFY(!bench.captures.isRecording());
    QVERIFY(!bench.indicators.recording());
    QVERIFY(failed.first().first().toString().contains(u"/proc/nightdesk"_s));
}

void CapturesTest::aDesktopThatRings()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    int sounds = 0;
    bool isShown = false;
    QImage flashing;
    NightBell bell(&bench.desk, &bench.indicators, [&] {
        ++sounds;
        // Now, because its first flash lasts a third of a second.
        isShown = bench.bell->isFlashing() && bench.bell->isVisible();
        flashing = bench.view->grab().toImage();
    });
    Q_EMIT bench.desk.sessionAdded(bench.session.get());
    bench.view->grab(); // nothing flashes yet
    QVERIFY(!bench.bell->isFlashing());
    const auto ring = [&bench] {
        // The event loop runs meanwhile: a view that hears nothing for seconds says so, over its picture.
        const QProcess *program = bench.server.x().run({u"xkbbell"_s});
        return WAIT_FOR(program->state() == QProcess::NotRunning) && program->exitStatus() == QProcess::NormalExit && program->exitCode() == 0;
    };
    QVERIFY(ring());
    QTRY_COMPARE_WITH_TIMEOUT(sounds, 1, 30000);
    QVERIFY(isShown);
    QVERIFY(bench.indicators.hasUnseenBell(bench.session.get()));
    QTRY_VERIFY_WITH_TIMEOUT(!bench.bell->isFlashing() && !bench.bell->isVisible(), 30000);
    const QImage calm = bench.view->grab().toImage();
    QVERIFY(flashing.pixel(2, 300) != calm.pixel(2, 300)); // the border
    QCOMPARE(flashing.pixel(400, 300), calm.pixel(400, 300)); // and nothing else
    QVERIFY(bench.indicators.hasUnseenBell(bench.session.get())); // until somebody looks
    QTest::mouseMove(bench.view.get(), {300, 300});
    QTest::mouseMove(bench.view.get(), {310, 300});
    QTRY_VERIFY_WITH_TIMEOUT(!bench.indicators.hasUnseenBell(bench.session.get()), 30000);

    bell.mute(BellMute::MuteLength::Hour);
    QVERIFY(!bench.indicators.bellMutedUntilText().isEmpty());
    QVERIFY(ring());
    QTRY_VERIFY_WITH_TIMEOUT(bench.indicators.hasUnseenBell(bench.session.get()), 30000);
    QCOMPARE(sounds, 1);
    Q_EMIT bench.indicators.bellUnmuteRequested(); // a click on the sign
    QVERIFY(bench.indicators.bellMutedUntilText().isEmpty());
    QVERIFY(!bell.mutedUntil().isValid());
    QTest::keyClick(bench.view.get(), Qt::Key_A);
    QVERIFY(!bench.indicators.hasUnseenBell(bench.session.get()));
}

void CapturesTest::theKeyOfAPictureIsOurs()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QProcess *xev = bench.server.x().runXev();
    QVERIFY(xev);
    QAction picture(u"picture"_s);
    picture.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Print));
    bench.indicators.setKeyActions({&picture});
    QSignalSpy triggered(&picture, &QAction::triggered);
    // A session whose event loop stood still, as while xev was started, holds input for a while: it may be old.
    QVERIFY(WAIT_FOR(bench.session->takesInput()));
    QTest::keyPress(bench.view.get(), Qt::Key_Control, Qt::ControlModifier);
    QTest::keyClick(bench.view.get(), Qt::Key_Print, Qt::ControlModifier);
    QTest::keyRelease(bench.view.get(), Qt::Key_Control);
    QTest::keyClick(bench.view.get(), Qt::Key_Print); // without Ctrl it is the desktop's
    QTest::keyClick(bench.view.get(), Qt::Key_Z);
    QCOMPARE(triggered.size(), 1);
    QByteArray events;
    QVERIFY(waitFor([&] {
        events += xev->readAllStandardOutput();
        return events.contains("keysym 0x7a, z") && events.count("keysym 0x7a, z") >= 2;
    }));
    QCOMPARE(events.count("Print)"), 2); // press and release of the plain one
    QVERIFY(WAIT_FOR(bench.session->takesInput()));
    // Its release went to a window that had the focus meanwhile: the next one is not ours.
    QTest::keyPress(bench.view.get(), Qt::Key_Print, Qt::ControlModifier);
    QCOMPARE(triggered.size(), 2);
    QTest::keyClick(bench.view.get(), Qt::Key_Print);
    QTest::keyPress(bench.view.get(), Qt::Key_Print, Qt::ControlModifier);
    bench.view->clearFocus();
    bench.view->setFocus();
    QTest::keyClick(bench.view.get(), Qt::Key_Y);
    QVERIFY(waitFor([&] {
        events += xev->readAllStandardOutput();
        return events.count("keysym 0x79, y") >= 2;
    }));
    QCOMPARE(events.count("Print)"), 4);
    picture.setEnabled(false);
    QTest::keyClick(bench.view.get(), Qt::Key_Print, Qt::ControlModifier);
    QCOMPARE(triggered.size(), 3);
}

NIGHTDESK_TEST(CapturesTest)

#include "capturestest.moc"
