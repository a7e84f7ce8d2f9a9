// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Typing and pointing at a real Xvnc through views on a real X server, with keys and moves as XTEST makes them; xev at the far
// end tells what arrived.
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xserver.h"
#include "tests/support/xvncserver.h"
#include "widgets/input/lockkeysync.h"
#include "widgets/input/xkeyboard.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/specialkeysmenu.h"
#include "widgets/view/viewkeyboard.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryFile>
#include <QTest>

#include <xcb/xtest.h>
#include <xkbcommon/xkbcommon-keysyms.h>

#include <csignal>
#include <memory>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
/// The one that agrees.
QAbstractButton *typeButton(const QMessageBox *box)
{
    const QList<QAbstractButton *> buttons = box->buttons();
    const auto found = std::ranges::find_if(buttons, [box](QAbstractButton *button) {
        return box->buttonRole(button) == QMessageBox::AcceptRole;
    });
    return found == buttons.end() ? nullptr : *found;
}
}

namespace
{
/// A key by its keycode, as XTEST makes it. (xdotool would choose the layout's group by itself.)
void typeCode(quint8 keycode)
{
    xcb_connection_t *x = qGuiApp->nativeInterface<QNativeInterface::QX11Application>()->connection();
    for (const quint8 type : {quint8(XCB_KEY_PRESS), quint8(XCB_KEY_RELEASE)}) {
        xcb_test_fake_input(x, type, keycode, XCB_CURRENT_TIME, XCB_WINDOW_NONE, 0, 0, 0);
    }
    xcb_flush(x);
}
}

class KeyboardX11Test : public QObject
{
    Q_OBJECT
public:
    explicit KeyboardX11Test(XServer &glass)
        : m_glass(glass)
    {
    }

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
    void layouts_data();
    void layouts();
    void groupsAreSwitchedByXkb();
    void altGrIsNeitherControlNorAlt();
    void deadKeysComposeThereOrHere_data();
    void deadKeysComposeThereOrHere();
    void whatAnInputMethodCommitsIsTyped();
    void locksAreInStepWhenTheKeyboardComes();
    void aLockPressedThereBySomebodyIsNotFought();
    void keysAreReleasedWithTheFocus();
    void allButtonsAndBothWheelsArrive();
    void specialKeysArrive();
    void aStickyModifierHoldsForOneKey();
    void theMenuSendsKeysOnlyToADesktopThatTakesThem();
    void aShortTextIsTyped();
    void aLongTextIsAskedAndCanBeStopped();
    void whatNoKeyTypesIsRefused();
    void anothersTextIsNotWaitedFor();
    void typingEndsWhereTheDesktopTakesNoMore();
    void theKeyboardFollowsThePointer();
    void thePointerFollowsTheDesktopsWithoutALoop();

private:
    QByteArray events();
    bool waitForEvents(const QByteArray &text, int count = 1);
    /// How often a key went down as this, "0x61, a": on its way up another modifier may give it another name.
    int presses(const QByteArray &keysym);
    bool waitForPress(const QByteArray &keysym);
    /// Not with output(), which stops this program meanwhile: keys that wait too long are not sent to a desktop, nor those that
    /// come just after this program was stopped.
    bool runHere(const QStringList &command);
    bool pointHere(const QPoint &at, const QStringList &then = {});
    bool typeThere(const QStringList &keys);
    QString shownText() const;
    std::unique_ptr<RemoteView> makeView(DesktopSession *session, const QRect &place);

    XServer &m_glass;
    Summit m_summit;
    std::unique_ptr<XvncServer> m_server;
    std::unique_ptr<DesktopSession> m_session;
    std::unique_ptr<RemoteView> m_view;
    QProcess *m_xev = nullptr;
    QByteArray m_events;
};

