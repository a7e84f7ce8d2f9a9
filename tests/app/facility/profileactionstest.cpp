// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An instrument's context menu: its profile in an editor, and new profiles from it.
#include "app/facility/profileactions.h"
#include "sessions/profiles/facility/profilecopy.h"
#include "tests/support/testprogram.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/profileeditor/newprofiledialog.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Nightdesk;

class ProfileActionsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void renaming_data();
    void renaming();
    void ids_data();
    void ids();
    void aHealthyProfileOpensInTheEditor();
    void duplicatesAreWritten();
    void aNewProfileIsNamed();
    void aNewProfileIsMadeOfATemplate();
    void whatCannotBeWrittenIsSaid();

private:
    QAction *action(const QString &text);
    QByteArray content(const QString &name);

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<InstrumentPicker> m_picker;
    ProfileActions *m_actions = nullptr;
    QString m_file;
};

void ProfileActionsTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_file = m_directory->filePath(u"lris.toml"_s);
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("# Keck I\nid = \"lris\"\nname = \"LRIS\"\n\n[link.summit]\nhost = \"a\"\n");
    file.close();
    InstrumentProfile lris;
    lris.id = u"lris"_s;
    lris.name = u"LRIS"_s;
    lris.file = m_file;
    Facility facility;
    facility.directory = m_directory->path();
    facility.profiles = {lris};
    m_picker = std::make_unique<InstrumentPicker>();
    m_actions = new ProfileActions(m_picker.get());
    m_picker->setFacility(facility, {});
    m_picker->chooseProfile(u"lris"_s);
}

QAction *ProfileActionsTest::action(const QString &text)
{
    for (QAction *action : m_picker->findChild<QListView *>()->actions()) {
        if (action->text().startsWith(text)) {
            return action;
        }
    }
    return nullptr;
}

QByteArray ProfileActionsTest::content(const QString &name)
{
    QFile file(m_directory->filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void ProfileActionsTest::renaming_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("comments and tables stay") << "# id = \"a\"\nid = \"a\" # old\nname='A'\n[[desktop]]\nid = \"a\"\nname = \"A\"\n"_ba
                                              << "# id = \"a\"\nid = \"b\"\nname = \"B \\\"x\\\"\"\n[[desktop]]\nid = \"a\"\nname = \"A\"\n"_ba;
    QTest::newRow("what stands in a long text is text") << "description = \"\"\"\nid = 3\n\"\"\"\nid = \"a\"\n"_ba
                                                        << "description = \"\"\"\nid = 3\n\"\"\"\nid = \"b\"\n"_ba;
    QTest::newRow("other keys that begin like it") << "identity = 1\nid=\"a\"\n"_ba << "identity = 1\nid = \"b\"\n"_ba;
    QTest::newRow("lines end as they did") << "id = \"a\"\r\nname = \"A\"\r\n"_ba << "id = \"b\"\r\nname = \"B \\\"x\\\"\"\r\n"_ba;
    QTest::newRow("nothing") << QByteArray() << QByteArray();
}

void ProfileActionsTest::renaming()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(ProfileCopy::withIdAndName(text, u"b"_s, u"B \"x\""_s), expected);
}

void ProfileActionsTest::ids_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    QTest::newRow("a name with spaces") << u"LRIS (copy) 2"_s << u"lris-copy-2"_s;
    QTest::newRow("accents") << u"Échelle"_s << u"echelle"_s;
    QTest::newRow("nothing that can be one") << u"—"_s << QString();
    QTest::newRow("a very long name") << QString(100, u'x') << QString(64, u'x');
}

void ProfileActionsTest::ids()
{
    QFETCH(QString, name);
    QFETCH(QString, id);
    QCOMPARE(ProfileCopy::idFromName(name), id);
}

void ProfileActionsTest::aHealthyProfileOpensInTheEditor()
{
    QSignalSpy opened(m_picker.get(), &InstrumentPicker::openFileRequested);
    QAction *edit = action(u"Edit Profile"_s);
    QVERIFY(edit && edit->isEnabled());
    edit->trigger();
    QCOMPARE(opened.value(0).value(0).value<SourcePlace>(), (SourcePlace{.file = m_file, .line = 1, .column = 1}));
    m_picker->setFacility({}, {});
    QVERIFY(!edit->isEnabled()); // nothing is chosen
}

