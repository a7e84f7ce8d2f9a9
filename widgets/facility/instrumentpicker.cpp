// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/instrumentpicker.h"

#include "monitors/facilityproblems.h"
#include "sessions/display/preloadstate.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/shrinkablearea.h"
#include "widgets/common/widgetlook.h"
#include "widgets/facility/instrumentmodel.h"
#include "widgets/facility/problemview.h"
#include "widgets/facility/programswatch.h"
#include "widgets/screens/screenplan.h"
#include "widgets/wording/instrumentwording.h"
#include "widgets/wording/windowwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
InstrumentPicker::InstrumentPicker(QWidget *parent)
    : QWidget(parent)
    , m_instrumentModel(new InstrumentModel(this))
    , m_filterModel(new QSortFilterProxyModel(this))
{
    m_filterModel->setSourceModel(m_instrumentModel);
    m_filterModel->setFilterRole(InstrumentModel::filterRole);
    m_filterModel->setFilterCaseSensitivity(Qt::CaseInsensitive);

    auto *row = new QHBoxLayout(this);
    auto *left = new QVBoxLayout;
    m_searchEdit = new QLineEdit;
    m_searchEdit->setPlaceholderText(i18nc("@info:placeholder", "Search instruments"));
    m_searchEdit->setAccessibleName(i18nc("@info accessible name", "Search instruments"));
    m_searchEdit->setClearButtonEnabled(true);
    m_searchEdit->installEventFilter(this);
    m_instrumentList = new QListView;
    m_instrumentList->setAccessibleName(i18nc("@info accessible name", "Instruments"));
    m_instrumentList->setModel(m_filterModel);
    m_instrumentList->setIconSize({32, 32});
    m_instrumentList->setSpacing(2);
    m_instrumentList->setUniformItemSizes(true);
    m_instrumentList->installEventFilter(this);
    m_noFacilityLabel = PlainLabel::createWrapped();
    m_noFacilityLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_noFacilityLabel->hide();
    left->addWidget(m_searchEdit);
    left->addWidget(m_instrumentList, 1);
    left->addWidget(m_noFacilityLabel);
    row->addLayout(left, 2);

    auto *right = new QVBoxLayout;
    m_nameLabel = PlainLabel::create();
    WidgetLook::scaleFont(m_nameLabel, 1.5);
    m_descriptionLabel = PlainLabel::createWrapped();
    m_screenPlan = new ScreenPlan;
    m_connectionLossLabel = PlainLabel::createWrapped();
    m_connectionLossLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_connectionLossLabel->setAccessibleDescription(i18nc("@info accessible description", "What happens to displays when the connection is lost"));
    m_connectionLossLabel->hide();
    m_serverFitLabel = PlainLabel::createWrapped();
    m_serverFitLabel->setObjectName(QStringLiteral("fits"));
    m_serverFitLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_serverFitLabel->setAccessibleDescription(i18nc("@info accessible description", "Displays that do not fit the X server"));
    m_serverFitLabel->hide();
    m_colorSamplesLayout = new QVBoxLayout;
    m_warningLabel = PlainLabel::createWrapped();
    m_warningLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_warningLabel->hide();
    m_errorView = new ProblemView;
    m_errorView->setAccessibleName(i18nc("@info accessible name", "Errors in the profile"));
    m_errorView->hide();
    m_allProblemsButton = new QPushButton(QIcon::fromTheme(QStringLiteral("dialog-warning")), i18nc("@action:button", "Show All Problems"));
    m_allProblemsButton->setObjectName(QStringLiteral("all-mistakes"));
    m_allProblemsButton->setFlat(true);
    m_allProblemsButton->hide();
    m_connectButton = new QPushButton(QIcon::fromTheme(QStringLiteral("network-connect")), i18nc("@action:button", "Connect"));
    m_connectButton->setObjectName(QStringLiteral("connect"));
    m_connectButton->setEnabled(false);
    WidgetLook::setBold(m_connectButton);
    m_connectButton->setMinimumHeight(m_connectButton->sizeHint().height() * 3 / 2);
    m_connectButton->setMinimumWidth(m_connectButton->fontMetrics().averageCharWidth() * 24);
    m_connectInsteadButton = new QPushButton;
    m_connectInsteadButton->setObjectName(QStringLiteral("connect-instead"));
    m_connectInsteadButton->setMinimumHeight(m_connectButton->minimumHeight());
    m_connectInsteadButton->hide();
    m_preloadButton = new QPushButton;
    m_preloadButton->setObjectName(QStringLiteral("warm-up"));
    m_preloadButton->setMinimumHeight(m_connectButton->minimumHeight());
    m_preloadButton->hide();
    auto *details = new QWidget; // the instrument's details scroll on a small screen, while the buttons remain visible
    auto *column = new QVBoxLayout(details);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_descriptionLabel);
    column->addWidget(m_screenPlan, 1);
    column->addWidget(m_connectionLossLabel);
    column->addWidget(m_serverFitLabel);
    column->addLayout(m_colorSamplesLayout);
    column->addWidget(m_warningLabel);
    column->addWidget(m_errorView, 1);
    // the line with the instrument's name and the Connect button does not scroll with the details
    auto *title = new QHBoxLayout;
    title->addWidget(m_nameLabel, 1);
    right->addLayout(title);
    auto *scroll = new ShrinkableArea(details);
    scroll->setMinimumHeight(scroll->fontMetrics().height() * 4);
    right->addWidget(scroll, 1);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_allProblemsButton);
    buttons->addStretch(1);
    buttons->addWidget(m_preloadButton);
    buttons->addWidget(m_connectInsteadButton);
    right->addLayout(buttons);
    // The button is next to the name, where a small screen shows it without scrolling.
    title->addWidget(m_connectButton);
    row->addLayout(right, 3);

    setTabOrder(m_searchEdit, m_instrumentList);
    setTabOrder(m_instrumentList, m_connectButton);
    setTabOrder(m_connectButton, m_errorView);
    setTabOrder(m_errorView, m_allProblemsButton);
    setTabOrder(m_allProblemsButton, m_connectInsteadButton);
    setTabOrder(m_connectInsteadButton, m_preloadButton);
    setFocusProxy(m_searchEdit);

    connect(m_searchEdit, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filterModel->setFilterFixedString(text.trimmed());
        if (m_filterModel->rowCount() > 0 && !m_instrumentList->currentIndex().isValid()) {
            m_instrumentList->setCurrentIndex(m_filterModel->index(0, 0));
        }
        showChosenProfile();
    });
    connect(m_instrumentList->selectionModel(), &QItemSelectionModel::currentChanged, this, &InstrumentPicker::showChosenProfile);
    connect(m_instrumentList, &QListView::doubleClicked, this, [this] {
        if (!isChosenInstrumentConnected()) { // a double click can connect an instrument, but never disconnects one
            connectOrDisconnect();
        }
    });
    connect(m_connectButton, &QPushButton::clicked, this, &InstrumentPicker::connectOrDisconnect);
    connect(m_connectInsteadButton, &QPushButton::clicked, this, [this] {
        if (const InstrumentProfile *profile = chosenProfile(); profile && !isChosenInstrumentConnected()) {
            Q_EMIT connectInsteadRequested(*profile);
        }
    });
    connect(m_preloadButton, &QPushButton::clicked, this, [this] {
        if (isChosenInstrumentOnlyPreloaded()) {
            Q_EMIT disconnectRequested(chosenProfileId());
        } else if (const InstrumentProfile *profile = chosenProfile(); profile && !isChosenInstrumentConnected()) {
            Q_EMIT preloadRequested(*profile);
        }
    });
    connect(m_allProblemsButton, &QPushButton::clicked, this, [this] {
        const BrokenProfile *broken = m_instrumentModel->brokenProfileAt(chosenRow());
        Q_EMIT allProblemsRequested(broken ? broken->file : QString());
    });
    connect(m_errorView, &ProblemView::openFileRequested, this, &InstrumentPicker::openFileRequested);
    addContextMenu();
    showChosenProfile();
}