void KeyboardX11Test::initTestCase()
{
    QCOMPARE(QGuiApplication::platformName(), u"xcb"_s);
    QVERIFY(m_summit.start());
    m_server = std::make_unique<XvncServer>(XvncServer::Options{.size = QSize(500, 400)});
    QVERIFY(m_server->start());
    m_xev = m_server->x().runXev();
    QVERIFY(m_xev);
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.title = u"Control 0"_s;
    spec.address = m_server->address();
    spec.quality = Quality::Lossless;
    m_session = std::make_unique<DesktopSession>(spec, &m_summit.link());
    m_session->start();
}

std::unique_ptr<RemoteView> KeyboardX11Test::makeView(DesktopSession *session, const QRect &place)
{
    auto view = std::make_unique<RemoteView>(session);
    view->setGeometry(place);
    view->show();
    view->activateWindow();
    view->setFocus();
    return view;
}

void KeyboardX11Test::init()
{
    m_view = makeView(m_session.get(), QRect(100, 60, 500, 400));
    QVERIFY(QTest::qWaitForWindowActive(m_view.get(), 30000));
    QVERIFY(WAIT_FOR(m_session->state() == SessionState::Live && m_session->takesInput() && m_session->lockLeds() && XKeyboard::shared()->lockLeds(), 60s));
    events();
    m_events.clear();
}

void KeyboardX11Test::cleanup()
{
    m_glass.output({u"setxkbmap"_s, u"-layout"_s, u"us"_s, u"-option"_s, QString()});
    m_view.reset();
}

void KeyboardX11Test::cleanupTestCase()
{
    m_session.reset();
    m_server.reset();
}

QByteArray KeyboardX11Test::events()
{
    m_events += m_xev->readAllStandardOutput();
    return m_events;
}

bool KeyboardX11Test::waitForEvents(const QByteArray &text, int count)
{
    const bool came = WAIT_FOR(events().count(text) >= count);
    if (!came) {
        qWarning() << "missing" << text << "in" << m_events.right(3000);
    }
    return came;
}

int KeyboardX11Test::presses(const QByteArray &keysym)
{
    int count = 0;
    const QList<QByteArray> lines = events().split('\n');
    for (qsizetype i = 2; i < lines.size(); ++i) {
        count += lines.at(i - 2).startsWith("KeyPress event") && lines.at(i).contains(QByteArray("(keysym " + keysym + ")")) ? 1 : 0;
    }
    return count;
}

bool KeyboardX11Test::waitForPress(const QByteArray &keysym)
{
    const bool came = WAIT_FOR(presses(keysym) > 0);
    if (!came) {
        qWarning() << "missing" << keysym << "in" << m_events.right(3000);
    }
    return came;
}

bool KeyboardX11Test::runHere(const QStringList &command)
{
    if (!WAIT_FOR(m_session->takesInput())) {
        return false;
    }
    QProcess program;
    program.setProcessEnvironment(m_glass.environment());
    program.setStandardInputFile(QProcess::nullDevice());
    program.start(command.first(), command.mid(1));
    return WAIT_FOR(program.state() == QProcess::NotRunning) && program.error() == QProcess::UnknownError && program.exitCode() == 0;
}

bool KeyboardX11Test::pointHere(const QPoint &at, const QStringList &then)
{
    return runHere(QStringList{u"xdotool"_s, u"mousemove"_s, QString::number(at.x()), QString::number(at.y())} + then);
}

bool KeyboardX11Test::typeThere(const QStringList &keys)
{
    return runHere(QStringList{u"xdotool"_s, u"key"_s} + keys);
}

QString KeyboardX11Test::shownText() const
{
    for (const QLabel *label : m_view->findChildren<QLabel *>()) {
        if (label->isVisible()) {
            return label->text();
        }
    }
    return {};
}

