// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/nightbar.h"

#include "monitors/siderealclock.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/toolbarshade.h"
#include "widgets/common/widgetlook.h"
#include "widgets/view/nightindicators.h"
#include "widgets/wording/readablecolor.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QTimeZone>
#include <QToolButton>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
QToolButton *makeIndicatorButton(const QString &icon)
{
    auto *button = new QToolButton;
    if (!icon.isEmpty()) {
        button->setIcon(QIcon::fromTheme(icon));
    }
    button->setToolButtonStyle(icon.isEmpty() ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus); // the keyboard stays with the desktop
    button->hide();
    return button;
}

QLabel *makeClockLabel(const QString &description)
{
    QLabel *label = PlainLabel::create();
    label->setAccessibleDescription(description);
    // Tabular digits: with different widths, neighboring widgets would move each second.
    QFont font = label->font();
    font.setFeature("tnum", 1);
    label->setFont(font);
    return label;
}
}

NightBar::NightBar()
    : m_recordingButton(makeIndicatorButton({}))
    , m_bellMutedButton(makeIndicatorButton(QStringLiteral("audio-volume-muted")))
    , m_messageLabel(PlainLabel::create())
    , m_callLabel(PlainLabel::create())
    , m_siderealClock(makeClockLabel(i18nc("@info accessible description", "Local mean sidereal time at the observatory")))
    , m_facilityClock(makeClockLabel(i18nc("@info accessible description", "Time at the observatory")))
    , m_utClock(makeClockLabel(i18nc("@info accessible description", "Universal Time")))
    , m_visibilityWatch(this)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_messageLabel, m_callLabel, m_recordingButton, m_bellMutedButton, m_siderealClock, m_facilityClock, m_utClock}) {
        row->addWidget(widget);
    }
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_messageLabel->hide();
    m_callLabel->hide();
    m_siderealClock->hide();
    m_facilityClock->hide();
    WidgetLook::setBold(m_utClock);

    m_clockTimer.setSingleShot(true);
    m_clockTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_clockTimer, &QTimer::timeout, this, &NightBar::updateClocks);
    connect(&m_visibilityWatch, &VisibilityWatch::visibilityChanged, this, [this](bool seen) {
        seen ? updateClocks() : m_clockTimer.stop();
    });
    m_messageTimer.setSingleShot(true);
    connect(&m_messageTimer, &QTimer::timeout, this, [this] {
        showMessage({});
    });
    showTime(QDateTime::currentDateTimeUtc());
}

QColor NightBar::readableColor(const QPalette &toolbar, const QColor &text)
{
    return ReadableColor::readableOn(text,
                                     {toolbar.color(QPalette::Window)},
                                     DarkeningLayer::darkens(toolbar) ? ReadableColor::enoughToDarken : ReadableColor::enough);
}

void NightBar::setIndicators(NightIndicators *indicators)
{
    m_nightIndicators = indicators;
    connect(indicators, &NightIndicators::indicatorsChanged, this, &NightBar::refresh);
    connect(indicators, &NightIndicators::toolbarMessageRequested, this, &NightBar::showMessage);
    connect(m_recordingButton, &QToolButton::clicked, indicators, &NightIndicators::stopRecordingRequested);
    connect(m_bellMutedButton, &QToolButton::clicked, indicators, &NightIndicators::bellUnmuteRequested);
    refresh();
}

void NightBar::refresh()
{
    const QString until = m_nightIndicators ? m_nightIndicators->bellMutedUntilText() : QString();
    m_bellMutedButton->setText(until);
    m_bellMutedButton->setVisible(!until.isEmpty());
    m_bellMutedButton->setAccessibleName(i18nc("@info accessible name; %1: until 03:15", "Bell muted %1", until));
    m_bellMutedButton->setToolTip(i18nc("@info:tooltip", "The desktops’ bell is muted; click to unmute it"));
    const QString callText = m_nightIndicators ? m_nightIndicators->callText() : QString();
    m_callLabel->setText(m_callLabel->fontMetrics().elidedText(callText, Qt::ElideRight, fontMetrics().averageCharWidth() * 48));
    m_callLabel->setToolTip(callText.isEmpty() ? QString() : QStringLiteral("<qt>%1</qt>").arg(callText.toHtmlEscaped()));
    if (m_callLabel->isHidden() != callText.isEmpty()) {
        m_callLabel->setVisible(!callText.isEmpty());
        Q_EMIT sizeHintChanged();
    }
    m_recordingButton->setVisible(m_nightIndicators && m_nightIndicators->recording());
    showTime(QDateTime::currentDateTimeUtc());
}

void NightBar::showMessage(const QString &text)
{
    m_lastMessageText = text;
    m_messageLabel->setToolTip(QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped()));
    m_messageLabel->setVisible(!text.isEmpty());
    if (!text.isEmpty()) {
        m_messageTimer.start(6s);
    }
    fitToWidth();
    Q_EMIT sizeHintChanged();
}

bool NightBar::isClockRunning() const
{
    return m_clockTimer.isActive();
}

void NightBar::updateClocks()
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    showTime(now);
    // Next full second, because observers read seconds; 2 ms later, in case the timer fires early.
    m_clockTimer.start(1000 - now.time().msec() + 2);
    Q_EMIT secondPassed();
}

