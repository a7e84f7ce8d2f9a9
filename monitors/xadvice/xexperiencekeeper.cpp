// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xexperiencekeeper.h"

#include "sessions/common/logging.h"
#include "sessions/profiles/privatefile.h"

#include <QCoreApplication>
#include <QLockFile>
#include <QPointer>

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto writePause = 3s; ///< a click follows upon a click
constexpr auto endLimit = 500ms;

void apply(XExperience &experience, const QList<XExperienceKeeper::Added> &all)
{
    for (const XExperienceKeeper::Added &added : all) {
        (experience.*(added.isDeed ? &XExperience::addDeed : &XExperience::addStart))(added.title, added.seen, added.cost);
    }
}

/// Empty: what is there is not ours to write over.
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

void writeAdded(const QString &file, const QList<XExperienceKeeper::Added> &added)
{
    const auto complain = [&file](const QString &why) {
        qCWarning(LogXWindow).noquote() << "what programs took to start cannot be kept in" << file << why;
    };
    if (const auto prepared = PrivateFile::prepareDirectory(file); !prepared) {
        complain(prepared.error());
        return;
    }
    // Two consoles of one user read, add and write: none may lose what the other has seen.
    QLockFile lock(file + u".lock"_s);
    if (!lock.tryLock(2s)) {
        complain(u"it is locked"_s);
        return;
    }
    auto experience = experienceIn(file);
    if (!experience) {
        return;
    }
    apply(*experience, added);
    if (const auto written = PrivateFile::write(file, experience->toJson()); !written) {
        complain(written.error());
    }
}
}

XExperienceKeeper::XExperienceKeeper(const QString &file, QObject *parent)
    : QObject(parent)
    , m_file(file)
    , m_thread(new QThreadPool)
{
    m_thread->setMaxThreadCount(1); // so that reading comes before writing
    m_pause.setSingleShot(true);
    m_pause.setInterval(writePause);
    connect(&m_pause, &QTimer::timeout, this, &XExperienceKeeper::save);
    m_thread->start([self = QPointer(this), file] {
        const XExperience read = experienceIn(file).value_or(XExperience());
        QMetaObject::invokeMethod(
            qApp,
            [self, read] {
                if (self) {
                    self->m_experience = read;
                    self->m_isRead = true;
                    if (!self->m_added.isEmpty()) {
                        apply(self->m_experience, self->m_added);
                        self->m_pause.start();
                    }
                    Q_EMIT self->changed();
                }
            },
            Qt::QueuedConnection);
    });
}

XExperienceKeeper::~XExperienceKeeper()
{
    save();
    if (m_thread->waitForDone(std::chrono::milliseconds(endLimit).count())) {
        delete m_thread;
    } // else the file system hangs, and the pool with it: it goes with the process
}

const XExperience &XExperienceKeeper::experience() const
{
    return m_experience;
}

void XExperienceKeeper::addStart(const XTraceTitle &title, const XSeen &seen, const std::optional<XCost> &cost)
{
    add({.isDeed = false, .title = title, .seen = seen, .cost = cost});
}

void XExperienceKeeper::addDeed(const XTraceTitle &title, const XSeen &seen, const std::optional<XCost> &cost)
{
    add({.isDeed = true, .title = title, .seen = seen, .cost = cost});
}

void XExperienceKeeper::add(const Added &added)
{
    apply(m_experience, {added});
    m_added.append(added);
    if (m_isRead && !m_pause.isActive()) { // what was written before would be missing in what is read
        m_pause.start();
    }
    Q_EMIT changed();
}

void XExperienceKeeper::save()
{
    if (!m_added.isEmpty()) {
        m_thread->start([file = m_file, added = std::exchange(m_added, {})] {
            writeAdded(file, added);
        });
    }
}
}