void KeyboardX11Test::layouts_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QStringList>("keycodes");
    QTest::addColumn<QByteArrayList>("arrive");
    QTest::newRow("us: letters, and what Shift makes") << u"us"_s << QStringList{u"38"_s, u"shift+10"_s} << QByteArrayList{"0x61, a", "0x21, exclam"};
    QTest::newRow("de: z where y was") << u"de"_s << QStringList{u"29"_s, u"47"_s} << QByteArrayList{"0x7a, z", "0xf6, odiaeresis"};
    QTest::newRow("es: a key of its own for n with tilde") << u"es"_s << QStringList{u"47"_s} << QByteArrayList{"0xf1, ntilde"};
    QTest::newRow("fr: digits with Shift alone") << u"fr"_s << QStringList{u"24"_s, u"10"_s, u"shift+10"_s}
                                                 << QByteArrayList{"0x61, a", "0x26, ampersand", "0x31, 1"};
    QTest::newRow("ru") << u"ru"_s << QStringList{u"38"_s, u"shift+38"_s} << QByteArrayList{"0x6c6, Cyrillic_ef", "0x6e6, Cyrillic_EF"};
    QTest::newRow("gr") << u"gr"_s << QStringList{u"38"_s} << QByteArrayList{"0x7e1, Greek_alpha"};
    QTest::newRow("il") << u"il"_s << QStringList{u"38"_s} << QByteArrayList{"0xcf9, hebrew_shin"};
    QTest::newRow("the keypad without Num Lock") << u"us"_s << QStringList{u"87"_s} << QByteArrayList{"0xff9c, KP_End"};
    QTest::newRow("the keypad with Num Lock") << u"us"_s << QStringList{u"Num_Lock"_s, u"87"_s, u"Num_Lock"_s} << QByteArrayList{"0xffb1, KP_1"};
    QTest::newRow("the keypad's own Enter") << u"us"_s << QStringList{u"104"_s} << QByteArrayList{"0xff8d, KP_Enter"};
}

void KeyboardX11Test::layouts()
{
    QFETCH(const QString, layout);
    QFETCH(const QStringList, keycodes);
    QFETCH(const QByteArrayList, arrive);
    QVERIFY(runHere({u"setxkbmap"_s, layout}));
    for (const QString &keycode : keycodes) {
        QVERIFY(typeThere({keycode}));
    }
    for (const QByteArray &keysym : arrive) {
        QVERIFY(waitForPress(keysym));
    }
    QVERIFY(waitFor([&] { // all of them, and nothing stays down
        const auto pressed = events().count("\nKeyPress event");
        return pressed >= keycodes.size() && pressed == events().count("\nKeyRelease event");
    }));
}

void KeyboardX11Test::groupsAreSwitchedByXkb()
{
    QVERIFY(runHere({u"setxkbmap"_s, u"-layout"_s, u"us,ru"_s, u"-option"_s, u"grp:menu_toggle"_s}));
    typeCode(38);
    QVERIFY(waitForPress("0x61, a"));
    typeCode(135); // the Menu key is the switch
    typeCode(38);
    QVERIFY(waitForPress("0x6c6, Cyrillic_ef"));
    typeCode(135);
    typeCode(39);
    QVERIFY(waitForPress("0x73, s"));
    QVERIFY(!events().contains("ISO_Next_Group")); // it is ours: the desktop gets what the group makes
}

void KeyboardX11Test::altGrIsNeitherControlNorAlt()
{
    QVERIFY(runHere({u"setxkbmap"_s, u"de"_s}));
    QVERIFY(runHere({u"xdotool"_s, u"keydown"_s, u"108"_s, u"key"_s, u"24"_s, u"key"_s, u"26"_s, u"keyup"_s, u"108"_s}));
    QVERIFY(waitForPress("0x40, at"));
    QVERIFY(waitForPress("0x20ac, EuroSign"));
    QVERIFY(waitForEvents("ISO_Level3_Shift)", 2));
    QVERIFY(!events().contains("Control_"));
    QVERIFY(!events().contains("Alt_"));
}

void KeyboardX11Test::deadKeysComposeThereOrHere_data()
{
    QTest::addColumn<bool>("here");
    QTest::newRow("there: the dead key itself goes, and a program there composes") << false;
    QTest::newRow("here: what they make goes") << true;
}

