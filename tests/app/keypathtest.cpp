// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which of Nightdesk's event filters see a key press before the view of a desktop gets it, in the real console with two desktops on
// a viewer window and all that installs filters for a time: labels on the monitors, a banner, a window that is about to step aside.
#include "app/window/consolefeatures.h"
#include "app/window/mainwindow.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"
#include "widgets/common/focusring.h"
#include "widgets/facility/trustdialog.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/viewbanner.h"

#include <KActionCollection>

#include <QAbstractNativeEventFilter>
#include <QAction>
#include <QApplication>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>

#include <dlfcn.h>
#include <memory>
#include <typeinfo>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
struct Filter {
    QPointer<const QObject> watched;
    QPointer<QObject> filter;
};

struct Installed {
    QList<Filter> filters;
    QList<QAbstractNativeEventFilter *> natives;

    void remove(const QObject *watched, const QObject *filter)
    {
        filters.removeIf([=](const Filter &one) {
            return one.watched == watched && one.filter == filter;
        });
    }
};

Installed &installed()
{
    static Installed all;
    return all;
}

/// Qt's own function, which the one below stands before.
template<typename Object, typename Argument>
void callQt(const char *name, Object *object, Argument *filter)
{
    reinterpret_cast<void (*)(Object *, Argument *)>(dlsym(RTLD_NEXT, name))(object, filter);
}
}

// Qt does not say what is installed. The linker takes these for all calls from this program.
void QObject::installEventFilter(QObject *filter)
{
    installed().remove(this, filter);
    installed().filters.append(Filter{this, filter});
    callQt("_ZN7QObject18installEventFilterEPS_", this, filter);
}

void QObject::removeEventFilter(QObject *filter)
{
    installed().remove(this, filter);
    callQt("_ZN7QObject17removeEventFilterEPS_", this, filter);
}

void QCoreApplication::installNativeEventFilter(QAbstractNativeEventFilter *filter)
{
    installed().natives.append(filter);
    callQt("_ZN16QCoreApplication24installNativeEventFilterEP26QAbstractNativeEventFilter", this, filter);
}

void QCoreApplication::removeNativeEventFilter(QAbstractNativeEventFilter *filter)
{
    installed().natives.removeAll(filter);
    callQt("_ZN16QCoreApplication23removeNativeEventFilterEP26QAbstractNativeEventFilter", this, filter);
}

class KeyPathTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void twoFiltersSeeAKeyBeforeItsView();

private:
    static QStringList filtersBefore(const RemoteView &view);
};

/// Nightdesk's own filters alone: libraries and styles have theirs.
QStringList KeyPathTest::filtersBefore(const RemoteView &view)
{
    QStringList names;
    for (const QAbstractNativeEventFilter *filter : std::as_const(installed().natives)) {
        if (const QString name = QString::fromLatin1(typeid(*filter).name()); name.contains("Nightdesk"_L1)) {
            names.append(name);
        }
    }
    const QList<const QObject *> passed{qApp, view.window()->windowHandle(), &view};
    for (const Filter &one : std::as_const(installed().filters)) {
        if (const QString name = one.filter ? QString::fromLatin1(one.filter->metaObject()->className()) : QString();
            name.startsWith("Nightdesk::"_L1) && passed.contains(one.watched.data())) {
            names.append(name);
        }
    }
    return names;
}

void KeyPathTest::twoFiltersSeeAKeyBeforeItsView()
{
    FacilityDirectory facility;
    facility.write(u"facility.toml"_s, "format = 1\nname = \"Observatory\"\n[site.hilo]\nname = \"Hilo\"\nscreens = [\"left\"]\n");
    // Nobody listens there: what is connected is shown and tried again.
    facility.write(u"profiles/lris.toml"_s,
                   "format = 1\nid = \"lris\"\nname = \"LRIS\"\n[link.summit]\nhost = \"127.0.0.1\"\nport = 1\nuser = \"obs\"\n"
                   "[[desktop]]\nid = \"control0\"\nlink = \"summit\"\ndisplay = \":1\"\nscreen = \"left\"\n"
                   "[[desktop]]\nid = \"control1\"\nlink = \"summit\"\ndisplay = \":2\"\nscreen = \"left\"\n");
    auto console = std::make_unique<MainWindow>(facility.path(), u"hilo"_s);
    console->show();
    console->features()->offerToResume(false);
    console->connectWhenFacilityIsRead(u"lris"_s);
    QList<RemoteView *> views;
    QVERIFY(WAIT_FOR([&] {
        views.clear();
        for (QWidget *widget : QApplication::allWidgets()) {
            if (auto *question = qobject_cast<TrustDialog *>(widget); question && question->isVisible()) {
                question->accept();
            } else if (auto *view = qobject_cast<RemoteView *>(widget); view && view->isVisible()) {
                views.append(view);
            }
        }
        return views.size() == 2;
    }()));
    for (RemoteView *view : std::as_const(views)) {
        ViewBanner::of(view)->showText(u"Nobody listens there"_s);
    }
    console->actionCollection()->action(u"settings_identify"_s)->trigger();
    views.first()->activateWindow();
    views.first()->setFocus();
    QVERIFY(WAIT_FOR(views.first()->hasFocus()));
    for (const RemoteView *view : std::as_const(views)) {
        const QStringList filters = filtersBefore(*view);
        QVERIFY2(filters.size() <= 2, qPrintable(filters.join(u", ")));
        QVERIFY2(filters.contains("Nightdesk::ApplicationEventFilter"_L1) && filters.filter(u"XEventFilter"_s).size() == 1, qPrintable(filters.join(u", ")));
    }
    // One more would be seen.
    new FocusRing(views.first());
    QCOMPARE(filtersBefore(*views.first()).size(), filtersBefore(*views.last()).size() + 1);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QTemporaryDir home;
    for (const char *name : {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
        qputenv(name, QFile::encodeName(home.filePath(QString::fromLatin1(name))));
    }
    auto glass = std::make_unique<XServer>(XServer::Options{.size = QSize(1600, 900)});
    {
        QCoreApplication starter(argc, argv);
        if (!glass->start()) {
            return 1;
        }
        const QProcessEnvironment surroundings = glass->environment();
        for (const QString &name : {u"DISPLAY"_s, u"XAUTHORITY"_s}) {
            qputenv(name.toLatin1().constData(), surroundings.value(name).toLocal8Bit());
        }
        qputenv("QT_QPA_PLATFORM", "xcb");
        qputenv("QT_NO_XDG_DESKTOP_PORTAL", "1");
        qunsetenv("QT_IM_MODULE");
        qunsetenv("WAYLAND_DISPLAY");
    }
    QApplication application(argc, argv);
    KeyPathTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "keypathtest.moc"
