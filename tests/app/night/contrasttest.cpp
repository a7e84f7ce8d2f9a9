// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/appearance/colors.h"
#include "nightdesk.h"
#include "tests/support/testprogram.h"
#include "widgets/wording/boardwording.h"
#include "widgets/wording/readablecolor.h"
#include "widgets/wording/wording.h"

#include <KColorScheme>

#include <QApplication>
#include <QPalette>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// Each text on each background that widgets give it, in each of the program's colors.
class ContrastTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aColorIsMadeReadable_data();
    void aColorIsMadeReadable();
    void textsCanBeRead_data();
    void textsCanBeRead();
};

void ContrastTest::aColorIsMadeReadable_data()
{
    QTest::addColumn<QColor>("text");
    QTest::addColumn<QColor>("background");
    QTest::addColumn<bool>("stays");
    QTest::newRow("black on white") << QColor(Qt::black) << QColor(Qt::white) << true;
    QTest::newRow("Breeze's orange on its light window") << QColor(0xf6, 0x74, 0x00) << QColor(0xef, 0xf0, 0xf1) << false;
    QTest::newRow("Breeze's red on its dark window") << QColor(0xda, 0x44, 0x53) << QColor(0x20, 0x23, 0x26) << false;
    QTest::newRow("white on a selection's blue") << QColor(Qt::white) << QColor(0x3d, 0xae, 0xe9) << false;
    QTest::newRow("gray on the same gray") << QColor(Qt::gray) << QColor(Qt::gray) << false;
}

void ContrastTest::aColorIsMadeReadable()
{
    QFETCH(QColor, text);
    QFETCH(QColor, background);
    QFETCH(bool, stays);
    const QColor made = ReadableColor::readableOn(text, {background});
    QCOMPARE_GE(ReadableColor::contrast(made, background), ReadableColor::enough);
    QCOMPARE(made == text, stays);
    QCOMPARE(ReadableColor::contrast(Qt::black, Qt::white), 21.);
}

void ContrastTest::textsCanBeRead_data()
{
    QTest::addColumn<Settings::EnumColours::type>("colors");
    QTest::newRow("dark") << Settings::EnumColours::Dark;
    QTest::newRow("light") << Settings::EnumColours::Light;
    QTest::newRow("night red") << Settings::EnumColours::NightRed;
}

void ContrastTest::textsCanBeRead()
{
    QFETCH(Settings::EnumColours::type, colors);
    Settings::setColours(colors);
    applyColors();
    QStringList faint;
    const auto look = [&faint](const QString &what, const QColor &text, const QColor &background) {
        const double found = ReadableColor::contrast(text, background);
        if (found < ReadableColor::enough) {
            faint.append(u"%1: %2 on %3 has %4"_s.arg(what, text.name(), background.name()).arg(found));
        }
    };
    struct Pair {
        QPalette::ColorRole text;
        QPalette::ColorRole background;
    };
    constexpr Pair pairs[] = {
        {QPalette::WindowText, QPalette::Window},
        {QPalette::PlaceholderText, QPalette::Window}, // what is less important on a card, or in a toolbar
        {QPalette::PlaceholderText, QPalette::Base},
        {QPalette::PlaceholderText, QPalette::AlternateBase},
        {QPalette::Text, QPalette::Base},
        {QPalette::Text, QPalette::AlternateBase},
        {QPalette::ButtonText, QPalette::Button},
        {QPalette::HighlightedText, QPalette::Highlight},
        {QPalette::ToolTipText, QPalette::ToolTipBase},
        {QPalette::Link, QPalette::Window},
        {QPalette::Link, QPalette::Base},
        {QPalette::LinkVisited, QPalette::Window},
        {QPalette::LinkVisited, QPalette::Base},
    };
    const QPalette palette = QApplication::palette();
    for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive}) {
        for (const Pair &pair : pairs) {
            look(QVariant::fromValue(pair.text).toString() + u'/' + QVariant::fromValue(pair.background).toString(),
                 palette.color(group, pair.text),
                 palette.color(group, pair.background));
        }
    }
    using Wording::StatusTone;
    for (const StatusTone statusTone : {StatusTone::Quiet, StatusTone::Busy, StatusTone::Good, StatusTone::Bad}) {
        for (const QPalette::ColorRole background : {QPalette::Window, QPalette::Base}) {
            look(u"mood %1"_s.arg(static_cast<int>(statusTone)), Wording::color(statusTone), palette.color(background));
        }
    }
    for (const BoardMark mark : {BoardMark::Live, BoardMark::Poor, BoardMark::Bad, BoardMark::NotConnected}) {
        look(u"board mark %1"_s.arg(static_cast<int>(mark)), BoardWording::color(mark, false), palette.color(QPalette::Base));
        look(u"board mark %1, other rows"_s.arg(static_cast<int>(mark)), BoardWording::color(mark, false), palette.color(QPalette::AlternateBase));
        look(u"board mark %1, selected"_s.arg(static_cast<int>(mark)), BoardWording::color(mark, true), palette.color(QPalette::Highlight));
    }
    const KColorScheme window(QPalette::Active, KColorScheme::Window);
    look(u"question bar"_s, palette.color(QPalette::WindowText), window.background(KColorScheme::NeutralBackground).color());
    QVERIFY2(faint.isEmpty(), qPrintable(faint.join(u'\n')));
}

NIGHTDESK_TEST(ContrastTest)
#include "contrasttest.moc"
