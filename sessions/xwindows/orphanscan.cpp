// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/orphanscan.h"

#include "sessions/common/displaytext.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr qsizetype maxProcesses = 200;
constexpr qint64 ticksPerSecond = 100; ///< ticks in /proc/PID/stat (USER_HZ), on all platforms on which Linux runs at observatories

struct RemoteProcess {
    qint64 id = 0;
    qint64 parentId = 0;
    qint64 sessionId = 0;
    qint64 startTicks = 0; ///< when the process was started, in ticks since the start of the host
    QString name;
    std::chrono::seconds age{};
    ProgramMark mark;
};

/// "process 4711 MARK 4711 (ds9) S 1 ...": the last part is /proc/PID/stat, where the name in parentheses may contain any characters.
std::optional<RemoteProcess> parseProcess(const QByteArray &line, double uptime)
{
    constexpr qsizetype parentField = 1; // number of the parent's field, counted after the closing parenthesis
    constexpr qsizetype sessionField = 3;
    constexpr qsizetype startField = 19;
    const qsizetype open = line.indexOf('(');
    const qsizetype close = line.lastIndexOf(')');
    if (open < 0 || close < open) {
        return {};
    }
    const QList<QByteArray> words = line.first(open).simplified().split(' ');
    const QList<QByteArray> fields = line.sliced(close + 1).simplified().split(' ');
    const auto mark = ProgramMark::parse(words.value(2));
    bool isNumber = false;
    const qint64 id = words.value(1).toLongLong(&isNumber);
    if (words.size() != 4 || !mark || !isNumber || id <= 1 || id > INT_MAX || words[3] != words[1] || fields.size() <= startField || fields[0] == "Z") {
        return {};
    }
    bool hasParent = false;
    bool hasStart = false;
    const qint64 parent = fields[parentField].toLongLong(&hasParent);
    const qint64 start = fields[startField].toLongLong(&hasStart);
    if (!hasParent || !hasStart || start < 0) {
        return {};
    }
    const auto age = static_cast<qint64>(uptime) - start / ticksPerSecond;
    return RemoteProcess{.id = id,
                         .parentId = parent,
                         .sessionId = fields[sessionField].toLongLong(),
                         .startTicks = start,
                         .name = displayText(QByteArrayView(line).sliced(open + 1, close - open - 1), 40),
                         .age = std::chrono::seconds(std::clamp<qint64>(age, 0, 366LL * 24 * 3600)),
                         .mark = *mark};
}
}

QStringList OrphanScan::searchCommand(const QString &desk)
{
    // One grep reads all environments. Those of other users cannot be read, except by root, who must not end their processes.
    return {u"sh"_s,
            u"-c"_s,
            uR"(cd /proc 2>/dev/null || exit 0
read up idle <uptime 2>/dev/null || exit 0
echo "uptime $up"
set -f
files=$(set +f; grep -lsF "NIGHTDESK_DISPLAY=$1/" [0-9]*/environ 2>/dev/null)
for f in $files; do
 p=${f%/environ}
 [ -O "$p" ] || continue
 m=$(tr '\000' '\n' <"$f" 2>/dev/null | grep "^NIGHTDESK_DISPLAY=$1/")
 s=$(cat "$p/stat" 2>/dev/null)
 printf 'process %s %s' "$p" "${m#*=}"
 printf ' %s' $s
 echo
done
exit 0)"_s,
            u"sh"_s,
            desk};
}

QStringList OrphanScan::endCommand(const ProgramMark &mark, const QList<qint64> &processes)
{
    QStringList command{u"sh"_s,
                        u"-c"_s,
                        uR"(cd /proc 2>/dev/null || exit 1
trap '' HUP
m=$1
shift
ours() { [ -O "$1" ] && grep -qsF "NIGHTDESK_DISPLAY=$m" "$1/environ"; }
left() { for p in "$@"; do ours "$p" && return 0; done; return 1; }
for p in "$@"; do ours "$p" && kill -TERM "$p"; done
n=0
while left "$@"; do
 n=$((n + 1))
 [ $n -eq 6 ] && for p in "$@"; do ours "$p" && kill -KILL "$p"; done
 [ $n -eq 8 ] && exit 1
 sleep 1
done
exit 0)"_s,
                        u"sh"_s,
                        QString::fromUtf8(mark.text())};
    for (const qint64 process : processes) {
        command << QString::number(process);
    }
    return command;
}

QList<OrphanedProgram> OrphanScan::parse(const QByteArray &answer, const QString &desk, const QDateTime &now)
{
    double uptime = 0;
    QList<RemoteProcess> processes;
    for (const QByteArray &line : answer.first(std::min(answer.size(), maxAnswer)).split('\n')) {
        if (line.startsWith("uptime ")) {
            const double seconds = line.sliced(7).toDouble();
            uptime = seconds > 0 ? std::min(seconds, 1e10) : 0; // "nan", which a host may send, is not greater than 0
        } else if (line.startsWith("process ") && processes.size() < maxProcesses) {
            if (const auto process = parseProcess(line, uptime); process && process->mark.deskName == desk) {
                processes.append(*process);
            }
        }
    }
    // Processes that inherited a program's mark, such as the children of a shell, belong to the same program. Their common ancestor represents it.
    QHash<qint64, RemoteProcess> byId;
    for (const RemoteProcess &process : processes) {
        byId.insert(process.id, process);
    }
    const auto eldest = [&byId](const RemoteProcess &process) {
        qint64 id = process.id;
        for (int depth = 0; depth < 64; ++depth) { // a forged answer may have circular parents
            const auto parent = byId.constFind(byId.value(id).parentId);
            if (parent == byId.cend() || !(parent->mark == process.mark) || parent->id == id) {
                break;
            }
            id = parent->id;
        }
        return id;
    };
    // A program that sshd started leads a Unix session, and sshd stays its parent. A daemon leads a session too, but its parent is init.
    const auto isOfSshd = [&processes](const RemoteProcess &first) {
        return first.sessionId == first.id && first.parentId > 1 && std::ranges::none_of(processes, [&first](const RemoteProcess &other) {
                   return other.mark == first.mark && other.startTicks < first.startTicks;
               });
    };
    QList<OrphanedProgram> found;
    for (const RemoteProcess &process : std::as_const(processes)) {
        const RemoteProcess &first = byId[eldest(process)];
        auto orphan = std::ranges::find(found, first.id, &OrphanedProgram::processId);
        if (orphan == found.end()) {
            found.append({.processId = first.id, .name = first.name, .startedAt = now.toUTC().addSecs(-first.age.count()), .mark = first.mark});
            orphan = found.end() - 1;
        }
        if (!orphan->processes.contains(process.id)) {
            orphan->processes.append(process.id);
            if (process.sessionId == first.id && isOfSshd(first)) {
                orphan->sessionProcesses.append(process.id);
            }
        }
    }
    return found;
}
}
