// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/screens/screensdialog.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/shrinkablearea.h"
#include "widgets/screens/screenplan.h"
#include "widgets/wording/screenwording.h"

#include <KLocalizedString>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QIcon>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
ScreensDialog::ScreensDialog(const QString &siteName, const QStringList &names, const InstrumentProfile &profile, QWidget *parent)
    : QDialog(parent)
    , m_screenNames(names)
{
    setWindowTitle(i18nc("@title:window", "Screens of This Workstation"));
    setWhatsThis(ScreenWording::assignmentRule());
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    const QString heading = names.isEmpty()
        ? i18nc("@info",
                "This site has no named screens, so displays go to the first monitor. Screens are named in facility.toml for each "
                "site; choose the site with Settings ▸ Site of This Workstation.")
        : siteName.isEmpty() ? i18nc("@info", "Which monitor of this workstation is which screen?")
                             : i18nc("@info a site's name", "Which monitor of this workstation is which screen of %1?", displayText(siteName));
    column->addWidget(PlainLabel::createWrapped(heading));
    m_screenPlan = new ScreenPlan;
    m_screenPlan->setProfile(profile, names);
    column->addWidget(m_screenPlan, 3);
    m_sharedMonitorHint = PlainLabel::createWrapped();
    column->addWidget(m_sharedMonitorHint);

    auto *list = new QWidget;
    auto *form = new QFormLayout(list);
    form->setContentsMargins(0, 0, 0, 0);
    for (const QString &name : names) {
        auto *box = new QComboBox;
        const QString shown = displayText(name);
        box->setAccessibleName(i18nc("@info accessible name, a screen's name", "Monitor for the screen %1", shown));
        box->setWhatsThis(ScreenWording::assignmentRule());
        box->setMinimumContentsLength(36);
        form->addRow(PlainLabel::create(i18nc("@label:listbox a screen's name", "%1:", shown)), box);
        m_monitorBoxes.append(box);
        connect(box, &QComboBox::currentIndexChanged, this, [this, name, box] {
            chooseMonitor(name, box);
        });
    }
    auto *scroll = new QScrollArea; // scrolls on small monitors and for sites with many screens
    scroll->setWidget(list);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setVisible(!names.isEmpty());
    column->addWidget(scroll, 1);
    QLabel *rule = PlainLabel::createWrapped(ScreenWording::assignmentRule());
    rule->setForegroundRole(QPalette::PlaceholderText);
    rule->setVisible(!names.isEmpty());
    column->addWidget(rule);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Apply | QDialogButtonBox::Cancel | QDialogButtonBox::Reset);
    auto *whole = new QVBoxLayout(this);
    whole->addWidget(new ShrinkableArea(content), 1); // the content is larger than a small laptop's screen
    whole->addWidget(buttons);
    m_applyButton = buttons->button(QDialogButtonBox::Apply);
    m_resetButton = buttons->button(QDialogButtonBox::Reset);
    m_resetButton->setToolTip(i18nc("@info:tooltip", "Assigns a monitor to each screen automatically"));
    m_identifyButton = buttons->addButton(i18nc("@action:button", "&Identify Monitors"), QDialogButtonBox::ResetRole);
    m_identifyButton->setIcon(QIcon::fromTheme(QStringLiteral("preferences-desktop-display")));
    m_identifyButton->setToolTip(i18nc("@info:tooltip", "Shows on each monitor which screen it is"));
    m_identifyButton->setAutoDefault(false);
    connect(m_identifyButton, &QPushButton::clicked, this, &ScreensDialog::identifyScreensRequested);
    connect(m_applyButton, &QPushButton::clicked, this, &ScreensDialog::applyMapping);
    connect(m_resetButton, &QPushButton::clicked, this, [this] {
        m_chosenMapping.clear();
        fillMonitorBoxes();
    });
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        applyMapping();
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const QSize room = (parent ? parent->screen() : screen())->availableSize() * 0.9;
    scroll->setMinimumHeight(std::min(list->sizeHint().height(), room.height() / 4));
    const int width = std::min(fontMetrics().averageCharWidth() * 90, room.width());
    const QMargins margins = whole->contentsMargins();
    const int rest = margins.top() + margins.bottom() + whole->spacing() + buttons->sizeHint().height();
    resize(width, std::min(column->totalHeightForWidth(width - margins.left() - margins.right()) + rest, room.height()));
    if (!m_monitorBoxes.isEmpty()) {
        m_monitorBoxes.constFirst()->setFocus();
    }
    showChosenMonitors();
}

