// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Desktops that run on a host, offered in the form for a desktop: a real sshd says which.
#include "widgets/profileeditor/desktopfinder.h"
#include "sessions/profiles/toml/tomltext.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/sessions/profiles/mistakecases.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/accessiblecheck.h"
#include "widgets/profileeditor/additiondialog.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
constexpr int searchPatience = 60'000;

QStringList script(const QString &text)
{
    return {u"sh"_s, u"-c"_s, text};
}
}

class DesktopFinderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void whatAHostSaysIsTold_data();
    void whatAHostSaysIsTold();
    void aHostThatIsNotReachedIsTold();
    void whoWouldHaveToAnswerIsTold();
    void anotherHostForgetsWhatWasFound();
    void aFoundDesktopFillsTheForm_data();
    void aFoundDesktopFillsTheForm();

private:
    LinkSpec link(const QStringList &command) const;

    Test::SshServer m_server;
};

void DesktopFinderTest::initTestCase()
{
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY(m_server.start());
}

LinkSpec DesktopFinderTest::link(const QStringList &command) const
{
    LinkSpec link = m_server.linkSpec();
    link.discover = DiscoverSpec{.command = command, .pattern = u"(?:(?<display>:\\d+)|(?<port>59\\d\\d)|(?<socket>/\\S+))(?: (?<title>.*))?"_s};
    return link;
}

void DesktopFinderTest::whatAHostSaysIsTold_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("offered"); // empty: no list
    QTest::addColumn<QString>("said"); // a part; empty: nothing
    QTest::newRow("two desktops") << script(u"echo :1 Control; echo 5902"_s) << QStringList{u"2 desktops found"_s, u"Control (:1)"_s, u"port 5902"_s}
                                  << QString();
    QTest::newRow("one that the form has no words for") << script(u"echo :1; echo /run/vnc"_s) << QStringList{u"1 desktop found"_s, u":1"_s} << QString();
    QTest::newRow("none") << script(u"true"_s) << QStringList() << u"No desktop was found"_s;
    QTest::newRow("a program that is not there") << QStringList{u"no-such-lister"_s} << QStringList() << u"exit code 127"_s;
    QTest::newRow("some, and an error") << script(u"echo :3; exit 4"_s) << QStringList{u"1 desktop found"_s, u":3"_s} << u"exit code 4"_s;
}

void DesktopFinderTest::whatAHostSaysIsTold()
{
    QFETCH(QStringList, command);
    QFETCH(QStringList, offered);
    QFETCH(QString, said);
    DesktopFinder finder;
    finder.show();
    auto *button = finder.findChild<QPushButton *>();
    QVERIFY(!button->isEnabled()); // no host yet
    finder.setLink(link(command));
    QVERIFY(button->isEnabled());
    auto *list = finder.findChild<QComboBox *>();
    auto *state = finder.findChild<QLabel *>();
    button->click();
    QVERIFY(state->text().startsWith(u"Searching"_s));
    QTRY_VERIFY_WITH_TIMEOUT(!state->text().startsWith(u"Searching"_s), searchPatience);
    QCOMPARE(list->isVisible(), !offered.isEmpty());
    for (int i = 0; i < offered.size(); ++i) {
        QCOMPARE(list->itemText(i), offered[i]);
    }
    QVERIFY(offered.isEmpty() || list->count() == offered.size());
    QCOMPARE(state->isVisible(), !said.isEmpty());
    QVERIFY2(state->text().contains(said), qPrintable(state->text()));
    QCOMPARE(button->accessibleDescription(), state->text());
}

void DesktopFinderTest::aHostThatIsNotReachedIsTold()
{
    DesktopFinder finder;
    LinkSpec link = this->link(script(u"true"_s));
    link.port = 1;
    finder.setLink(link);
    auto *state = finder.findChild<QLabel *>();
    finder.findChild<QPushButton *>()->click();
    QTRY_VERIFY_WITH_TIMEOUT(state->text().endsWith(u"You can enter the display or port yourself."_s), searchPatience);
}

void DesktopFinderTest::whoWouldHaveToAnswerIsTold()
{
    DesktopFinder finder;
    LinkSpec link = this->link(script(u"true"_s));
    link.knownHostsPath.clear(); // the host's key would be a question
    finder.setLink(link);
    auto *state = finder.findChild<QLabel *>();
    finder.findChild<QPushButton *>()->click();
    QTRY_VERIFY_WITH_TIMEOUT(state->text().contains(u"asks for a password or another answer"_s), searchPatience);
}

