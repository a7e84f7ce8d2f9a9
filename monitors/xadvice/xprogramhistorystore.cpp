// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xprogramhistorystore.h"

#include "sessions/common/logging.h"
#include "sessions/common/privatefile.h"

#include <QCoreApplication>
#include <QLockFile>

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto writePause = 3s; ///< how long results are collected before they are written
constexpr auto endLimit = 500ms;

void applyAdditions(XProgramHistories &programHistories, const QList<XProgramHistoryStore::Addition> &all)
{
    for (const XProgramHistoryStore::Addition &added : all) {
        (programHistories
         .*(added.isInteraction ? &XProgramHistories::addInteraction : &XProgramHistories::addStart))(added.title, added.observation, added.cost);
    }
}

/// What is stored in the file; empty: the file cannot be read and must not be overwritten.
std::optional<XProgramHistories> readHistories(const QString &file)
{
    const auto bytes = PrivateFile::read(file, XProgramHistories::maxJsonBytes);
    if (!bytes) {
        qCWarning(LogXWindow).noquote() << file << "is not used:" << bytes.error();
        return std::nullopt;
    }
    if (!*bytes) {
        return XProgramHistories();
    }
    const auto programHistories = XProgramHistories::fromJson(**bytes);
    if (!programHistories) {
        qCWarning(LogXWindow).noquote() << file << "is not used:" << programHistories.error();
        return std::nullopt;
    }
    return *programHistories;
}

void saveAdditions(const QString &file, const QList<XProgramHistoryStore::Addition> &added)
{
    const auto reportError = [&file](const QString &why) {
        qCWarning(LogXWindow).noquote() << "what programs took to start cannot be kept in" << file << why;
    };
    if (const auto prepared = PrivateFile::prepareDirectory(file); !prepared) {
        reportError(prepared.error());
        return;
    }
    // Locked, so that two consoles of one user do not lose each other's results.
    QLockFile lock(file + u".lock"_s);
    if (!lock.tryLock(2s)) {
        reportError(u"it is locked"_s);
        return;
    }
    auto programHistories = readHistories(file);
    if (!programHistories) {
        return;
    }
    applyAdditions(*programHistories, added);
    if (const auto written = PrivateFile::write(file, programHistories->toJson()); !written) {
        reportError(written.error());
    }
}
}

XProgramHistoryStore::XProgramHistoryStore(const QString &file, QObject *parent)
    : QObject(parent)
    , m_file(file)
    , m_jobs("X experience", 1, endLimit) // one job at a time, so that the file is read before it is written
{
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(writePause);
    connect(&m_saveTimer, &QTimer::timeout, this, &XProgramHistoryStore::save);
    m_jobs.run(
        [file] {
            return readHistories(file).value_or(XProgramHistories());
        },
        this,
        [this](const XProgramHistories &read) {
            m_histories = read;
            m_isFileRead = true;
            if (!m_unsavedAdditions.isEmpty()) {
                applyAdditions(m_histories, m_unsavedAdditions);
                m_saveTimer.start();
            }
            Q_EMIT historiesChanged();
        });
}

XProgramHistoryStore::~XProgramHistoryStore()
{
    save();
}

const XProgramHistories &XProgramHistoryStore::programHistories() const
{
    return m_histories;
}

void XProgramHistoryStore::addStart(const XTraceTitle &title, const XObservation &observation, const std::optional<XCost> &cost)
{
    addObservation({.isInteraction = false, .title = title, .observation = observation, .cost = cost});
}

void XProgramHistoryStore::addInteraction(const XTraceTitle &title, const XObservation &observation, const std::optional<XCost> &cost)
{
    addObservation({.isInteraction = true, .title = title, .observation = observation, .cost = cost});
}

void XProgramHistoryStore::addObservation(const Addition &added)
{
    applyAdditions(m_histories, {added});
    m_unsavedAdditions.append(added);
    // Results that are added before the file was read are written after the reading.
    if (m_isFileRead && !m_saveTimer.isActive()) {
        m_saveTimer.start();
    }
    Q_EMIT historiesChanged();
}

void XProgramHistoryStore::save()
{
    if (!m_unsavedAdditions.isEmpty()) {
        m_jobs.run([file = m_file, added = std::exchange(m_unsavedAdditions, {})] {
            saveAdditions(file, added);
        });
    }
}
}
