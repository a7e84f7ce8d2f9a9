// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/effectpanel.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/focusring.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/shrinkablearea.h"
#include "widgets/profileeditor/layoutview.h"
#include "widgets/profileeditor/originwording.h"
#include "widgets/profileeditor/valuetable.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Fills @p box with entries and their values, unless it already has the same values; then selects @p current.
void fillBox(QComboBox *box, const QList<std::pair<QString, QString>> &entries, const QString &current)
{
    const QSignalBlocker quiet(box);
    bool isSame = box->count() == entries.size();
    for (int i = 0; isSame && i < box->count(); ++i) {
        isSame = box->itemData(i).toString() == entries[i].second;
    }
    if (!isSame) {
        box->clear();
        for (const auto &[text, value] : entries) {
            box->addItem(displayText(text), value);
        }
    }
    box->setCurrentIndex(std::max(0, box->findData(current)));
}

QComboBox *narrowBox()
{
    auto *box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
    return box;
}
}

EffectPanel::EffectPanel(const QString &file, QWidget *parent)
    : QWidget(parent)
    , m_profileFile(file)
    , m_profileBox(narrowBox())
    , m_siteBox(narrowBox())
    , m_comparedSiteBox(narrowBox())
    , m_profileLabel(new QLabel(i18nc("@label:listbox", "Profile:")))
    , m_stateLabel(PlainLabel::createWrapped())
    , m_onlyDifferencesBox(new QCheckBox(i18nc("@option:check of a table that compares two sites", "Only differences")))
    , m_layoutView(new LayoutView)
    , m_displayOriginLabel(
          PlainLabel::createWrapped(i18nc("@info", "Drag a display, or press Tab and the arrow keys. With Shift the arrow keys change its size.")))
    , m_problemsLabel(PlainLabel::createWrapped())
    , m_onlyThisSiteBox(new QCheckBox(i18nc("@option:check where changes go that are made in a picture of screens", "Change values only at this site")))
    , m_valueTable(new ValueTable)
{
    m_onlyDifferencesBox->setEnabled(false);
    m_profileLabel->setBuddy(m_profileBox);
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(m_profileLabel, m_profileBox);
    form->addRow(i18nc("@label:listbox", "Site:"), m_siteBox);
    form->addRow(i18nc("@label:listbox of a second site", "Compare with:"), m_comparedSiteBox);
    form->addRow(QString(), m_onlyDifferencesBox);
    auto *parts = new QSplitter(Qt::Vertical);
    parts->addWidget(makeScreensPart());
    parts->addWidget(m_valueTable);
    parts->setChildrenCollapsible(false);
    parts->setStretchFactor(0, 2);
    parts->setStretchFactor(1, 3);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->addLayout(form);
    column->addWidget(m_stateLabel);
    column->addWidget(parts, 1);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->addWidget(new ShrinkableArea(content)); // the whole panel does not fit on a small laptop's screen
    m_layoutView->setTabOrderAfter(m_onlyDifferencesBox);
    // Qt's own style shows the focus in these controls only after the Tab key was really pressed.
    for (QWidget *control : QList<QWidget *>{m_profileBox, m_siteBox, m_comparedSiteBox, m_onlyDifferencesBox, m_onlyThisSiteBox}) {
        new FocusRing(control);
    }
    for (QComboBox *box : {m_profileBox, m_siteBox, m_comparedSiteBox}) {
        connect(box, &QComboBox::currentIndexChanged, this, &EffectPanel::emitSelection);
    }
    connect(m_onlyDifferencesBox, &QCheckBox::toggled, m_valueTable, &ValueTable::setDifferencesOnly);
    connect(m_valueTable, &ValueTable::goToRequested, this, &EffectPanel::goToRequested);
    connect(m_layoutView, &LayoutView::displayEdited, this, &EffectPanel::displayEdited);
    connect(m_layoutView, &LayoutView::openTableRequested, this, &EffectPanel::goToDisplayTable);
    connect(m_layoutView, &LayoutView::currentDisplayChanged, this, &EffectPanel::showDisplayOrigin);
}

QWidget *EffectPanel::makeScreensPart()
{
    QPalette negative = m_problemsLabel->palette();
    negative.setColor(QPalette::WindowText, Wording::color(Wording::StatusTone::Bad));
    m_problemsLabel->setPalette(negative);
    auto *part = new QWidget;
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins({});
    column->addWidget(m_layoutView, 1);
    column->addWidget(m_problemsLabel);
    column->addWidget(m_displayOriginLabel);
    column->addWidget(m_onlyThisSiteBox);
    return part;
}