void DesktopFinderTest::anotherHostForgetsWhatWasFound()
{
    DesktopFinder finder;
    finder.show();
    finder.setLink(link(script(u"echo :1"_s)));
    auto *list = finder.findChild<QComboBox *>();
    finder.findChild<QPushButton *>()->click();
    QTRY_VERIFY_WITH_TIMEOUT(list->isVisible(), searchPatience);
    LinkSpec other = link({});
    other.host = u"other.example"_s;
    finder.setLink(other);
    QVERIFY(!list->isVisible());
    finder.setLink({});
    QVERIFY(!finder.findChild<QPushButton *>()->isEnabled());
}

void DesktopFinderTest::aFoundDesktopFillsTheForm_data()
{
    QTest::addColumn<bool>("isFacilitys");
    QTest::newRow("a connection of the profile") << false;
    QTest::newRow("a connection of the facility that no display uses yet") << true;
}

/// From the text of a profile to the lines that are added.
void DesktopFinderTest::aFoundDesktopFillsTheForm()
{
    QFETCH(bool, isFacilitys);
    const LinkSpec server = m_server.linkSpec();
    const QString connection =
        u"host = %1\nport = %2\nuser = %3\nidentities = [%4]\nknown-hosts = %5\n"
        u"discover = { command = [\"sh\", \"-c\", \"echo :1 Control; echo :2 Guider\"], pattern = '(?<display>:\\d+) (?<title>.*)' }\n"_s.arg(
            TomlText::quotedString(server.host),
            QString::number(server.port.value_or(0)),
            TomlText::quotedString(server.user),
            TomlText::quotedString(server.privateKeyFiles.value(0)),
            TomlText::quotedString(server.knownHostsPath));
    const Test::FacilityDirectory facility;
    const QString text = u"format = 1\nid = \"lris\"\nname = \"LRIS\"\n"_s + (isFacilitys ? QString() : QString(u"[link.vnc]\n"_s + connection));
    facility.write(u"facility.toml"_s, Test::facilityHead() + (isFacilitys ? QString(u"[link.vnc]\n"_s + connection) : QString()).toUtf8());
    facility.write(u"profiles/lris.toml"_s, text.toUtf8());
    AdditionDialog form(TomlAddition::Kind::Desktop, Draft::forFile(facility.path() + u"/profiles/lris.toml"_s), text);
    form.show();
    auto *finder = form.findChild<DesktopFinder *>();
    QVERIFY(finder);
    for (QComboBox *box : form.findChildren<QComboBox *>()) {
        if (box->accessibleName() == u"Host") {
            box->setCurrentText(u"vnc"_s);
        }
    }
    auto *button = finder->findChild<QPushButton *>();
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), searchPatience);
    QVERIFY(button->toolTip().contains(u"echo :1 Control"_s));
    button->click();
    auto *list = finder->findChild<QComboBox *>();
    QTRY_VERIFY_WITH_TIMEOUT(list->isVisible(), searchPatience);
    const QStringList unfit = Test::AccessibleCheck::unnamed(&form) + Test::AccessibleCheck::clashes(&form);
    QVERIFY2(unfit.isEmpty(), qPrintable(unfit.join(u'\n')));
    list->setCurrentIndex(2);
    const QString added = form.additionTo(text).textWithInsertions();
    QVERIFY2(added.endsWith(u"\n[[desktop]]\nid = \"guider\"\ntitle = \"Guider\"\nlink = \"vnc\"\ndisplay = \":2\"\n"_s), qPrintable(added));
    list->setCurrentIndex(1); // the title was nobody's choice: it follows
    QVERIFY(form.additionTo(text).textWithInsertions().endsWith(u"title = \"Control\"\nlink = \"vnc\"\ndisplay = \":1\"\n"_s));
    for (QLineEdit *edit : form.findChildren<QLineEdit *>()) {
        if (edit->accessibleName() == u"Title") {
            edit->setFocus();
            QTest::keyClicks(edit, u"x"_s);
        }
    }
    list->setCurrentIndex(2);
    QVERIFY(form.additionTo(text).textWithInsertions().endsWith(u"title = \"Controlx\"\nlink = \"vnc\"\ndisplay = \":2\"\n"_s));
}

NIGHTDESK_TEST(DesktopFinderTest)
#include "desktopfindertest.moc"