void InstrumentPicker::addContextMenu()
{
    const auto add = [this](const QString &icon, const QString &text) {
        auto *action = new QAction(QIcon::fromTheme(icon), text, m_instrumentList);
        m_instrumentList->addAction(action);
        return action;
    };
    m_editAction = add(QStringLiteral("document-edit"), i18nc("@action:inmenu in the editor that is set", "Edit Profile"));
    m_newFromProfileAction = add(QStringLiteral("document-new"), {});
    m_duplicateAction = add(QStringLiteral("edit-copy"), i18nc("@action:inmenu", "Duplicate Profile"));
    m_instrumentList->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_editAction, &QAction::triggered, this, [this] {
        Q_EMIT openFileRequested({.file = m_instrumentModel->fileAt(chosenRow()), .line = 1, .column = 1});
    });
    connect(m_newFromProfileAction, &QAction::triggered, this, [this] {
        Q_EMIT newFromProfileRequested(m_instrumentModel->fileAt(chosenRow()), m_nameLabel->text());
    });
    connect(m_duplicateAction, &QAction::triggered, this, [this] {
        Q_EMIT duplicateRequested(m_instrumentModel->fileAt(chosenRow()), chosenProfileId(), m_nameLabel->text());
    });
}

InstrumentPicker::~InstrumentPicker() = default;

