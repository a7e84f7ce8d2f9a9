// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/desklog.h"
#include "sessions/desk/desk.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
QStringList lines;

void keep(QtMsgType, const QMessageLogContext &context, const QString &text)
{
    if (QLatin1StringView(context.category).startsWith("nightdesk."_L1)) {
        lines << text;
    }
}
}

/// What the morning reads of the night.
class DeskLogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tellsWhyADeskDidNotComeUp();
};

void DeskLogTest::tellsWhyADeskDidNotComeUp()
{
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    LinkSpec link;
    link.id = u"summit"_s;
    link.host = u"127.0.0.1"_s;
    link.port = 1; // nobody listens
    profile.links = {link};
    DesktopSpec desktop;
    desktop.id = u"control0"_s;
    desktop.link = link.id;
    profile.desktops = {desktop};

    const QtMessageHandler before = qInstallMessageHandler(keep);
    Desk desk(nullptr);
    const DeskLog log(&desk);
    desk.connectProfile(profile);
    const bool closed = QTest::qWaitFor(
        [] {
            return lines.filter(u"link lris/summit is closed: "_s).size() > 0;
        },
        20000);
    desk.disconnectProfile(profile.id);
    qInstallMessageHandler(before);

    const QByteArray all = lines.join(u'\n').toUtf8();
    QVERIFY2(closed, all.constData());
    QVERIFY2(lines.contains(u"connecting lris with 1 displays over 1 links"_s), all.constData());
    QVERIFY2(lines.contains(u"display lris/control0 is waiting-for-link"_s), all.constData());
    QVERIFY2(lines.filter(u"link lris/summit is closed: "_s).first().contains(u"127.0.0.1"_s), all.constData());
    QVERIFY2(lines.contains(u"disconnected lris"_s), all.constData());
}

NIGHTDESK_GUILESS_TEST(DeskLogTest)
#include "desklogtest.moc"