void KeyboardX11Test::deadKeysComposeThereOrHere()
{
    QFETCH(const bool, here);
    m_view->keyboard()->setSettings({.composeLocally = here});
    QVERIFY(runHere({u"setxkbmap"_s, u"de"_s}));
    QVERIFY(typeThere({u"21"_s, u"26"_s, u"115"_s})); // the acute, e, End
    QVERIFY(waitForEvents("End)", 2));
    QCOMPARE(presses("0xfe51, dead_acute"), here ? 0 : 1);
    QCOMPARE(presses("0x65, e"), here ? 0 : 1);
    QCOMPARE(presses("0xe9, eacute"), 1); // there it is xev's own library that makes it
}

void KeyboardX11Test::whatAnInputMethodCommitsIsTyped()
{
    m_view->keyboard()->setSettings({.composeLocally = true});
    QInputMethodQueryEvent query(Qt::ImEnabled);
    QApplication::sendEvent(m_view.get(), &query);
    QVERIFY(query.value(Qt::ImEnabled).toBool());
    QInputMethodEvent writing(u"ni hao"_s, {});
    QApplication::sendEvent(m_view.get(), &writing);
    QCOMPARE(shownText(), u"ni hao"_s); // seen, not sent
    QInputMethodEvent done;
    done.setCommitString(u"\u4f60\u597d"_s);
    QApplication::sendEvent(m_view.get(), &done);
    QVERIFY(waitForEvents("keysym 0x1004f60", 2));
    QVERIFY(waitForEvents("keysym 0x100597d", 2));
    QVERIFY(!events().contains("keysym 0x6e, n)"));
    QCOMPARE(shownText(), QString());
}

void KeyboardX11Test::locksAreInStepWhenTheKeyboardComes()
{
    QLineEdit other;
    other.setGeometry(700, 20, 300, 40);
    other.show();
    other.activateWindow();
    other.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&other, 30000));
    for (const quint8 lockLeds : {quint8(LockKeySync::Caps | LockKeySync::Num), quint8(0)}) {
        QVERIFY(typeThere({u"Caps_Lock"_s, u"Num_Lock"_s}));
        QVERIFY(WAIT_FOR(XKeyboard::shared()->lockLeds() == lockLeds));
        QVERIFY(m_session->lockLeds() != lockLeds);
        m_view->activateWindow();
        m_view->setFocus();
        QVERIFY(WAIT_FOR(m_session->lockLeds() == lockLeds));
        // Exactly one press of each, and it stays so.
        QVERIFY(typeThere({u"115"_s}));
        QVERIFY(waitForEvents("End)", 2));
        QCOMPARE(events().count("Caps_Lock)"), 2);
        QCOMPARE(events().count("Num_Lock)"), 2);
        QCOMPARE(m_session->lockLeds(), lockLeds);
        m_events.clear();
        other.activateWindow();
        other.setFocus();
        QVERIFY(WAIT_FOR(!m_view->hasFocus()));
    }
}

void KeyboardX11Test::aLockPressedThereBySomebodyIsNotFought()
{
    QVERIFY(m_session->facts().reportsLockLeds);
    const auto before = m_session->lockLeds();
    QVERIFY(m_server->x().output({u"xdotool"_s, u"key"_s, u"Caps_Lock"_s}));
    QVERIFY(WAIT_FOR(m_session->lockLeds() != before));
    QVERIFY(typeThere({u"115"_s}));
    QVERIFY(waitForEvents("End)", 2));
    QVERIFY(m_session->lockLeds() != before); // it stays as somebody wanted it
    QVERIFY(m_server->x().output({u"xdotool"_s, u"key"_s, u"Caps_Lock"_s}));
    QVERIFY(WAIT_FOR(m_session->lockLeds() == before));
    // Pressed here while the keyboard is there: once there too.
    QVERIFY(typeThere({u"Caps_Lock"_s}));
    QVERIFY(WAIT_FOR(m_session->lockLeds() == LockKeySync::Caps && XKeyboard::shared()->lockLeds() == LockKeySync::Caps));
    QVERIFY(typeThere({u"Caps_Lock"_s}));
    QVERIFY(WAIT_FOR(m_session->lockLeds() == before));
}

