// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xexperiencestore.h"

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

void apply(XExperience &experience, const QList<XExperienceStore::Added> &all)
{
    for (const XExperienceStore::Added &added : all) {
        (experience.*(added.isInteraction ? &XExperience::addInteraction : &XExperience::addStart))(added.title, added.seen, added.cost);
    }
}

/// What is stored in the file; empty: the file cannot be read and must not be overwritten.
std::optional<XExperience> experienceIn(const QString &file)
{
    const auto bytes = PrivateFile::read(file, XExperience::mostBytes);
    if (!bytes) {
        qCWarning(LogXWindow).noquote() << file << "is not used:" << bytes.error();
        return std::nullopt;
    }
    if (!*bytes) {
        return XExperience();
    }
    const auto experience = XExperience::fromJson(**bytes);
    if (!experience) {
        qCWarning(LogXWindow).noquote() << file << "is not used:" << experience.error();
        return std::nullopt;
    }
    return *experience;
}

void writeAdded(const QString &file, const QList<XExperienceStore::Added> &added)
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
    auto experience = experienceIn(file);
    if (!experience) {
        return;
    }
    apply(*experience, added);
    if (const auto written = PrivateFile::write(file, experience->toJson()); !written) {
        reportError(written.error());
    }
}
}

XExperienceStore::XExperienceStore(const QString &file, QObject *parent)
    : QObject(parent)
    , m_file(file)
    , m_jobs("X experience", 1, endLimit) // one job at a time, so that the file is read before it is written
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(writePause);
    connect(&m_pause, &QTimer::timeout, this, &XExperienceStore::save);
    m_jobs.run(
        [file] {
            return experienceIn(file).value_or(XExperience());
        },
        this,
        [this](const XExperience &read) {
            m_experience = read;
            m_isRead = true;
            if (!m_added.isEmpty()) {
                apply(m_experience, m_added);
                m_pause.start();
            }
            Q_EMIT changed();
        });
}

XExperienceStore::~XExperienceStore()
{
    save();
}

const XExperience &XExperienceStore::experience() const
{
    return m_experience;
}

void XExperienceStore::addStart(const XTraceTitle &title, const XSeen &seen, const std::optional<XCost> &cost)
{
    add({.isInteraction = false, .title = title, .seen = seen, .cost = cost});
}

void XExperienceStore::addInteraction(const XTraceTitle &title, const XSeen &seen, const std::optional<XCost> &cost)
{
    add({.isInteraction = true, .title = title, .seen = seen, .cost = cost});
}

void XExperienceStore::add(const Added &added)
{
    apply(m_experience, {added});
    m_added.append(added);
    // Results that are added before the file was read are written after the reading.
    if (m_isRead && !m_pause.isActive()) {
        m_pause.start();
    }
    Q_EMIT changed();
}

void XExperienceStore::save()
{
    if (!m_added.isEmpty()) {
        m_jobs.run([file = m_file, added = std::exchange(m_added, {})] {
            writeAdded(file, added);
        });
    }
}
}
