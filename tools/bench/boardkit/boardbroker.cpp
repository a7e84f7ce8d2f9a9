// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tests' broker for ./dev bench board, with credentials of many desks and of SAs in a directory. It prints a JSON object with its
// address and process id each time that it has started; lines on standard input tell it what to do; with their end it ends.
#include "sessions/broker/brokercredentialfile.h"
#include "tests/support/testbroker.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>
#include <iostream>
#include <string>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
bool keep(const QDir &directory, const BrokerCredential &credential)
{
    const auto written = BrokerCredentialFile::write(directory.filePath(credential.user() + u".json"_s), credential);
    if (!written) {
        std::fprintf(stderr, "boardbroker: %s\n", qPrintable(written.error()));
    }
    return written.has_value();
}

void tell(const TestBroker &broker)
{
    const QJsonObject line{{u"pid"_s, broker.processId()}, {u"broker"_s, u"127.0.0.1:%1"_s.arg(broker.port())}, {u"facility"_s, broker.facility()}};
    std::printf("%s\n", QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}
}

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"desks"_s, u"how many it knows"_s, u"N"_s, u"5"_s},
                       {u"sas"_s, u"how many support astronomers"_s, u"N"_s, u"2"_s},
                       {u"sites"_s, u"among how many sites the desks are"_s, u"N"_s, u"10"_s},
                       {u"credentials"_s, u"where to write the credentials"_s, u"DIRECTORY"_s}});
    parser.process(app);
    TestBroker broker;
    const QDir directory(parser.value(u"credentials"_s));
    const int sites = std::max(1, parser.value(u"sites"_s).toInt());
    for (int i = 0; i < parser.value(u"desks"_s).toInt(); ++i) {
        const QString name = u"site-%1/desk-%2"_s.arg(i % sites, 2, 10, QLatin1Char('0')).arg(i, 4, 10, QLatin1Char('0'));
        if (!keep(directory, broker.addDesk(name))) {
            return 1;
        }
    }
    for (int i = 0; i < parser.value(u"sas"_s).toInt(); ++i) {
        if (!keep(directory, broker.addSa(u"sa-%1"_s.arg(i)))) {
            return 1;
        }
    }
    broker.addConfig(u"max_connections -1"_s); // how many it carries is what is looked for
    // As a facility's broker is: it does not write down each message.
    broker.addConfig(u"log_type none"_s);
    broker.addConfig(u"log_type information"_s);
    broker.addConfig(u"connection_messages false"_s);
    if (!broker.start()) {
        return 1;
    }
    tell(broker);
    for (std::string line; std::getline(std::cin, line);) {
        if (line == "restart" && broker.restart()) {
            tell(broker);
        }
    }
    return 0;
}