void NightBar::showTime(const QDateTime &utc)
{
    const auto clockText = [](const QTime &time) {
        return time.toString(QStringLiteral("HH:mm:ss"));
    };
    m_utClock->setText(i18nc("@info:status Universal Time", "UT %1", clockText(utc.time())));
    m_utClock->setToolTip(utc.toString(QStringLiteral("yyyy-MM-dd")));

    // QTimeZone with an empty name would be this computer's zone.
    const QTimeZone zone = m_nightIndicators && !m_nightIndicators->timezone().isEmpty() ? QTimeZone(m_nightIndicators->timezone().toUtf8()) : QTimeZone();
    const bool hadFacility = std::exchange(m_hasFacilityTime, zone.isValid() && zone.id() != "UTC");
    if (m_hasFacilityTime) {
        const QDateTime there = utc.toTimeZone(zone);
        m_facilityClock->setText(
            i18nc("@info:status the time at the observatory; %1: its time zone, as in HST", "%1 %2", zone.abbreviation(utc), clockText(there.time())));
        m_facilityClock->setToolTip(i18nc("@info:tooltip time at the observatory; %1: a date, %2: its time zone",
                                          "%1 at the observatory (%2)",
                                          there.toString(QStringLiteral("yyyy-MM-dd")),
                                          QString::fromUtf8(zone.id())));
    }
    const bool hadSidereal = std::exchange(m_hasSiderealTime, m_nightIndicators && m_nightIndicators->longitude());
    if (m_hasSiderealTime) {
        const auto sidereal = SiderealClock(*m_nightIndicators->longitude()).localMeanTime(utc);
        m_siderealClock->setText(
            i18nc("@info:status local mean sidereal time", "LMST %1", clockText(QTime::fromMSecsSinceStartOfDay(static_cast<int>(sidereal.count())))));
        m_siderealClock->setToolTip(
            i18nc("@info:tooltip", "Local mean sidereal time at the observatory, accurate to one second (UT1 is assumed to equal UTC)"));
    }
    if (m_nightIndicators && m_nightIndicators->recording()) {
        const NightIndicators::Recording recording = *m_nightIndicators->recording();
        const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - recording.startedAt);
        const auto minutes = [](std::chrono::seconds time) {
            return QStringLiteral("%1:%2").arg(time.count() / 60).arg(time.count() % 60, 2, 10, QLatin1Char('0'));
        };
        constexpr int longest = 24; // characters of a title: the toolbar needs room for other things
        const QString title = recording.title.size() > longest ? recording.title.first(longest - 1) + u'…' : recording.title;
        QString text =
            i18nc("@action:button ends a recording; %1: for how long it runs, as in 1:05; %2: the desktop", "● REC %1 · %2 – Stop", minutes(elapsed), title);
        QPalette colors = m_recordingButton->palette();
        for (const QPalette::ColorRole role : {QPalette::ButtonText, QPalette::WindowText}) { // which role a button's text has depends on the style
            colors.setColor(role, readableColor(palette(), Wording::color(Wording::StatusTone::Bad)));
        }
        m_recordingButton->setPalette(colors);
        m_recordingButton->setText(text.replace(u'&', QStringLiteral("&&")));
        m_recordingButton->setAccessibleName(i18nc("@info accessible name of a button, %1 is a desktop", "Stop recording %1", recording.title));
        m_recordingButton->setToolTip(QStringLiteral("<qt>%1</qt>")
                                          .arg(i18nc("@info:tooltip %1: a desktop's title, %2: a time as in 2:00",
                                                     "Recording %1 for at most %2; click to stop",
                                                     recording.title.toHtmlEscaped(),
                                                     minutes(recording.durationLimit))));
    }
    if (hadFacility != m_hasFacilityTime || hadSidereal != m_hasSiderealTime) {
        Q_EMIT sizeHintChanged();
    }
    fitToWidth();
}

int NightBar::requiredWidth(bool withFacility, bool withSidereal) const
{
    int width = 0;
    for (int i = 0; i < layout()->count(); ++i) {
        const QWidget *widget = layout()->itemAt(i)->widget();
        const bool counts = widget == m_facilityClock ? withFacility : widget == m_siderealClock ? withSidereal : !widget->isHidden();
        width += counts ? widget->sizeHint().width() + (width > 0 ? layout()->spacing() : 0) : 0;
    }
    return width;
}

void NightBar::setMaxWidth(int width)
{
    m_maxWidth = width;
    fitToWidth();
}

void NightBar::fitToWidth()
{
    if (!m_messageLabel->isHidden()) { // a long file name must not take room from the buttons; the main window shows it in full
        m_messageLabel->clear();
        const int letter = fontMetrics().averageCharWidth();
        const int room = std::clamp(m_maxWidth - requiredWidth(false, false), 12 * letter, 48 * letter);
        m_messageLabel->setText(m_messageLabel->fontMetrics().elidedText(m_lastMessageText, Qt::ElideMiddle, room));
    }
    const bool withFacility = m_hasFacilityTime && requiredWidth(true, m_hasSiderealTime) <= m_maxWidth;
    const bool withSidereal = m_hasSiderealTime && requiredWidth(withFacility, true) <= m_maxWidth;
    m_facilityClock->setVisible(withFacility);
    m_siderealClock->setVisible(withSidereal);
}
}
