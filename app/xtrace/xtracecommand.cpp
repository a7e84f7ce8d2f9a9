// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/xtrace/xtracecommand.h"

#include "monitors/xadvice/xtracerun.h"
#include "sessions/common/facts.h"
#include "sessions/common/outputfile.h"
#include "sessions/xtrace/xtracefile.h"
#include "widgets/netplot/netplotimage.h"
#include "widgets/netplot/xtracejson.h"
#include "widgets/netplot/xtracetext.h"

#include <KLocalizedString>
#include <KSignalHandler>

#include <QCoreApplication>
#include <QEventLoop>
#include <QFileDevice>
#include <QFileInfo>
#include <QJsonDocument>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <system_error>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int notDone = 1;

/// The output files of one command. All are opened before the program starts.
struct OutputFiles {
    std::optional<OutputFile> jsonFile;
    std::optional<OutputFile> svgFile;
    std::optional<OutputFile> pngFile;
};

void reportCannotWrite(const QString &name, const QString &reason, QTextStream &err)
{
    err << i18nc("@info:shell %2: the system's reason", "%1 cannot be written: %2", name, reason) << '\n';
}

std::optional<OutputFiles> openOutputs(const XTraceCommand &command, QTextStream &err)
{
    OutputFiles outputs;
    for (const auto &[path, output] :
         {std::pair(&command.jsonFile, &outputs.jsonFile), std::pair(&command.svgFile, &outputs.svgFile), std::pair(&command.pngFile, &outputs.pngFile)}) {
        if (path->isEmpty()) {
            continue;
        }
        auto opened = OutputFile::open(*path);
        if (!opened) {
            reportCannotWrite(*path, opened.error(), err);
            return {};
        }
        *output = std::move(*opened);
    }
    return outputs;
}

bool finishOutput(OutputFile &output, bool isWritten, QTextStream &err)
{
    if (isWritten && output.finish()) {
        return true;
    }
    reportCannotWrite(output.name(), output.errorText(), err);
    return false;
}

bool writeJson(OutputFile &output, const QJsonObject &object, QTextStream &err)
{
    const QByteArray text = QJsonDocument(object).toJson();
    return finishOutput(output, output.device()->write(text) == text.size(), err);
}

std::optional<XTrace> readTrace(const QString &path, QTextStream &err)
{
    errno = 0;
    std::ifstream file(QFile::encodeName(path).toStdString(), std::ios::binary);
    if (!file || QFileInfo(path).isDir()) {
        const QString reason = QFileInfo(path).isDir() ? i18nc("@info:shell why something cannot be read", "not a file but a directory")
                                                       : QString::fromStdString(std::generic_category().message(errno));
        err << i18nc("@info:shell %2: the system's reason", "%1 cannot be read: %2", path, reason) << '\n';
        return {};
    }
    auto trace = XTraceFile::read(file);
    if (!trace) {
        err << u"%1:%2: "_s.arg(path, QString::number(trace.error().line))
            << i18nc("@info:shell %1: what is wrong, in English", "not a valid trace: %1", QString::fromStdString(trace.error().what)) << '\n'
            << i18nc("@info:shell keep the command untranslated", "To record a trace, run “nightdesk xtrace --json FILE COMMAND”.") << '\n';
        return {};
    }
    return std::move(*trace);
}

bool writePlots(const XTrace &trace, OutputFiles &outputs, QTextStream &err)
{
    const NetPlotImage picture(trace);
    bool isDone = true;
    if (outputs.svgFile) {
        isDone = finishOutput(*outputs.svgFile, picture.writeSvg(*outputs.svgFile->device()), err);
    }
    if (outputs.pngFile) {
        isDone = finishOutput(*outputs.pngFile, picture.writePng(*outputs.pngFile->device()), err) && isDone;
    }
    return isDone;
}

bool flushReport(QTextStream &out, QTextStream &err)
{
    out.flush();
    if (out.status() == QTextStream::Ok) {
        return true;
    }
    const QString reason = out.device()->errorString();
    if (reason != QString::fromStdString(std::generic_category().message(EPIPE))) { // no error if the reader, such as "head", has closed the pipe
        reportCannotWrite(i18nc("@info:shell where something is written to", "standard output"), reason, err);
    }
    return false;
}

