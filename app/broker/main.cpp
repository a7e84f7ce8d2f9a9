// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// nightdesk-broker: what `nightdesk broker` starts, with the same words behind it. Without widgets and without a display.
#include "app/broker/brokercommand.h"
#include "app/commands/commandline.h"
#include "sessions/common/catalogues.h"
#include "sessions/common/processguard.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QFileInfo>

#include <csignal>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

int main(int argc, char *argv[])
{
    // Sockets to peers that went away report an error where they are written to; the signal would end the program.
    std::signal(SIGPIPE, SIG_IGN);
    ProcessGuard::apply(ProcessGuard::For::Itself); // before anything secret is known
    KLocalizedString::setApplicationDomain("nightdesk");
    addCatalogues(QFileInfo(QFile::symLinkTarget(u"/proc/self/exe"_s)).path());
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(u"nightdesk"_s); // its directories are those of nightdesk
    QStringList words = QCoreApplication::arguments();
    words.insert(1, u"broker"_s);
    const Command command = CommandLine::parse(words);
    QTextStream out(stdout);
    QTextStream err(stderr);
    if (const auto *broker = std::get_if<BrokerCommand>(&command)) {
        return runBrokerCommand(*broker, out, err);
    }
    const auto &print = std::get<PrintCommand>(command);
    (print.exitCode == 0 ? out : err) << print.text;
    return print.exitCode;
}