void KeyboardX11Test::keysAreReleasedWithTheFocus()
{
    QVERIFY(m_session->facts().hasExtendedKeys);
    QVERIFY(WAIT_FOR(XKeyboard::shared()->hasLinuxKeycodes()));
    QVERIFY(runHere({u"xdotool"_s, u"keydown"_s, u"Control_L"_s, u"keydown"_s, u"k"_s}));
    QVERIFY(waitForEvents("0x6b, k)"));
    QLineEdit other;
    other.setGeometry(700, 20, 300, 40);
    other.show();
    other.activateWindow();
    other.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&other, 30000));
    const auto isUp = [this](const QByteArray &key) {
        const QByteArray all = events();
        const qsizetype last = all.lastIndexOf(key);
        return last >= 0 && all.lastIndexOf("\nKeyRelease event", last) > all.lastIndexOf("\nKeyPress event", last);
    };
    QVERIFY(WAIT_FOR(isUp(", k)") && isUp("Control_L)")));
    QVERIFY(m_glass.output({u"xdotool"_s, u"keyup"_s, u"k"_s, u"keyup"_s, u"Control_L"_s}));
}

void KeyboardX11Test::allButtonsAndBothWheelsArrive()
{
    const QPoint at(200, 200);
    QVERIFY(pointHere(at));
    for (const int button : {1, 2, 3, 8, 9}) {
        QVERIFY(pointHere(at, {u"click"_s, QString::number(button)}));
        QVERIFY(waitForEvents("button " + QByteArray::number(button) + ",", 2));
    }
    for (const int wheel : {4, 5, 6, 7}) {
        QVERIFY(pointHere(at, {u"click"_s, QString::number(wheel)}));
        QVERIFY(waitForEvents("button " + QByteArray::number(wheel) + ",", 2));
        QCOMPARE(events().count(QByteArray("button " + QByteArray::number(wheel) + ",")), 2); // one click is one click
    }
}

void KeyboardX11Test::specialKeysArrive()
{
    m_view->keyboard()->desktopInput()->typeKeys({XKB_KEY_Control_L, XKB_KEY_Alt_L, XKB_KEY_Delete});
    QVERIFY(waitForEvents("Control_L)", 2));
    const QByteArray all = events();
    const auto at = [&all](const QByteArray &key) {
        return all.indexOf(key);
    };
    QVERIFY(at("Control_L)") < at("Alt_L)"));
    QVERIFY(at("Alt_L)") < at("Delete)"));
    QVERIFY(all.lastIndexOf("Delete)") < all.lastIndexOf("Alt_L)"));
    QVERIFY(all.lastIndexOf("Alt_L)") < all.lastIndexOf("Control_L)"));
    QCOMPARE(all.count("\nKeyPress event"), 3);
    QCOMPARE(all.count("\nKeyRelease event"), 3);
}

void KeyboardX11Test::aStickyModifierHoldsForOneKey()
{
    ViewKeyboard *keyboard = m_view->keyboard();
    keyboard->desktopInput()->setStickyModifier(XKB_KEY_Control_L, true);
    QVERIFY(keyboard->desktopInput()->isStickyModifier(XKB_KEY_Control_L));
    QVERIFY(typeThere({u"c"_s}));
    QVERIFY(waitForEvents("Control_L)", 2));
    const QByteArray all = events();
    QVERIFY(all.indexOf("Control_L)") < all.indexOf("0x63, c)"));
    QVERIFY(all.lastIndexOf("Control_L)") > all.lastIndexOf("0x63, c)"));
    QVERIFY(!keyboard->desktopInput()->isStickyModifier(XKB_KEY_Control_L));
    QVERIFY(typeThere({u"d"_s}));
    QVERIFY(waitForEvents("0x64, d)", 2));
    QCOMPARE(events().count("Control_L)"), 2);
    // Chosen, and gone elsewhere: nothing waits for the next key of some other time.
    keyboard->desktopInput()->setStickyModifier(XKB_KEY_Alt_L, true);
    m_view->clearFocus();
    QVERIFY(!keyboard->desktopInput()->isStickyModifier(XKB_KEY_Alt_L));
}

