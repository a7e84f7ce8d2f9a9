// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/formatreference.h"

#include "sessions/profiles/format/formatschema.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

class FormatReferenceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void pageIsAsGenerated();
    void pageHasARowForEveryKey();
    void everyTableHasATitleOfItsOwn();
    void linksLeadToHeadings();
    void schemaHasEveryKey_data();
    void schemaHasEveryKey();
    void isEnglishInEveryLocale();
};

void FormatReferenceTest::pageIsAsGenerated()
{
    const QByteArray generated = FormatReference::markdown().toUtf8();
    QFile page(qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/docs/facility/profile-reference.md"_s);
    QVERIFY2(page.open(QIODevice::ReadOnly), qPrintable(page.fileName()));
    if (page.readAll() == generated) {
        return;
    }
    // What it should be stands where the mistake was found, for the mending and for a look at the difference.
    const QString made = qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/profile-reference.md"_s;
    QFile out(made);
    QVERIFY(out.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(out.write(generated), generated.size());
    QFAIL(qPrintable(u"The page does not say what the table of keys says. Mend it with: ./dev run reference >%1 (or copy %2)"_s.arg(page.fileName(), made)));
}

void FormatReferenceTest::pageHasARowForEveryKey()
{
    const QStringList lines = FormatReference::markdown().split(u'\n');
    for (const KeyInfo &key : keyTable()) {
        const QString documentation = QString::fromUtf8(key.documentation.untranslatedText());
        const auto isRow = [&](const QString &line) {
            return line.startsWith(u"| `%1` |"_s.arg(key.name)) && line.contains(documentation) && (!key.isRequired || line.contains("required"_L1))
                && (key.defaultValue.isEmpty() || line.contains(u"| `%1` |"_s.arg(key.defaultValue)));
        };
        const auto row = std::ranges::find_if(lines, isRow);
        QVERIFY2(row != lines.end(), qPrintable(tableSpelling(key.table) + u' ' + key.name));
        for (const KeyChoice &choice : key.choices) {
            QVERIFY2(row->contains(u"`\"%1\"`"_s.arg(choice.name)), qPrintable(QString(choice.name)));
        }
    }
    for (const VariableInfo &variable : variableTable()) {
        QVERIFY(FormatReference::markdown().contains(u"| `{%1}` |"_s.arg(variable.name)));
    }
}

void FormatReferenceTest::everyTableHasATitleOfItsOwn()
{
    QSet<QString> titles;
    for (const TableId table : FormatReference::tables()) {
        const QString title = FormatReference::title(table);
        QVERIFY2(!titles.contains(title), qPrintable(title));
        titles.insert(title);
    }
    QVERIFY(titles.contains(u"[site.ID] of facility.toml"_s));
    QVERIFY(titles.contains(u"[site.ID] of a profile"_s));
}

void FormatReferenceTest::linksLeadToHeadings()
{
    const QString page = FormatReference::markdown();
    QSet<QString> anchors;
    for (const QString &line : page.split(u'\n')) {
        if (line.startsWith("## "_L1)) {
            QString anchor = line.sliced(3).toLower();
            static const QRegularExpression notInAnchors(u"[^a-z0-9 _-]"_s);
            anchors.insert(anchor.remove(notInAnchors).replace(u' ', u'-'));
        }
    }
    static const QRegularExpression link(u"\\]\\(#([^)]*)\\)"_s);
    int seen = 0;
    for (const QRegularExpressionMatch &match : link.globalMatch(page)) {
        QVERIFY2(anchors.contains(match.captured(1)), qPrintable(match.captured(1)));
        ++seen;
    }
    QVERIFY(seen > 10);
}

void FormatReferenceTest::schemaHasEveryKey_data()
{
    QTest::addColumn<TableId>("root");
    QTest::newRow("of facility.toml") << TableId::Facility;
    QTest::newRow("of profiles") << TableId::Profile;
}

void FormatReferenceTest::schemaHasEveryKey()
{
    QFETCH(TableId, root);
    const QJsonObject schema = QJsonDocument::fromJson(FormatSchema(root).json()).object();
    QCOMPARE(schema.value("additionalProperties"_L1), QJsonValue(false));
    const QJsonObject properties = schema.value("properties"_L1).toObject();
    QCOMPARE(properties.size(), keysOf(root).size());
    for (const KeyInfo *key : keysOf(root)) {
        const QJsonObject property = properties.value(key->name).toObject();
        QVERIFY2(property.value("description"_L1).toString().startsWith(QString::fromUtf8(key->documentation.untranslatedText())),
                 qPrintable(QString(key->name)));
        QCOMPARE(schema.value("required"_L1).toArray().contains(QString(key->name)), key->isRequired);
    }
    const QJsonObject link = schema.value("definitions"_L1)["link"_L1].toObject();
    QCOMPARE(link.value("properties"_L1)["port"_L1]["maximum"_L1], QJsonValue(65535));
    QCOMPARE(link.value("properties"_L1)["compression"_L1]["enum"_L1], QJsonValue(QJsonArray{u"off"_s, u"on"_s, u"auto"_s}));
    QCOMPARE(link.value("properties"_L1)["compression"_L1]["default"_L1], QJsonValue(u"auto"_s));
}

void FormatReferenceTest::isEnglishInEveryLocale()
{
    const QString page = FormatReference::markdown();
    const QByteArray schema = FormatSchema(TableId::Profile).json();
    const QStringList before = KLocalizedString::languages();
    KLocalizedString::setLanguages({u"de"_s, u"ja"_s});
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(FormatReference::markdown(), page);
    QCOMPARE(FormatSchema(TableId::Profile).json(), schema);
    KLocalizedString::setLanguages(before);
}

NIGHTDESK_GUILESS_TEST(FormatReferenceTest)
#include "formatreferencetest.moc"
