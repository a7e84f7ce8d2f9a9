// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/shownpicture.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;

namespace
{
/// Does one step at second @p now, and tells what is to be announced of it.
ShownPicture::Changes play(ShownPicture &picture, const QString &step, int now)
{
    const ShownPicture::Time time{std::chrono::seconds(now)};
    const BootClock::time_point boot{std::chrono::seconds(now)};
    const QString verb = step.section(u' ', 0, 0);
    const int number = step.section(u' ', 1, 1).toInt();
    if (verb == "made"_L1) {
        picture.setNextPicture({static_cast<quint32>(number), QImage(8, 8, QImage::Format_RGB32)});
    } else if (verb == "damaged"_L1) {
        return picture.noteDamage(static_cast<quint32>(number), time);
    } else if (verb == "exact"_L1 || verb == "inexact"_L1) {
        return picture.setLossless(verb == "exact"_L1);
    } else if (verb == "unseen"_L1 || verb == "seen"_L1) {
        return picture.setUpdatesPaused(verb == "unseen"_L1, boot, time);
    } else if (verb == "heard"_L1) {
        return picture.noteRequestsAnswered(BootClock::time_point{std::chrono::seconds(number)});
    } else if (verb == "old?"_L1 || verb == "fresh"_L1) {
        return picture.setAgeKnown(verb == "fresh"_L1);
    } else if (verb == "forget"_L1) {
        picture.clearNextPicture();
    }
    return {};
}
}

class ShownPictureTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void changes_data();
    void changes();
};

void ShownPictureTest::changes_data()
{
    QTest::addColumn<QString>("steps"); // one a second
    QTest::addColumn<QString>("announced"); // p: another picture, e: exactness, c: how far it is behind; of each step
    QTest::addColumn<int>("generation");
    QTest::addColumn<bool>("exact");
    QTest::addColumn<int>("behindSince"); // -1: it is not
    const auto row = [](const char *name, const QString &steps, const QString &announced, int generation, bool exact, int behindSince) {
        QTest::newRow(name) << steps << announced << generation << exact << behindSince;
    };
    row("nothing yet", u""_s, u"-"_s, 0, false, -1);
    row("what is made is not shown before something is drawn in it", u"made 1"_s, u"-"_s, 0, false, -1);
    row("the first damage shows it", u"made 1|damaged 1|damaged 1"_s, u"-|p|-"_s, 1, false, -1);
    row("damage of the one before shows no new one", u"made 1|damaged 1|made 2|damaged 1"_s, u"-|p|-|-"_s, 1, false, -1);
    row("a lost connection forgets what was made", u"made 1|damaged 1|made 2|forget|damaged 2"_s, u"-|p|-|-|-"_s, 1, false, -1);
    row("exactness is said once", u"made 1|damaged 1|exact|exact|inexact"_s, u"-|p|e|-|e"_s, 1, false, -1);
    row("what nobody asks for is behind from then on", u"made 1|damaged 1|exact|unseen|unseen"_s, u"-|p|e|ec|-"_s, 1, false, 3);
    row("without a picture nothing is behind", u"unseen|seen"_s, u"-|-"_s, 0, false, -1);
    row("in sight again it stays behind until something shows otherwise", u"made 1|damaged 1|unseen|seen"_s, u"-|p|c|c"_s, 1, false, 2);
    row("new damage shows it", u"made 1|damaged 1|exact|unseen|seen|damaged 1"_s, u"-|p|e|ec|c|ec"_s, 1, true, -1);
    row("an answer to what was asked since shows it too", u"made 1|damaged 1|exact|unseen|seen|heard 4"_s, u"-|p|e|ec|c|ec"_s, 1, true, -1);
    row("an answer to what was asked before does not", u"made 1|damaged 1|unseen|seen|heard 2"_s, u"-|p|c|c|-"_s, 1, false, 2);
    row("a pixel that comes unseen shows nothing", u"made 1|damaged 1|unseen|damaged 1"_s, u"-|p|c|-"_s, 1, false, 2);
    row("a whole picture that comes unseen is of then", u"made 1|damaged 1|unseen|made 2|damaged 2"_s, u"-|p|c|-|pc"_s, 2, false, 4);
    row("what may be old is not exact, until it is known to be fresh", u"old?|made 1|damaged 1|exact|old?|fresh"_s, u"c|-|p|-|-|ec"_s, 1, true, -1);
    row("a change alone does not show how old the rest is", u"made 1|old?|damaged 1|exact|damaged 1"_s, u"-|c|p|-|-"_s, 1, false, -1);
    row("an answer while it is unseen shows nothing", u"made 1|damaged 1|unseen|seen|unseen|heard 9"_s, u"-|p|c|c|c|-"_s, 1, false, 2);
}

void ShownPictureTest::changes()
{
    QFETCH(const QString, steps);
    QFETCH(const QString, announced);
    QFETCH(const int, generation);
    QFETCH(const bool, exact);
    QFETCH(const int, behindSince);
    ShownPicture picture;
    QStringList said;
    int now = 0;
    for (const QStringList all = steps.split(u'|'); const QString &step : all) {
        const ShownPicture::Changes changes = play(picture, step, now++);
        const QString one =
            (changes.isPictureNew ? u"p"_s : QString()) + (changes.hasLosslessChanged ? u"e"_s : QString()) + (changes.hasCaughtUpChanged ? u"c"_s : QString());
        said.append(one.isEmpty() ? u"-"_s : one);
    }
    QCOMPARE(said.join(u'|'), announced);
    QCOMPARE(picture.picture().generation, static_cast<quint32>(generation));
    QCOMPARE(picture.isLossless(), exact);
    QCOMPARE(picture.outdatedSince() ? std::chrono::duration_cast<std::chrono::seconds>(picture.outdatedSince()->time_since_epoch()).count() : -1, behindSince);
}

NIGHTDESK_GUILESS_TEST(ShownPictureTest)
#include "shownpicturetest.moc"