void InstrumentPicker::setResumeOffered(bool offered)
{
    m_connectButton->setVisible(!offered); // hidden while the Resume button is shown; the File menu still has this action
}

void InstrumentPicker::setFacility(const Facility &facility, const QString &siteId)
{
    const QString before = chosenProfileId(); // so that the selected instrument remains selected when its profile was fixed
    const QString fileBefore = m_instrumentModel->fileAt(chosenRow()); // two files may have the same id by error
    const auto site = std::ranges::find(facility.sites, siteId, &SiteSpec::id);
    m_screenNames = site == facility.sites.end() ? QStringList() : site->screens;
    m_facilityDirectory = facility.directory;
    m_allProblemsButton->setVisible(!FacilityProblems::all(facility).isEmpty());
    m_instrumentModel->setFacility(facility);
    if (const int row = m_instrumentModel->rowOfFile(fileBefore); row >= 0 && !fileBefore.isEmpty()) {
        m_instrumentList->setCurrentIndex(m_filterModel->mapFromSource(m_instrumentModel->index(row)));
    } else {
        chooseProfile(before);
    }
    if (!m_instrumentList->currentIndex().isValid() && m_filterModel->rowCount() > 0) {
        m_instrumentList->setCurrentIndex(m_filterModel->index(0, 0));
    }
    showChosenProfile();
}

void InstrumentPicker::setNoFacilityText(const QString &text)
{
    m_noFacilityLabel->setText(text);
    m_noFacilityLabel->setVisible(!text.isEmpty());
}

void InstrumentPicker::setMonitors(const QList<PhysicalMonitor> &monitors, const ScreenMapping &chosen)
{
    m_screenPlan->setMonitors(monitors, chosen);
}

void InstrumentPicker::setServerFitProblems(const QList<std::pair<QString, XServerFit>> &fits)
{
    QStringList lines;
    bool isBad = false;
    while (const QLayoutItem *item = m_colorSamplesLayout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const auto &[title, fit] : fits) {
        if (fit.colors) {
            m_colorSamplesLayout->addWidget(new ProgramColorSample(title, *fit.colors));
        }
        isBad = isBad || fit.verdict == XServerFit::Verdict::DoesNotFit;
        for (const XServerFit::Finding &finding : fit.findings) {
            lines.append(i18nc("@info %1: a display, %2: what is wrong, %3: what to do", "%1: %2 %3", title, finding.problem, finding.remedy));
        }
    }
    m_serverFitLabel->setText(lines.join(u'\n'));
    m_serverFitLabel->setVisible(!lines.isEmpty());
    WidgetLook::setTextColor(m_serverFitLabel, Wording::color(isBad ? Wording::StatusTone::Bad : Wording::StatusTone::Busy));
}

void InstrumentPicker::chooseProfile(const QString &profileId)
{
    const int row = m_instrumentModel->rowOf(profileId);
    if (row >= 0) {
        m_instrumentList->setCurrentIndex(m_filterModel->mapFromSource(m_instrumentModel->index(row)));
    }
}

int InstrumentPicker::chosenRow() const
{
    const QModelIndex index = m_filterModel->mapToSource(m_instrumentList->currentIndex());
    return index.isValid() ? index.row() : -1;
}

const InstrumentProfile *InstrumentPicker::chosenProfile() const
{
    return m_instrumentModel->profileAt(chosenRow());
}