void ScreensDialog::setMonitors(const QList<PhysicalMonitor> &monitors)
{
    m_monitors = monitors;
    fillMonitorBoxes();
}

void ScreensDialog::setEffectiveMapping(const ScreenMapping &mapping)
{
    m_effectiveMapping = mapping;
    m_chosenMapping = mapping;
    fillMonitorBoxes();
}

ScreenMap ScreensDialog::chosenScreenMap() const
{
    return ScreenMap(m_screenNames, m_monitors, m_chosenMapping);
}

QString ScreensDialog::textOfAutomaticMonitor(const QString &screenName) const
{
    ScreenMapping others = m_chosenMapping;
    others.remove(screenName);
    const int monitor = ScreenMap(m_screenNames, m_monitors, others).monitorFor(screenName);
    return monitor < 0
        ? i18nc("@item:inlistbox a monitor is chosen automatically", "Automatic")
        : i18nc("@item:inlistbox a monitor is chosen automatically, a monitor’s connector", "Automatic (%1)", displayText(m_monitors[monitor].id.connector));
}

void ScreensDialog::fillMonitorBoxes()
{
    const ScreenMap map = this->chosenScreenMap();
    for (qsizetype i = 0; i < m_monitorBoxes.size(); ++i) {
        QComboBox *box = m_monitorBoxes[i];
        const QSignalBlocker blocker(box);
        box->clear();
        box->addItem(textOfAutomaticMonitor(m_screenNames[i]));
        for (const int monitor : map.monitorIndexesLeftToRight()) {
            box->addItem(ScreenWording::monitorWithModel(m_monitors[monitor]), QVariant::fromValue(m_monitors[monitor].id));
        }
        const QString &name = m_screenNames[i];
        if (map.isOnChosenMonitor(name)) {
            box->setCurrentIndex(1 + static_cast<int>(map.monitorIndexesLeftToRight().indexOf(map.monitorFor(name))));
        } else if (const auto choice = m_chosenMapping.constFind(name); choice != m_chosenMapping.constEnd()) {
            // A disconnected monitor stays chosen until the user changes it, because monitors may return.
            box->addItem(i18nc("@item:inlistbox a monitor's connector", "%1 (not connected)", displayText(choice->connector)), QVariant::fromValue(*choice));
            box->setCurrentIndex(box->count() - 1);
        }
    }
    showChosenMonitors();
}

void ScreensDialog::chooseMonitor(const QString &name, const QComboBox *box)
{
    if (box->currentIndex() <= 0) {
        m_chosenMapping.remove(name);
    } else {
        m_chosenMapping.insert(name, box->currentData().value<MonitorId>());
    }
    showChosenMonitors();
}

void ScreensDialog::showChosenMonitors()
{
    for (qsizetype i = 0; i < m_monitorBoxes.size(); ++i) {
        m_monitorBoxes[i]->setItemText(0, textOfAutomaticMonitor(m_screenNames[i]));
    }
    m_screenPlan->setMonitors(m_monitors, m_chosenMapping);
    m_sharedMonitorHint->setText(ScreenWording::screensSharingMonitors(chosenScreenMap(), m_monitors));
    m_sharedMonitorHint->setVisible(!m_sharedMonitorHint->text().isEmpty());
    m_applyButton->setEnabled(m_chosenMapping != m_effectiveMapping);
    m_resetButton->setEnabled(!m_chosenMapping.isEmpty());
    Q_EMIT unsavedMappingChanged();
}

void ScreensDialog::applyMapping()
{
    if (m_chosenMapping != m_effectiveMapping) {
        m_effectiveMapping = m_chosenMapping;
        m_applyButton->setEnabled(false);
        Q_EMIT mappingApplied(m_chosenMapping);
    }
}
}
