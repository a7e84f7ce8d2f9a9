// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appdisplay.h"

#include "sessions/apps/appcommand.h"
#include "sessions/apps/appfailure.h"
#include "sessions/apps/appreport.h"
#include "sessions/apps/appwatch.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"
#include "sessions/links/facts/remotecommandline.h"
#include "sessions/xwindows/claimanswer.h"

#include <QTimer>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto startLimit = 60s; ///< longer than the script's own limits; a shell's start-up files may take long
constexpr qsizetype maxWords = 64 * 1024; ///< bytes of output that are kept while the display is not ready
constexpr QByteArrayView outputMark = "nightdesk-app output\n"; ///< separates the login shell's output from the program's output

void releaseLater(std::unique_ptr<RemoteProgram> &program)
{
    if (program) {
        program->disconnect();
        program.release()->deleteLater(); // deleted later, because a signal of this object may be calling
    }
}
}

class AppDisplay::Private
{
public:
    Private(AppDisplay *display, Link *theLink)
        : q(display)
        , link(theLink)
    {
        limit.setSingleShot(true);
        limit.setInterval(startLimit);
        QObject::connect(&limit, &QTimer::timeout, q, [this] {
            fail(AppFailure::tookTooLong(host()));
        });
        loss.setSingleShot(true);
        loss.setInterval(AppWatch::lossDetectionTime);
        QObject::connect(&loss, &QTimer::timeout, q, [this] {
            if (link->isLive()) {
                fail(AppFailure::watchLost(host()));
            }
        });
    }

    QString host() const
    {
        return link->target().spec.host;
    }

    void run(AppCommand::ScriptAction verb)
    {
        const auto command = AppCommand::command(verb, order, seen);
        releaseLater(program);
        loss.stop();
        report = {};
        words.clear();
        errors.clear();
        isMarked = false;
        if (!command) {
            QMetaObject::invokeMethod(
                q,
                [this, number = ++attempt] {
                    if (number == attempt) {
                        Q_EMIT q->displayFailed(AppFailure::visualUnknown(order.spec));
                    }
                },
                Qt::QueuedConnection);
            return;
        }
        ++attempt;
        limit.start();
        program = link->startProgram({.commandLine = remoteCommandLine(*command), .x11 = {}});
        QObject::connect(program.get(), &RemoteProgram::output, q, [this](const QByteArray &bytes, OutputKind kind) {
            kind == OutputKind::Standard ? heard(bytes) : said(bytes);
        });
        QObject::connect(program.get(), &RemoteProgram::failed, q, [this](const Failure &failure) {
            fail(failure);
        });
        QObject::connect(program.get(), &RemoteProgram::finished, q, [this](const ProgramExit &exit) {
            ended(exit);
        });
    }

    /// Standard output: the script's report.
    void heard(const QByteArray &bytes)
    {
        const bool wasReady = report.state() == AppReport::State::Ready;
        switch (report.addBytes(bytes)) {
        case AppReport::State::Silent:
            keep(words, bytes);
            break;
        case AppReport::State::Reporting:
            break;
        case AppReport::State::Ready:
            if (!wasReady) {
                becomeReady();
            }
            break;
        case AppReport::State::Over:
            limit.stop(); // the rest of the program's output arrives until the channel is closed
            break;
        case AppReport::State::Broken:
            fail(AppFailure::notUnderstood(host(), lastOutput()));
            break;
        }
    }

    /// Standard error: the login shell's output, then the program's.
    void said(const QByteArray &bytes)
    {
        if (!displayFacts || !isMarked) {
            keep(errors, bytes);
            passOn();
            return;
        }
        seen.count += bytes.size();
        Q_EMIT q->output(bytes, OutputKind::Error);
    }

    /// Emits output that the program wrote before the display was ready. Skips the login shell's output, which the
    /// script at the summit does not count.
    void passOn()
    {
        const qsizetype at = displayFacts ? errors.indexOf(outputMark) : -1;
        if (at >= 0) {
            isMarked = true;
            const QByteArray rest = std::exchange(errors, {}).sliced(at + outputMark.size());
            if (!rest.isEmpty()) {
                said(rest);
            }
        }
    }

    static void keep(QByteArray &kept, const QByteArray &bytes)
    {
        kept += bytes;
        kept.remove(0, std::max<qsizetype>(0, kept.size() - maxWords));
    }

    QString lastOutput() const
    {
        const QByteArray all = QByteArray(words + errors).trimmed();
        return displayText(QByteArrayView(all).last(std::min<qsizetype>(300, all.size())), 300);
    }

    void becomeReady()
    {
        limit.stop();
        // The display now belongs to another run of the program, perhaps started by another desk.
        if (joins && order.spec.singleInstance && report.runId() != seen.runId) {
            fail(std::get<Failure>(AppFailure::ending({"fail", "gone"}, order.spec, host())));
            return;
        }
        displayFacts = report.displayFacts();
        seen = {.runId = report.runId(), .count = report.outputOffset()};
        qCInfo(LogXWindow) << order.name.text() << (displayFacts->wasAlreadyRunning ? "joined" : "started") << "at" << host() << "display"
                           << displayFacts->xDisplayNumber;
        const quint64 number = attempt;
        Q_EMIT q->found(*displayFacts);
        if (number == attempt) {
            passOn();
        }
    }

