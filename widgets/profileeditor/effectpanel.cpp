// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/effectpanel.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/focusring.h"
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
void offer(QComboBox *box, const QList<std::pair<QString, QString>> &entries, const QString &current)
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
    , m_file(file)
    , m_profile(narrowBox())
    , m_site(narrowBox())
    , m_otherSite(narrowBox())
    , m_profileLabel(new QLabel(i18nc("@label:listbox", "Profile:")))
    , m_state(new QLabel)
    , m_onlyDifferences(new QCheckBox(i18nc("@option:check of a table that compares two sites", "Only differences")))
    , m_layoutView(new LayoutView)
    , m_displayOriginLabel(new QLabel)
    , m_problems(new QLabel)
    , m_onlyThisSite(new QCheckBox(i18nc("@option:check where changes go that are made in a picture of screens", "Change values only at this site")))
    , m_values(new ValueTable)
{
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);
    m_onlyDifferences->setEnabled(false);
    m_profileLabel->setBuddy(m_profile);
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(m_profileLabel, m_profile);
    form->addRow(i18nc("@label:listbox", "Site:"), m_site);
    form->addRow(i18nc("@label:listbox of a second site", "Compare with:"), m_otherSite);
    form->addRow(QString(), m_onlyDifferences);
    auto *parts = new QSplitter(Qt::Vertical);
    parts->addWidget(makeScreensPart());
    parts->addWidget(m_values);
    parts->setChildrenCollapsible(false);
    parts->setStretchFactor(0, 2);
    parts->setStretchFactor(1, 3);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->addLayout(form);
    column->addWidget(m_state);
    column->addWidget(parts, 1);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->addWidget(new ShrinkableArea(content)); // the whole panel does not fit on a small laptop's screen
    m_layoutView->setTabOrderAfter(m_onlyDifferences);
    // Qt's own style shows the focus in these controls only after the Tab key was really pressed.
    for (QWidget *control : QList<QWidget *>{m_profile, m_site, m_otherSite, m_onlyDifferences, m_onlyThisSite}) {
        new FocusRing(control);
    }
    for (QComboBox *box : {m_profile, m_site, m_otherSite}) {
        connect(box, &QComboBox::currentIndexChanged, this, &EffectPanel::choose);
    }
    connect(m_onlyDifferences, &QCheckBox::toggled, m_values, &ValueTable::setDifferencesOnly);
    connect(m_values, &ValueTable::goToRequested, this, &EffectPanel::goToRequested);
    connect(m_layoutView, &LayoutView::edited, this, &EffectPanel::edited);
    connect(m_layoutView, &LayoutView::openRequested, this, &EffectPanel::openDisplay);
    connect(m_layoutView, &LayoutView::currentChanged, this, &EffectPanel::showDisplay);
}

QWidget *EffectPanel::makeScreensPart()
{
    for (QLabel *label : {m_displayOriginLabel, m_problems}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    m_displayOriginLabel->setText(i18nc("@info", "Drag a display, or press Tab and the arrow keys. With Shift the arrow keys change its size."));
    QPalette negative = m_problems->palette();
    negative.setColor(QPalette::WindowText, Wording::color(Wording::StatusTone::Bad));
    m_problems->setPalette(negative);
    auto *part = new QWidget;
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins({});
    column->addWidget(m_layoutView, 1);
    column->addWidget(m_problems);
    column->addWidget(m_displayOriginLabel);
    column->addWidget(m_onlyThisSite);
    return part;
}

bool EffectPanel::isOnlyThisSite() const
{
    return m_onlyThisSite->isChecked() && m_onlyThisSite->isEnabled();
}

void EffectPanel::openDisplay(const QString &table, const QString &id)
{
    for (const QString &key : {u"geometry"_s, u"screen"_s, u"id"_s}) {
        if (const EffectiveValue *value = m_effect.value(table, id, key); value && value->writtenValue.place.line > 0) {
            Q_EMIT goToRequested(value->writtenValue.place);
            return;
        }
    }
}

void EffectPanel::showDisplay(const QString &table, const QString &id)
{
    m_currentTable = table;
    m_currentId = id;
    QStringList words;
    for (const QString &key : {u"screen"_s, u"geometry"_s}) {
        if (const EffectiveValue *value = m_effect.value(table, id, key)) {
            words.append(i18nc("@info %1: a key of a profile, %2: its value, %3: where it comes from",
                               "%1: %2 (%3)",
                               key,
                               displayText(value->value.text),
                               OriginWording::origin(*value, m_file)));
        }
    }
    if (!words.isEmpty()) {
        m_displayOriginLabel->setText(displayText(id) + u" – "_s + words.join(u", "_s));
    }
}

void EffectPanel::showProblems()
{
    QStringList words;
    for (const ScreenLayout::Display &display : m_layoutView->screens().displays) {
        words += m_layoutView->screens().problems(display);
    }
    m_problems->setText(words.join(u'\n'));
    m_problems->setVisible(!words.isEmpty());
}

void EffectPanel::choose()
{
    Q_EMIT chosen(
        {.profile = m_profile->currentData().toString(), .site = m_site->currentData().toString(), .otherSite = m_otherSite->currentData().toString()});
}

void EffectPanel::setEffect(const DraftEffect &effect)
{
    QList<std::pair<QString, QString>> profiles;
    for (const QString &file : effect.profiles) {
        profiles.append({QFileInfo(file).completeBaseName(), file});
    }
    QList<std::pair<QString, QString>> sites;
    QList<std::pair<QString, QString>> others{{i18nc("@item:inlistbox no second site", "No other site"), QString()}};
    for (const QString &site : effect.sites) {
        sites.append({site, site});
        if (site != effect.chosen.site) {
            others.append({site, site});
        }
    }
    if (sites.isEmpty()) {
        sites.append({i18nc("@item:inlistbox", "No site"), QString()});
    }
    offer(m_profile, profiles, effect.chosen.profile);
    offer(m_site, sites, effect.chosen.site);
    offer(m_otherSite, others, effect.chosen.otherSite);
    const bool isProfile = effect.profiles == QStringList{m_file};
    m_profile->setVisible(!isProfile);
    m_profileLabel->setVisible(!isProfile);
    m_otherSite->setEnabled(others.size() > 1);
    m_onlyDifferences->setEnabled(!effect.chosen.otherSite.isEmpty());
    showEffect(effect);
    m_effect = effect;
    m_values->setEffect(effect, m_file);
    m_layoutView->setScreens(ScreenLayout::of(effect), effect.hasNoErrors && !effect.isLastValid);
    m_onlyThisSite->setEnabled(!effect.chosen.site.isEmpty());
    showProblems();
    if (!m_currentId.isEmpty()) {
        showDisplay(m_currentTable, m_currentId);
    }
}

void EffectPanel::showEffect(const DraftEffect &effect)
{
    QString text;
    if (effect.isLastValid) {
        text = i18nc("@info", "The text has errors. These are its last valid values.");
    } else if (effect.profiles.isEmpty()) {
        text = i18nc("@info", "The facility has no profile to show.");
    } else if (!effect.hasNoErrors) {
        text = i18nc("@info", "The text has errors. These are the values that can be read.");
    }
    m_state->setText(text);
    m_state->setVisible(!text.isEmpty());
}
}
