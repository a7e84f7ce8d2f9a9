// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/nightservices.h"

#include "app/console/console.h"
#include "app/settings/settingsstore.h"
#include "app/window/themedaction.h"
#include "monitors/night/nightnotices.h"
#include "nightdesk.h"
#include "sessions/desk/desk.h"
#include "sessions/power/wakeguard.h"
#include "widgets/capture/captures.h"
#include "widgets/night/nightbell.h"
#include "widgets/questions/messagebar.h"
#include "widgets/view/nightindicators.h"

#include <KActionCollection>
#include <KActionMenu>
#include <KLocalizedString>

#include <QAction>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QJsonObject>
#include <QUrl>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString localDisplay()
{
    return QGuiApplication::platformName() == "xcb"_L1 ? qEnvironmentVariable("DISPLAY") : QString();
}
}

NightServices::NightServices(Console &console)
    : QObject(&console)
    , m_console(console)
    , m_wakeGuard(new WakeGuard(localDisplay(), this))
    , m_nightBell(new NightBell(console.desk(), console.indicators(), {}, this))
    , m_captures(new Captures(console.indicators(), localDisplay(), this))
    , m_nightNotices(new NightNotices(console.desk(), this))
{
    buildActions();
    connect(console.desk(), &Desk::connectedChanged, this, &NightServices::applySettings);
    connect(console.desk(), &Desk::sessionAboutToBeRemoved, m_captures, &Captures::forgetSession);
    connect(m_nightNotices, &NightNotices::consoleRequested, this, &NightServices::consoleRequested);
    connect(m_nightBell, &NightBell::muteChanged, this, [this] {
        Settings::setBellMutedUntil(m_nightBell->mutedUntil().isValid() ? m_nightBell->mutedUntil().toString(Qt::ISODate) : QString());
        SettingsStore::save();
    });
    connect(m_captures, &Captures::fileSaved, console.messageBar(), &MessageBar::offerToOpenFile);
    connect(console.messageBar(), &MessageBar::openUrlRequested, this, [](const QUrl &url) {
        QDesktopServices::openUrl(url);
    });
    connect(m_captures, &Captures::captureFailed, this, [this](const QString &text) {
        m_console.messageBar()->showWarning(text);
        // Announced in viewer windows, too, because they may cover the console.
        m_console.indicators()->showMessageOnToolbars(text);
    });
    connect(m_captures, &Captures::recordingChanged, m_recordAction, &QAction::setChecked);
    connect(Settings::self(), &Settings::configChanged, this, &NightServices::applySettings);
    m_nightBell->restoreMute(QDateTime::fromString(Settings::bellMutedUntil(), Qt::ISODate));
    applySettings();
}

NightServices::~NightServices() = default;

NightNotices *NightServices::notices() const
{
    return m_nightNotices;
}

void NightServices::setFacility(const Facility &facility, const QString &site)
{
    m_console.indicators()->setFacility(facility.timezone, facility.longitude);
    m_nightBell->setTimezone(facility.timezone);
    m_captures->setSite(site);
}

void NightServices::applySettings()
{
    m_wakeGuard->setActive(m_console.desk()->isConnected() && Settings::keepAwake());
    m_console.indicators()->setBrightness(Settings::stripBrightness());
    m_captures->setDirectory(Settings::pictureDirectory());
    m_captures->setMaxRecordingLength(std::chrono::seconds(Settings::recordingSeconds()));
    m_nightNotices->setNoticesEnabled(Settings::notify());
}

void NightServices::describe(QJsonObject &state) const
{
    QJsonObject night{{u"awake"_s, m_wakeGuard->describe()}};
    if (const QDateTime until = m_nightBell->mutedUntil(); until.isValid()) {
        night.insert(u"bellMutedUntil"_s, until.toString(Qt::ISODate));
    }
    if (m_captures->isRecording()) {
        night.insert(u"recording"_s, m_captures->recordedDesktopKey());
    }
    state.insert(u"night"_s, night);
}