void KeyboardX11Test::theMenuSendsKeysOnlyToADesktopThatTakesThem()
{
    SpecialKeysMenu menu([this] {
        return m_view.get();
    });
    const auto allEnabled = [&menu] {
        Q_EMIT menu.aboutToShow();
        const QList<QAction *> actions = menu.actions();
        return std::ranges::all_of(actions, &QAction::isEnabled);
    };
    QVERIFY(WAIT_FOR(allEnabled())); // for a moment it takes none where the machine is busy
    menu.actions().first()->trigger();
    QVERIFY(waitForEvents("Delete)", 2));
    m_session->setViewOnly(true);
    QVERIFY(!allEnabled());
    m_session->setViewOnly(false);
    QVERIFY(WAIT_FOR(allEnabled()));
}

void KeyboardX11Test::aShortTextIsTyped()
{
    QGuiApplication::clipboard()->setText(u"Kea\t4,2 \u00e9"_s);
    m_view->keyboard()->typeClipboard();
    QVERIFY(waitForEvents("eacute)", 2));
    for (const QByteArray key : {"0x4b, K", "0x65, e", "0x61, a", "0xff09, Tab", "0x34, 4", "0x2c, comma", "0x32, 2", "0x20, space", "0xe9, eacute"}) {
        QVERIFY2(presses(key) == 1, key.constData());
    }
    QCOMPARE(QApplication::activeModalWidget(), nullptr);
    QCOMPARE(shownText(), QString());
}

void KeyboardX11Test::aLongTextIsAskedAndCanBeStopped()
{
    QGuiApplication::clipboard()->setText(QString(20000, u'x') + u"\nlast line"_s);
    m_view->keyboard()->typeClipboard();
    auto *box = m_view->findChild<QMessageBox *>();
    QVERIFY(box);
    QVERIFY2(box->text().contains(u"20,010"_s), qPrintable(box->text()));
    QCOMPARE(box->defaultButton()->text(), box->button(QMessageBox::Cancel)->text());
    QVERIFY(QTest::qWaitForWindowActive(box, 30000)); // else it may get the focus, and the view lose it, when it is closed already
    box->reject();
    QVERIFY(WAIT_FOR(!m_view->findChild<QMessageBox *>() && m_view->hasFocus()));
    QVERIFY(!events().contains("0x78, x)"));
    // Asked again, agreed, and stopped half way.
    QVERIFY(WAIT_FOR(m_session->takesInput()));
    m_view->keyboard()->typeClipboard();
    box = m_view->findChild<QMessageBox *>();
    QVERIFY(box);
    QVERIFY(QTest::qWaitForWindowActive(box, 30000));
    QVERIFY(WAIT_FOR(m_session->takesInput())); // else it ends at once
    typeButton(box)->click();
    QVERIFY(WAIT_FOR(m_view->hasFocus()));
    QVERIFY(waitForEvents("0x78, x)", 100));
    QVERIFY(shownText().contains(u"20,010"_s));
    QVERIFY(typeThere({u"q"_s})); // means nothing meanwhile
    QSignalSpy left(m_view.get(), &RemoteView::keyboardReleased);
    QVERIFY(typeThere({u"ctrl+alt+Home"_s}));
    QVERIFY(WAIT_FOR(left.size() == 1));
    QVERIFY2(shownText().startsWith(u"Stopped"_s), qPrintable(shownText()));
    m_view->activateWindow();
    m_view->clearFocus();
    m_view->setFocus();
    QVERIFY(typeThere({u"115"_s}));
    QVERIFY(waitForEvents("End)", 2));
    QVERIFY(events().count("0x78, x)") < 30000);
    QVERIFY(!events().contains("0x6c, l)"));
    QVERIFY(!events().contains("0x71, q)"));
}