QString InstrumentPicker::chosenProfileId() const
{
    return m_instrumentModel->profileIdAt(chosenRow());
}

/// True for a connected instrument also if its profile has errors now: it can still be disconnected.
bool InstrumentPicker::isChosenInstrumentConnected() const
{
    const QString id = chosenProfileId();
    return !id.isEmpty() && !m_preloadedProfileIds.contains(id) && std::ranges::contains(m_connectedProfiles, id, &InstrumentProfile::id)
        && m_instrumentModel->rowOf(id) == chosenRow();
}

bool InstrumentPicker::isChosenInstrumentOnlyPreloaded() const
{
    return m_preloadedProfileIds.contains(chosenProfileId()) && m_instrumentModel->rowOf(chosenProfileId()) == chosenRow();
}

void InstrumentPicker::setConnectedInstruments(const QList<InstrumentProfile> &profiles, const QString &connectObstacle, const QStringList &preloadedIds)
{
    if (m_connectedProfiles == profiles && m_connectObstacle == connectObstacle && m_preloadedProfileIds == preloadedIds) {
        return;
    }
    m_connectedProfiles = profiles;
    m_preloadedProfileIds = preloadedIds;
    m_connectObstacle = connectObstacle;
    QStringList ids;
    for (const InstrumentProfile &profile : profiles) {
        ids.append(profile.id);
    }
    m_instrumentModel->setConnectedInstruments(ids);
    showChosenProfile();
}

bool InstrumentPicker::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            // Return connects, but never disconnects: only the button does.
            if (!isChosenInstrumentConnected()) {
                connectOrDisconnect();
            }
            return true;
        }
        if (watched == m_searchEdit && (key == Qt::Key_Down || key == Qt::Key_Up)) {
            m_instrumentList->setFocus();
        }
    }
    return QWidget::eventFilter(watched, event);
}

void InstrumentPicker::showChosenProfile()
{
    const InstrumentProfile *profile = chosenProfile();
    const BrokenProfile *broken = m_instrumentModel->brokenProfileAt(chosenRow());
    m_screenPlan->setVisible(profile || !broken);
    m_warningLabel->setVisible(broken);
    m_errorView->setVisible(broken);
    if (broken) {
        m_warningLabel->setText(profile
                                    ? i18nc("@info a file, a time",
                                            "%1 has errors. Nightdesk uses the last valid version (%2) and reloads the file automatically when it is fixed.",
                                            broken->file,
                                            InstrumentModel::lastValidTimeText(broken->lastValidAt))
                                    : i18nc("@info", "This profile has errors. Fix them in %1; Nightdesk reloads the file automatically.", broken->file));
        WidgetLook::setTextColor(m_warningLabel, Wording::color(profile ? Wording::StatusTone::Busy : Wording::StatusTone::Bad));
        m_errorView->setProblems(m_facilityDirectory, broken->errors);
    }
    updateConnectButtons(profile, isChosenInstrumentConnected());
    setServerFitProblems({});
    if (profile) {
        m_nameLabel->setText(profile->name);
        m_descriptionLabel->setText(profile->description);
        m_screenPlan->setProfile(*profile, m_screenNames);
    } else if (broken) {
        m_nameLabel->setText(broken->id);
        m_descriptionLabel->clear();
    } else {
        m_nameLabel->clear();
        m_descriptionLabel->setText(m_instrumentModel->rowCount() > 0 ? i18nc("@info", "No instrument matches the search.") : QString());
        m_screenPlan->setProfile({}, {});
    }
    const bool hasFile = !m_instrumentModel->fileAt(chosenRow()).isEmpty();
    for (QAction *action : {m_editAction, m_newFromProfileAction, m_duplicateAction}) {
        action->setEnabled(hasFile);
    }
    m_newFromProfileAction->setText(
        i18nc("@action:inmenu an instrument's name", "New Profile from %1…", m_nameLabel->text().replace(u'&', QStringLiteral("&&"))));
    Q_EMIT chosenProfileChanged();
}