DesktopSession *NightServices::currentDesktop() const
{
    if (DesktopSession *current = m_console.indicators()->currentDesktop()) {
        return current;
    }
    for (Session *session : m_console.desk()->sessions()) {
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            return desktop;
        }
    }
    m_console.messageBar()->showInfo(i18nc("@info", "No desktop is shown. Show a desktop first."));
    return nullptr;
}

void NightServices::toggleRecording()
{
    if (m_captures->isRecording()) {
        m_captures->stopRecording();
    } else if (DesktopSession *session = currentDesktop()) {
        m_captures->startRecording(session, m_console.desk()->profileOf(session).id);
    }
    m_recordAction->setChecked(m_captures->isRecording());
}

void NightServices::buildActions()
{
    KActionCollection *actions = m_console.actions();
    const auto add = [actions, this](const QString &name, const QString &icon, const QString &text, const QKeySequence &key, auto slot) {
        QAction *action = addThemedAction(actions, name, icon, text, key);
        if (!key.isEmpty()) {
            action->setShortcutContext(Qt::ApplicationShortcut); // works in viewer windows, too
        }
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    QAction *picture = add(u"night_picture"_s,
                           u"camera-photo"_s,
                           i18nc("@action:inmenu of the desktop that has the keyboard", "Save Screenshot of Desktop"),
                           QKeySequence(Qt::CTRL | Qt::Key_Print),
                           [this] {
                               if (DesktopSession *session = currentDesktop()) {
                                   m_captures->saveScreenshot(session, m_console.desk()->profileOf(session).id);
                               }
                           });
    QAction *screens = add(u"night_picture_screens"_s,
                           u"view-fullscreen"_s,
                           i18nc("@action:inmenu", "Save Screenshot of All Screens"),
                           QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Print),
                           [this] {
                               QStringList profiles;
                               for (const InstrumentProfile &profile : m_console.desk()->profiles()) {
                                   profiles.append(profile.id);
                               }
                               m_captures->saveAllScreens(profiles.join(u' '));
                           });
    m_recordAction = add(u"night_record"_s,
                         u"media-record"_s,
                         i18nc("@action:inmenu of the desktop that has the keyboard", "Record Desktop"),
                         QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R),
                         [this] {
                             toggleRecording();
                         });
    m_recordAction->setCheckable(true);
    const auto tellKey = [this] {
        m_captures->setStopShortcutText(m_recordAction->shortcut().toString(QKeySequence::NativeText));
    };
    connect(m_recordAction, &QAction::changed, m_captures, tellKey);
    tellKey();

    auto *mute = new KActionMenu(QIcon::fromTheme(u"audio-volume-muted"_s), i18nc("@action:inmenu", "Mute Bell"), this);
    mute->setPopupMode(QToolButton::InstantPopup);
    actions->addAction(u"night_mute"_s, mute);
    const auto addLength = [&](const QString &name, const QString &text, BellMute::MuteLength length) {
        mute->addAction(add(name, {}, text, {}, [this, length] {
            m_nightBell->mute(length);
        }));
    };
    addLength(u"night_mute_quarter"_s, i18nc("@action:inmenu mute the bell", "For 15 Minutes"), BellMute::MuteLength::QuarterHour);
    addLength(u"night_mute_hour"_s, i18nc("@action:inmenu mute the bell", "For an Hour"), BellMute::MuteLength::Hour);
    addLength(u"night_mute_night"_s, i18nc("@action:inmenu mute the bell; noon at the observatory", "Until the Next Noon"), BellMute::MuteLength::Night);
    mute->addSeparator();
    QAction *sound = add(u"night_unmute"_s, u"audio-volume-high"_s, i18nc("@action:inmenu the bell is not muted any more", "Unmute Bell"), {}, [this] {
        m_nightBell->unmute();
    });
    mute->addAction(sound);
    const auto showMuted = [this, sound] {
        sound->setEnabled(!m_console.indicators()->bellMutedUntilText().isEmpty());
    };
    connect(m_console.indicators(), &NightIndicators::indicatorsChanged, sound, showMuted);
    showMuted();
    m_console.indicators()->setKeyActions({picture, screens, m_recordAction, mute});
}
}
