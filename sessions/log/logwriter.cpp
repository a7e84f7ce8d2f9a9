// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/log/logwriter.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <variant>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr qsizetype batchSize = 64 * 1024;
constexpr auto endLimit = 900ms;
constexpr auto threadExitTimeout = 100ms; ///< time for the thread to end after everything has been written
constexpr auto fatalLimit = 500ms;

std::atomic<QtMessageHandler> before = nullptr;
}

class LogWriter::SharedState
{
public:
    SharedState(const QString &directory, const LogLimits &limits, std::chrono::milliseconds retryAfter)
        : m_files(directory, limits)
        , m_retryAfter(retryAfter)
    {
    }

    void run();
    void add(LogEntry entry);
    void setNight(const QString &night);
    bool flush(std::chrono::milliseconds limit);
    void end();

private:
    using Item = std::variant<LogEntry, QString>; ///< a log entry, or the name of a new night

    void writeNextItems(std::unique_lock<std::mutex> &lock);

    std::mutex m_mutex;
    std::condition_variable m_workAvailableCondition;
    std::condition_variable m_itemFinishedCondition;
    std::deque<Item> m_unwrittenItems;
    std::size_t m_unwrittenEntryCount = 0;
    std::size_t m_lostEntryCount = 0;
    quint64 m_addedItemCount = 0; ///< items added since the start
    quint64 m_finishedItemCount = 0;
    bool m_isEnding = false;
    LogFiles m_files; ///< used only by the writing thread
    const std::chrono::milliseconds m_retryAfter;
};

void LogWriter::SharedState::add(LogEntry entry)
{
    const std::scoped_lock lock(m_mutex);
    if (m_unwrittenEntryCount >= maxUnwrittenEntries) {
        // After a fault the newest entries are the most useful, so the oldest entry is dropped.
        const auto oldest = std::ranges::find_if(m_unwrittenItems, [](const Item &item) {
            return std::holds_alternative<LogEntry>(item);
        });
        m_unwrittenItems.erase(oldest);
        --m_unwrittenEntryCount;
        ++m_lostEntryCount;
        ++m_finishedItemCount;
    }
    m_unwrittenItems.emplace_back(std::move(entry));
    ++m_unwrittenEntryCount;
    ++m_addedItemCount;
    m_workAvailableCondition.notify_one();
}

void LogWriter::SharedState::setNight(const QString &night)
{
    const std::scoped_lock lock(m_mutex);
    m_unwrittenItems.emplace_back(night);
    ++m_addedItemCount;
    m_workAvailableCondition.notify_one();
}

bool LogWriter::SharedState::flush(std::chrono::milliseconds limit)
{
    std::unique_lock lock(m_mutex);
    const quint64 wanted = m_addedItemCount;
    return m_itemFinishedCondition.wait_for(lock, limit, [this, wanted] {
        return m_finishedItemCount >= wanted;
    });
}

void LogWriter::SharedState::end()
{
    const std::scoped_lock lock(m_mutex);
    m_isEnding = true;
    m_workAvailableCondition.notify_one();
}

void LogWriter::SharedState::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_workAvailableCondition.wait(lock, [this] {
            return m_isEnding || !m_unwrittenItems.empty();
        });
        if (m_unwrittenItems.empty()) {
            break;
        }
        const quint64 doneBefore = m_finishedItemCount;
        writeNextItems(lock);
        if (m_finishedItemCount == doneBefore) { // nothing was written: the disk accepts nothing
            if (m_isEnding) {
                break;
            }
            m_workAvailableCondition.wait_for(lock, m_retryAfter, [this] {
                return m_isEnding;
            });
        }
    }
}

void LogWriter::SharedState::writeNextItems(std::unique_lock<std::mutex> &lock)
{
    if (const auto *night = std::get_if<QString>(&m_unwrittenItems.front())) {
        m_files.setNightName(*night);
        m_unwrittenItems.pop_front();
        ++m_finishedItemCount;
        m_itemFinishedCondition.notify_all();
        return;
    }
    std::deque<Item> taken;
    QByteArray lines;
    const std::size_t lost = std::exchange(m_lostEntryCount, 0);
    while (!m_unwrittenItems.empty() && std::holds_alternative<LogEntry>(m_unwrittenItems.front()) && lines.size() < batchSize) {
        lines += logLine(std::get<LogEntry>(m_unwrittenItems.front()));
        taken.push_back(std::move(m_unwrittenItems.front()));
        m_unwrittenItems.pop_front();
        --m_unwrittenEntryCount;
    }
    if (lost > 0) {
        lines.prepend(logLine({QDateTime::currentDateTimeUtc(), QtWarningMsg, u"nightdesk.log"_s, u"%1 lines were lost: the disk took none"_s.arg(lost)}));
    }
    lock.unlock();
    const bool isWritten = m_files.append(lines).has_value();
    lock.lock();
    if (isWritten) {
        m_finishedItemCount += taken.size();
        m_itemFinishedCondition.notify_all();
        return;
    }
    m_lostEntryCount += lost;
    m_unwrittenEntryCount += taken.size();
    m_unwrittenItems.insert(m_unwrittenItems.begin(), std::make_move_iterator(taken.begin()), std::make_move_iterator(taken.end()));
}

LogWriter::LogWriter(const QString &directory, const LogLimits &limits, std::chrono::milliseconds retryAfter)
    : m_sharedState(std::make_shared<SharedState>(directory, limits, retryAfter))
    , m_writeJobs("log", 1, threadExitTimeout)
{
    m_writeJobs.run([shared = m_sharedState] {
        shared->run();
    });
}

LogWriter::~LogWriter()
{
    std::shared_ptr<SharedState> mine = m_sharedState;
    installedWriter().compare_exchange_strong(mine, nullptr);
    m_sharedState->flush(endLimit);
    m_sharedState->end();
}

void LogWriter::add(LogEntry entry)
{
    m_sharedState->add(std::move(entry));
}

void LogWriter::setNight(const QString &night)
{
    m_sharedState->setNight(night);
}

bool LogWriter::flush(std::chrono::milliseconds limit)
{
    return m_sharedState->flush(limit);
}

std::atomic<std::shared_ptr<LogWriter::SharedState>> &LogWriter::installedWriter()
{
    // Never destroyed, because threads may still log while the program exits.
    static auto &writer = *new std::atomic<std::shared_ptr<SharedState>>;
    return writer;
}

void LogWriter::handleQtMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (const QtMessageHandler handler = before.load()) {
        handler(type, context, text);
    }
    // Messages logged while writing the log must not be logged again.
    thread_local bool isLogging = false;
    if (isLogging) {
        return;
    }
    isLogging = true;
    if (const std::shared_ptr<SharedState> writer = installedWriter().load()) {
        writer->add({QDateTime::currentDateTimeUtc(), type, QString::fromUtf8(context.category ? context.category : "default"), text});
        if (type == QtFatalMsg) {
            writer->flush(fatalLimit);
        }
    }
    isLogging = false;
}

void LogWriter::install()
{
    installedWriter().store(m_sharedState);
    // The handler is installed only once and never removed, because threads may be inside it at any time.
    static const bool once = [] {
        before = qInstallMessageHandler(handleQtMessage);
        return true;
    }();
    Q_UNUSED(once)
}
}