void KeyboardX11Test::whatNoKeyTypesIsRefused()
{
    QGuiApplication::clipboard()->setText(u"rm\x07 x"_s);
    m_view->keyboard()->typeClipboard();
    QVERIFY2(shownText().contains(u"U+0007"_s), qPrintable(shownText()));
    QGuiApplication::clipboard()->clear();
    m_view->keyboard()->typeClipboard();
    QVERIFY2(WAIT_FOR(shownText().contains(u"no text"_s)), qPrintable(shownText()));
    QVERIFY(typeThere({u"115"_s}));
    QVERIFY(waitForEvents("End)", 2));
    QVERIFY(!events().contains("0x72, r)"));
}

void KeyboardX11Test::anothersTextIsNotWaitedFor()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write("Kea");
    file.close();
    QGuiApplication::clipboard()->clear();
    QProcess *const owner = m_glass.run({u"xclip"_s, u"-quiet"_s, u"-selection"_s, u"clipboard"_s, u"-i"_s, file.fileName()});
    QVERIFY(owner);
    const auto gone = qScopeGuard([owner] {
        owner->kill();
        owner->waitForFinished();
    });
    QVERIFY(waitFor([&] {
        m_view->keyboard()->typeClipboard();
        WAIT_FOR(!shownText().startsWith(u"Waiting"_s));
        const QString said = shownText();
        return !said.contains(u"no text"_s) // it owns it now
            && !said.contains(u"is not responding"_s) && !said.contains(u"does not accept keys"_s); // and was not too busy to answer
    }));
    QVERIFY(waitForEvents("0x61, a)", 2));
    QCOMPARE(presses("0x4b, K"), 1);
    QCOMPARE(::kill(static_cast<pid_t>(owner->processId()), SIGSTOP), 0);
    m_view->keyboard()->typeClipboard();
    // It has returned, and the owner cannot have answered. A call that waited for that would have given up by now and said so.
    QVERIFY2(shownText().startsWith(u"Waiting"_s), qPrintable(shownText()));
    QVERIFY(m_glass.key(u"Escape"_s));
    QVERIFY(WAIT_FOR(shownText().isEmpty()));
    m_view->keyboard()->typeClipboard();
    QVERIFY2(WAIT_FOR(shownText().contains(u"is not responding"_s)), qPrintable(shownText()));
    QCOMPARE(presses("0x4b, K"), 1);
}

void KeyboardX11Test::typingEndsWhereTheDesktopTakesNoMore()
{
    QGuiApplication::clipboard()->setText(QString(5000, u'z'));
    QVERIFY(WAIT_FOR([&] {
        m_view->keyboard()->typeClipboard();
        auto *box = m_view->findChild<QMessageBox *>();
        if (!box || !QTest::qWaitForWindowActive(box, 30000) || !WAIT_FOR(m_session->takesInput())) {
            return false;
        }
        typeButton(box)->click();
        // Typing ends where the view loses the focus. On a busy machine the window manager may still take it away, and give it back, after the box.
        return QTest::qWaitForWindowActive(m_view.get(), 30000) && waitForEvents("0x7a, z)", 20) && !shownText().startsWith(u"Stopped"_s);
    }()));
    m_session->setViewOnly(true);
    const auto back = qScopeGuard([this] {
        m_session->setViewOnly(false);
    });
    QVERIFY2(shownText().contains(u"no longer accepts keys"_s), qPrintable(shownText()));
}

