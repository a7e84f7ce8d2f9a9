// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// nightdesk-broker: started by `nightdesk broker` with the same arguments. Without widgets and without a display.
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
    // Ignored, so that writing to a socket that the peer has closed fails with an error instead of ending the program.
    std::signal(SIGPIPE, SIG_IGN);
    ProcessGuard::protectMemory(ProcessGuard::ProcessRole::RunsNoPrograms); // protects the memory before a password or key is in it
    KLocalizedString::setApplicationDomain("nightdesk");
    addTranslationCatalogues(QFileInfo(QFile::symLinkTarget(u"/proc/self/exe"_s)).path());
    QCoreApplication app(argc, argv);
    // Same name as the main program, so that both use the same directories.
    QCoreApplication::setApplicationName(u"nightdesk"_s);
    QStringList words = QCoreApplication::arguments();
    words.insert(1, u"broker"_s);
    const Command command = CommandLine::parse(words);
    QTextStream out(stdout);
    QTextStream err(stderr);
    if (const auto *broker = std::get_if<BrokerCommand>(&command)) {
        return runBrokerCommand(*broker, out, err);
    }
    const auto &print = std::get<PrintCommand>(command);
    (print.exitCode == 0 ? out : err) << print.textToPrint;
    return print.exitCode;
}