bool EffectPanel::appliesToSiteOnly() const
{
    return m_onlyThisSiteBox->isChecked() && m_onlyThisSiteBox->isEnabled();
}

void EffectPanel::goToDisplayTable(const QString &table, const QString &id)
{
    for (const QString &key : {u"geometry"_s, u"screen"_s, u"id"_s}) {
        if (const EffectiveValue *value = m_draftEffect.value(table, id, key); value && value->writtenValue.place.line > 0) {
            Q_EMIT goToRequested(value->writtenValue.place);
            return;
        }
    }
}

void EffectPanel::showDisplayOrigin(const QString &table, const QString &id)
{
    m_currentDisplayTable = table;
    m_currentDisplayId = id;
    QStringList words;
    for (const QString &key : {u"screen"_s, u"geometry"_s}) {
        if (const EffectiveValue *value = m_draftEffect.value(table, id, key)) {
            words.append(i18nc("@info %1: a key of a profile, %2: its value, %3: where it comes from",
                               "%1: %2 (%3)",
                               key,
                               displayText(value->value.text),
                               OriginWording::origin(*value, m_profileFile)));
        }
    }
    if (!words.isEmpty()) {
        m_displayOriginLabel->setText(displayText(id) + u" – "_s + words.join(u", "_s));
    }
}

void EffectPanel::showProblems()
{
    QStringList words;
    for (const ScreenLayout::Display &display : m_layoutView->screenLayout().displays) {
        words += m_layoutView->screenLayout().problemTexts(display);
    }
    m_problemsLabel->setText(words.join(u'\n'));
    m_problemsLabel->setVisible(!words.isEmpty());
}

void EffectPanel::emitSelection()
{
    Q_EMIT selectionChanged({.profileFile = m_profileBox->currentData().toString(),
                             .site = m_siteBox->currentData().toString(),
                             .siteToCompare = m_comparedSiteBox->currentData().toString()});
}

void EffectPanel::setEffect(const DraftEffect &effect)
{
    QList<std::pair<QString, QString>> profiles;
    for (const QString &file : effect.profileFiles) {
        profiles.append({QFileInfo(file).completeBaseName(), file});
    }
    QList<std::pair<QString, QString>> sites;
    QList<std::pair<QString, QString>> others{{i18nc("@item:inlistbox no second site", "No other site"), QString()}};
    for (const QString &site : effect.siteIds) {
        sites.append({site, site});
        if (site != effect.selection.site) {
            others.append({site, site});
        }
    }
    if (sites.isEmpty()) {
        sites.append({i18nc("@item:inlistbox", "No site"), QString()});
    }
    fillBox(m_profileBox, profiles, effect.selection.profileFile);
    fillBox(m_siteBox, sites, effect.selection.site);
    fillBox(m_comparedSiteBox, others, effect.selection.siteToCompare);
    const bool isProfile = effect.profileFiles == QStringList{m_profileFile};
    m_profileBox->setVisible(!isProfile);
    m_profileLabel->setVisible(!isProfile);
    m_comparedSiteBox->setEnabled(others.size() > 1);
    m_onlyDifferencesBox->setEnabled(!effect.selection.siteToCompare.isEmpty());
    showEffect(effect);
    m_draftEffect = effect;
    m_valueTable->setEffect(effect, m_profileFile);
    m_layoutView->setScreenLayout(ScreenLayout::fromEffect(effect), effect.hasNoErrors && !effect.isFromLastValidText);
    m_onlyThisSiteBox->setEnabled(!effect.selection.site.isEmpty());
    showProblems();
    if (!m_currentDisplayId.isEmpty()) {
        showDisplayOrigin(m_currentDisplayTable, m_currentDisplayId);
    }
}

void EffectPanel::showEffect(const DraftEffect &effect)
{
    QString text;
    if (effect.isFromLastValidText) {
        text = i18nc("@info", "The text has errors. These are its last valid values.");
    } else if (effect.profileFiles.isEmpty()) {
        text = i18nc("@info", "The facility has no profile to show.");
    } else if (!effect.hasNoErrors) {
        text = i18nc("@info", "The text has errors. These are the values that can be read.");
    }
    m_stateLabel->setText(text);
    m_stateLabel->setVisible(!text.isEmpty());
}
}