void KeyboardX11Test::theKeyboardFollowsThePointer()
{
    const std::unique_ptr<RemoteView> second = makeView(m_session.get(), QRect(700, 60, 500, 400));
    QVERIFY(QTest::qWaitForWindowActive(second.get(), 30000));
    QVERIFY(m_glass.movePointer({850, 260}));
    QVERIFY(m_glass.movePointer({300, 260}));
    QVERIFY(WAIT_FOR(m_view->underMouse()));
    QVERIFY(second->hasFocus()); // it is off
    for (RemoteView *view : {m_view.get(), second.get()}) {
        view->keyboard()->setSettings({.focusFollowsPointer = true});
    }
    QVERIFY(m_glass.movePointer({850, 260}));
    QVERIFY(m_glass.movePointer({300, 260}));
    QVERIFY(WAIT_FOR(m_view->hasFocus() && m_view->isActiveWindow()));
    // Never from where somebody writes.
    QLineEdit other;
    other.setGeometry(100, 500, 300, 40);
    other.show();
    other.activateWindow();
    other.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&other, 30000));
    QVERIFY(m_glass.movePointer({850, 260}));
    QVERIFY(WAIT_FOR(second->underMouse()));
    QVERIFY(other.hasFocus());
}

void KeyboardX11Test::thePointerFollowsTheDesktopsWithoutALoop()
{
    X11vncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    const std::unique_ptr<RemoteView> view = makeView(&viewer.session, QRect(700, 60, 600, 500));
    QVERIFY(QTest::qWaitForWindowActive(view.get(), 30000));
    view->keyboard()->setSettings({.pointerFollowsWarps = true});
    const QPoint origin = view->mapToGlobal(view->remoteRectOnWidget().topLeft());
    QVERIFY(WAIT_FOR(viewer.session.takesInput()));
    QSignalSpy sent(&viewer.session, &DesktopSession::pointerSent);
    QVERIFY(pointHere(origin + QPoint(50, 50)));
    QVERIFY(WAIT_FOR(!sent.isEmpty())); // before pointer() stops this program
    QVERIFY(WAIT_FOR(server.x().pointer() == QPoint(50, 50)));
    // The hand rests; then somebody over there moves it, step by step, until ours has come along.
    QPoint wanted(120, 90);
    for (const int from : {100, 150}) {
        wanted.rx() += 50;
        QVERIFY(waitFor([&] {
            wanted += QPoint(1, 1);
            // Not with output(): a move of ours that this program reads a second later counts as the hand's.
            const QProcess *const program = server.x().run({u"xdotool"_s, u"mousemove"_s, QString::number(wanted.x()), QString::number(wanted.y())});
            WAIT_FOR(program->state() == QProcess::NotRunning);
            const QPoint here = QCursor::pos() - origin;
            return here.x() > from && (here - wanted).manhattanLength() <= 10;
        }));
        // What we were moved by was not sent back: it is where somebody put it.
        QCOMPARE(server.x().pointer(), wanted);
    }
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    auto glass = std::make_unique<XServer>(XServer::Options{.size = QSize(1600, 900), .windowManager = true});
    QTemporaryDir directory;
    {
        QCoreApplication starter(argc, argv);
        if (!glass->start()) {
            return 1;
        }
        const QProcessEnvironment surroundings = glass->environment();
        for (const QString &name : {u"DISPLAY"_s, u"XAUTHORITY"_s}) {
            qputenv(name.toLatin1().constData(), surroundings.value(name).toLocal8Bit());
        }
        QFile compose(directory.filePath(u"compose"_s));
        if (!compose.open(QIODevice::WriteOnly) || compose.write("<dead_acute> <e> : \"\303\251\" eacute\n") < 0) {
            return 1;
        }
        qputenv("XCOMPOSEFILE", compose.fileName().toLocal8Bit());
        qputenv("QT_IM_MODULE", "compose");
        qputenv("LC_ALL", "C.UTF-8");
        qputenv("QT_QPA_PLATFORM", "xcb");
        qunsetenv("WAYLAND_DISPLAY");
    }
    QApplication application(argc, argv);
    KeyboardX11Test test(*glass);
    return QTest::qExec(&test, argc, argv);
}
#include "keyboardx11test.moc"