    void ended(const ProgramExit &exit)
    {
        limit.stop();
        releaseLater(program);
        const bool wasReady = displayFacts.has_value();
        if (report.state() != AppReport::State::Over) {
            if (!exit.code && exit.signal.isEmpty()) {
                displayFacts.reset(); // the link was lost, so the display may still run
                loss.start(); // waits for the report of a lost link; perhaps only this channel was lost
                return;
            }
            fail(wasReady ? AppFailure::watchLost(host()) : AppFailure::notUnderstood(host(), lastOutput()));
            return;
        }
        // The display became ready and ended before the report was processed.
        if (!wasReady && !report.displayFacts().socket.isEmpty() && report.displayFacts().since.isValid()) {
            displayFacts = report.displayFacts();
            seen = {.runId = report.runId(), .count = report.outputOffset()};
            passOn();
        }
        displayFacts.reset();
        if (report.finalReportWords().value(0) == "occupied") {
            reportHolder();
            return;
        }
        const auto ending = AppFailure::ending(report.finalReportWords(), order.spec, host());
        if (const auto *failure = std::get_if<Failure>(&ending)) {
            fail(*failure);
        } else {
            Q_EMIT q->finished(std::get<ProgramExit>(ending));
        }
    }

    void reportHolder()
    {
        ClaimAnswer answer("one");
        const QByteArrayList facts = report.values("one");
        for (const QByteArray &fact : facts) {
            answer.readLine(QByteArray("one " + fact), QDateTime::currentDateTimeUtc());
        }
        switch (answer.state()) {
        case ClaimAnswer::State::Occupied:
            Q_EMIT q->occupied(answer.holder());
            break;
        case ClaimAnswer::State::Refused:
            fail(answer.refusal());
            break;
        case ClaimAnswer::State::Asking:
        case ClaimAnswer::State::Held:
            fail(AppFailure::notUnderstood(host(), lastOutput()));
            break;
        }
    }

    void watchThat(const AppHolder &theirs)
    {
        releaseLater(program);
        ++attempt;
        loss.stop();
        watched.reset(new AppWatch(order.name, theirs, link));
        QObject::connect(watched.get(), &AppWatch::watching, q, [this, theirs] {
            displayFacts =
                AppDisplayFacts{.socket = theirs.socket, .xSocket = {}, .xCookie = {}, .canResize = false, .wasAlreadyRunning = true, .since = theirs.since};
            Q_EMIT q->found(*displayFacts);
        });
        QObject::connect(watched.get(), &AppWatch::watchFailed, q, [this](const Failure &failure) {
            fail(failure);
        });
        QObject::connect(watched.get(), &AppWatch::displayEnded, q, [this] {
            displayFacts.reset();
            watched.reset();
            Q_EMIT q->finished({.code = 0, .signal = {}});
        });
    }

    void fail(const Failure &failure)
    {
        limit.stop();
        loss.stop();
        watched.reset();
        displayFacts.reset();
        releaseLater(program);
        qCInfo(LogXWindow) << order.name.text() << "failed:" << failure.what << failure.advice;
        Q_EMIT q->displayFailed(failure);
    }

    void clear()
    {
        ++attempt;
        limit.stop();
        loss.stop();
        displayFacts.reset();
        words.clear();
        errors.clear();
        watched.reset();
        releaseLater(program);
    }

    /// Deletes the object later, because its own signal may be running.
    struct Later {
        void operator()(AppWatch *watch) const
        {
            watch->disconnect();
            watch->deleteLater();
        }
    };

    AppDisplay *const q;
    Link *const link;
    AppRequest order;
    AppCommand::ReceivedOutput seen;
    AppReport report;
    QByteArray words; ///< output of the login shell
    QByteArray errors; ///< standard error of the login shell, and the program's first output
    bool isMarked = false; ///< true: the mark was received, so standard error is now the program's output
    std::optional<AppDisplayFacts> displayFacts;
    bool joins = false; ///< true: only joins a running display, and starts none
    std::unique_ptr<RemoteProgram> program;
    std::unique_ptr<AppWatch, Later> watched; ///< used instead of the remote program for a display of another desk
    QTimer limit;
    QTimer loss;
    quint64 attempt = 0;
};

AppDisplay::AppDisplay(Link *link, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, link))
{
}

AppDisplay::~AppDisplay()
{
    d->clear();
}

void AppDisplay::open(const AppRequest &order)
{
    if (order.name != d->order.name) {
        d->seen = {};
    }
    d->order = order;
    d->displayFacts.reset();
    d->watched.reset();
    d->joins = false;
    d->run(AppCommand::ScriptAction::Open);
}

void AppDisplay::join(const AppRequest &order)
{
    d->order = order;
    d->displayFacts.reset();
    d->watched.reset();
    d->joins = true;
    d->run(AppCommand::ScriptAction::Watch);
}

void AppDisplay::watch(const AppRequest &order, const AppHolder &holder)
{
    d->order = order;
    d->displayFacts.reset();
    d->watchThat(holder);
}

void AppDisplay::leaveRunning()
{
    d->clear();
}

bool AppDisplay::endProgram()
{
    const auto command = AppCommand::command(AppCommand::ScriptAction::Stop, d->order);
    if (d->watched || !command || d->order.name.display.isEmpty() || !d->link->isLive()) {
        return false;
    }
    // The stop command outlives this object if necessary. The program that watches the display reports the result.
    RemoteProgram *stopper = d->link->startProgram({.commandLine = remoteCommandLine(*command), .x11 = {}}).release();
    stopper->setParent(d->link);
    connect(stopper, &RemoteProgram::failed, stopper, &QObject::deleteLater);
    connect(stopper, &RemoteProgram::finished, stopper, &QObject::deleteLater);
    connect(stopper, &RemoteProgram::failed, this, &AppDisplay::endCompleted);
    connect(stopper, &RemoteProgram::finished, this, &AppDisplay::endCompleted);
    return true;
}

std::optional<AppDisplayFacts> AppDisplay::displayFacts() const
{
    return d->displayFacts;
}
}