/// Sets the buttons for the chosen instrument, and the texts about what a lost connection would end.
void InstrumentPicker::updateConnectButtons(const InstrumentProfile *profile, bool isConnected)
{
    QList<InstrumentProfile> others = m_connectedProfiles;
    others.removeIf([id = chosenProfileId()](const InstrumentProfile &other) {
        return other.id == id;
    });
    const bool isPreloaded = isChosenInstrumentOnlyPreloaded();
    // an instrument with preloaded programs is connected, but not in addition to itself
    const QList<InstrumentProfile> &connected = isPreloaded ? others : m_connectedProfiles;
    const bool isBeside = !connected.isEmpty() && !isConnected;
    const QString names = InstrumentWording::names(connected);
    const bool hasPreloads = profile && std::ranges::any_of(profile->windows, &PreloadState::canPreload);
    m_preloadButton->setVisible(!isConnected && (isPreloaded || hasPreloads));
    m_preloadButton->setEnabled(isPreloaded || !isBeside || m_connectObstacle.isEmpty());
    m_preloadButton->setText(isPreloaded ? i18nc("@action:button", "Disconnect")
                                         : i18nc("@action:button starts some programs before the night, hidden", "Preload Programs"));
    m_preloadButton->setIcon(QIcon::fromTheme(isPreloaded ? QStringLiteral("network-disconnect") : QStringLiteral("chronometer")));
    m_preloadButton->setToolTip(isPreloaded
                                    ? i18nc("@info:tooltip", "Ends the preloaded programs")
                                    : i18nc("@info:tooltip", "Starts this instrument’s slow programs now, in the background; does not affect the instrument"));
    m_preloadButton->setAccessibleDescription(m_preloadButton->toolTip());
    m_connectButton->setText(isConnected    ? i18nc("@action:button", "Disconnect")
                                 : isBeside ? i18nc("@action:button in addition to what is connected", "Connect Too")
                                            : i18nc("@action:button", "Connect"));
    m_connectButton->setIcon(QIcon::fromTheme(isConnected ? QStringLiteral("network-disconnect") : QStringLiteral("network-connect")));
    m_connectButton->setEnabled(isConnected || (profile && (!isBeside || m_connectObstacle.isEmpty())));
    m_connectButton->setToolTip(isBeside && !m_connectObstacle.isEmpty() ? QStringLiteral("<qt>%1</qt>").arg(m_connectObstacle.toHtmlEscaped()) : QString());
    m_connectInsteadButton->setText(connected.size() > 1
                                        ? i18nc("@action:button of all instruments that are connected", "Replace All")
                                        : i18nc("@action:button an instrument's name", "Replace %1", QString(names).replace(u'&', QStringLiteral("&&"))));
    m_connectInsteadButton->setToolTip(i18nc("@info:tooltip", "Connects this instrument and disconnects the others; their X programs are closed"));
    m_connectInsteadButton->setAccessibleDescription(m_connectInsteadButton->toolTip());
    m_connectInsteadButton->setVisible(isBeside && profile);
    QStringList lines;
    if (profile && isBeside) {
        lines.append(m_connectObstacle.isEmpty() ? i18ncp("@info %2: instruments' names",
                                                          "%2 stays connected. Connect Too shows the displays of both on the same screens.",
                                                          "%2 stay connected. Connect Too shows the displays of all on the same screens.",
                                                          static_cast<int>(connected.size()),
                                                          names)
                                                 : m_connectObstacle);
    } else if (isConnected && m_connectedProfiles.size() > 1) {
        lines.append(i18ncp("@info %2: instruments' names",
                            "Disconnect ends only this instrument; %2 stays connected.",
                            "Disconnect ends only this instrument; %2 stay connected.",
                            static_cast<int>(others.size()),
                            InstrumentWording::names(others)));
    }
    if (profile) {
        lines += WindowWording::connectionLossOutlook(*profile);
    }
    m_connectionLossLabel->setText(lines.join(QLatin1Char('\n')));
    m_connectionLossLabel->setVisible(!lines.isEmpty());
}

void InstrumentPicker::connectOrDisconnect()
{
    if (isChosenInstrumentConnected()) {
        Q_EMIT disconnectRequested(chosenProfileId());
    } else if (const InstrumentProfile *profile = chosenProfile();
               profile && (m_connectedProfiles.isEmpty() || isChosenInstrumentOnlyPreloaded() || m_connectObstacle.isEmpty())) {
        Q_EMIT connectRequested(*profile);
    }
}
}