int reportRecordedTrace(const XTraceCommand &command, OutputFiles &outputs, QTextStream &out, QTextStream &err)
{
    const auto trace = readTrace(command.replayFile, err);
    if (!trace) {
        return notDone;
    }
    if (outputs.jsonFile) {
        return writeJson(*outputs.jsonFile, XTraceJson::summary(*trace, command.predictsStartTimes), err) && writePlots(*trace, outputs, err) ? 0 : notDone;
    }
    out << XTraceText::summary(*trace) << (command.predictsStartTimes ? u'\n' + XTraceText::predictionGrid(*trace) : QString());
    const bool isDone = flushReport(out, err);
    return writePlots(*trace, outputs, err) && isDone ? 0 : notDone;
}

int reportComparison(const XTraceCommand &command, OutputFiles &outputs, QTextStream &out, QTextStream &err)
{
    const auto a = readTrace(command.comparedFiles.at(0), err);
    const auto b = readTrace(command.comparedFiles.at(1), err);
    if (!a || !b) {
        return notDone;
    }
    if (outputs.jsonFile) {
        return writeJson(*outputs.jsonFile, XTraceJson::comparison(*a, *b), err) ? 0 : notDone;
    }
    out << XTraceText::comparison(command.comparedFiles.at(0), *a, command.comparedFiles.at(1), *b);
    return flushReport(out, err) ? 0 : notDone;
}

void printFailure(const Failure &failure, QTextStream &err)
{
    for (const QString &line : failureLines(failure)) {
        err << line << '\n';
    }
}

/// The signals at which the command stops, writes its report and exits. SIGHUP is not among them if nohup made the process ignore it.
QList<int> terminationSignals()
{
    QList<int> result{SIGINT, SIGTERM, SIGQUIT};
    struct sigaction hangupAction{};
    if (::sigaction(SIGHUP, nullptr, &hangupAction) == 0 && hangupAction.sa_handler != SIG_IGN) {
        result.append(SIGHUP);
    }
    return result;
}

int runProgram(const XTraceCommand &command, OutputFiles &outputs, QTextStream &err)
{
    XTraceRun run(command.command, {.roundTrip = command.emulatedRoundTrip, .bytesPerSecond = command.bytesPerSecond, .hasSshCompression = command.compress});
    QEventLoop loop;
    const QList<int> signalNumbers = terminationSignals();
    for (const int number : signalNumbers) {
        KSignalHandler::self()->watchSignal(number);
    }
    QObject::connect(KSignalHandler::self(), &KSignalHandler::signalReceived, &run, &XTraceRun::stop);
    QObject::connect(&run, &XTraceRun::traceRunEnded, &loop, &QEventLoop::quit, Qt::QueuedConnection);
    QObject::connect(&run, &XTraceRun::userMessageReported, &run, [&err](const QString &line) {
        err << u"nightdesk xtrace: "_s << line << '\n';
        err.flush();
    });
    if (const auto notBegun = run.startProgram()) {
        printFailure(notBegun->failure, err);
        return notBegun->exitCode;
    }
    loop.exec();
    const XTrace trace = run.trace();
    // The display is closed and the default signal handling restored before summing up and writing files, because these
    // may take long and must be interruptible.
    run.closeDisplay();
    for (const int number : signalNumbers) {
        (void)std::signal(number, SIG_DFL);
    }
    err << '\n' << XTraceText::summary(trace) << (command.predictsStartTimes ? u'\n' + XTraceText::predictionGrid(trace) : QString());
    err.flush();
    bool isDone = writePlots(trace, outputs, err);
    if (outputs.jsonFile) {
        isDone = finishOutput(*outputs.jsonFile, XTraceFile::write(trace, outputs.jsonFile->stream()), err) && isDone;
    }
    return isDone || run.exitCode() != 0 ? run.exitCode() : notDone;
}
}

bool needsImages(const XTraceCommand &command)
{
    return !command.svgFile.isEmpty() || !command.pngFile.isEmpty();
}

int runXTraceCommand(const XTraceCommand &command, QTextStream &out, QTextStream &err)
{
    auto outputs = openOutputs(command, err);
    if (!outputs) {
        return notDone;
    }
    if (!command.comparedFiles.isEmpty()) {
        return reportComparison(command, *outputs, out, err);
    }
    return command.replayFile.isEmpty() ? runProgram(command, *outputs, err) : reportRecordedTrace(command, *outputs, out, err);
}
}