void ProfileActionsTest::duplicatesAreWritten()
{
    QSignalSpy profileCreated(m_actions, &ProfileActions::profileCreated);
    action(u"Duplicate Profile"_s)->trigger();
    QTRY_COMPARE(profileCreated.size(), 1);
    QCOMPARE(profileCreated.value(0).value(0).toString(), m_directory->filePath(u"lris-2.toml"_s));
    QCOMPARE(content(u"lris-2.toml"_s), "# Keck I\nid = \"lris-2\"\nname = \"LRIS (copy)\"\n\n[link.summit]\nhost = \"a\"\n"_ba);
    action(u"Duplicate Profile"_s)->trigger();
    QTRY_COMPARE(profileCreated.size(), 2);
    QVERIFY(content(u"lris-3.toml"_s).contains("id = \"lris-3\""));
    QVERIFY(content(u"lris.toml"_s).contains("id = \"lris\"")); // as it was
}

void ProfileActionsTest::aNewProfileIsNamed()
{
    QSignalSpy profileCreated(m_actions, &ProfileActions::profileCreated);
    QSignalSpy failed(m_actions, &ProfileActions::profileCreationFailed);
    action(u"New Profile from LRIS"_s)->trigger();
    auto *dialog = m_picker->findChild<QInputDialog *>();
    QVERIFY(dialog);
    dialog->setTextValue(u"LRIS Red"_s);
    dialog->accept();
    QTRY_COMPARE(profileCreated.size(), 1);
    QVERIFY(content(u"lris-red.toml"_s).contains("id = \"lris-red\"\nname = \"LRIS Red\""));
    // Nothing is written over.
    QTRY_VERIFY(!m_picker->findChild<QInputDialog *>());
    action(u"New Profile from LRIS"_s)->trigger();
    m_picker->findChild<QInputDialog *>()->setTextValue(u"LRIS Red"_s);
    m_picker->findChild<QInputDialog *>()->accept();
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(failed.value(0).value(0).toString().contains(u"lris-red.toml"_s));
    QCOMPARE(profileCreated.size(), 1);
}

void ProfileActionsTest::aNewProfileIsMadeOfATemplate()
{
    m_actions->askForNewProfile();
    QVERIFY(!m_picker->findChild<NewProfileDialog *>()); // no facility is open
    QVERIFY(QDir(m_directory->path()).mkdir(u"profiles"_s));
    m_actions->setDirectory(m_directory->path());
    QSignalSpy profileCreated(m_actions, &ProfileActions::profileCreated);
    QSignalSpy failed(m_actions, &ProfileActions::profileCreationFailed);
    const auto create = [this](const QString &name) {
        m_actions->askForNewProfile();
        auto *dialog = m_picker->findChild<NewProfileDialog *>();
        const auto buttons = dialog->findChild<QDialogButtonBox *>()->buttons();
        const auto isReady = [&buttons] {
            return std::ranges::all_of(buttons, &QAbstractButton::isEnabled);
        };
        QVERIFY(!isReady());
        dialog->findChild<QListWidget *>()->setCurrentRow(1);
        dialog->findChild<QLineEdit *>()->setText(name);
        QVERIFY(isReady());
        dialog->accept();
    };
    create(u"Échelle 2"_s);
    QTRY_COMPARE(profileCreated.size(), 1);
    QCOMPARE(profileCreated.value(0).value(0).toString(), m_directory->filePath(u"profiles/echelle-2.toml"_s));
    const QByteArray text = content(u"profiles/echelle-2.toml"_s);
    QVERIFY(text.contains("\nid = \"echelle-2\"\nname = \"Échelle 2\"\n"));
    QVERIFY(text.contains("[[window]]") && !text.contains("[[desktop]]"));
    // Nothing is written over.
    QTRY_VERIFY(!m_picker->findChild<NewProfileDialog *>());
    create(u"echelle-2"_s);
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(failed.value(0).value(0).toString().contains(u"echelle-2.toml"_s));
    QCOMPARE(content(u"profiles/echelle-2.toml"_s), text);
}

void ProfileActionsTest::whatCannotBeWrittenIsSaid()
{
    QSignalSpy failed(m_actions, &ProfileActions::profileCreationFailed);
    QVERIFY(QFile::remove(m_file));
    action(u"Duplicate Profile"_s)->trigger();
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(!failed.value(0).value(0).toString().isEmpty());
}

NIGHTDESK_TEST(ProfileActionsTest)
#include "profileactionstest.moc"
