// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/valuetable.h"

#include "sessions/common/displaytext.h"
#include "sessions/profiles/toml/tomltext.h"
#include "widgets/profileeditor/originwording.h"

#include <KLocalizedString>

#include <QHeaderView>
#include <QStandardItemModel>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
enum Column {
    KeyColumn,
    ValueColumn,
    OriginColumn,
    OtherSiteColumn
};
constexpr int placeRole = Qt::UserRole;
/// A longer value is cut off.
constexpr int longestValue = 400;

QString shownValue(const EffectiveValue &value)
{
    return displayText(TomlText::formattedValue(value.value), longestValue);
}
}

ValueTable::ValueTable(QWidget *parent)
    : QTreeView(parent)
    , m_model(new QStandardItemModel(this))
{
    setModel(m_model);
    setAccessibleName(i18nc("@label of a table", "Effective values"));
    setEditTriggers(NoEditTriggers);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setSelectionBehavior(SelectRows);
    setAllColumnsShowFocus(true);
    setTextElideMode(Qt::ElideMiddle);
    connect(this, &QTreeView::clicked, this, &ValueTable::goTo);
    connect(this, &QTreeView::activated, this, &ValueTable::goTo);
}

void ValueTable::setEffect(const DraftEffect &effect, const QString &file)
{
    m_draftEffect = effect;
    m_profileFile = file;
    showSections(sections());
}

void ValueTable::setDifferencesOnly(bool isOn)
{
    m_showsDifferencesOnly = isOn;
    showSections(sections());
}

ValueTable::Row ValueTable::row(const ComparedValue &value) const
{
    Row row{.key = value.key, .value = {}, .origin = {}, .otherSiteValue = {}, .toolTip = {}, .place = {}, .otherSitePlace = {}, .differs = false};
    if (value.valueAtFirstSite) {
        row.value = shownValue(*value.valueAtFirstSite);
        row.origin = OriginWording::origin(*value.valueAtFirstSite, m_profileFile);
        row.place = value.valueAtFirstSite->writtenValue.place;
        if (value.valueAtFirstSite->differsFromWrittenValue()) {
            row.toolTip = i18nc("@info:tooltip %1: a value of a profile with its variables",
                                "Written as %1",
                                displayText(TomlText::formattedValue(value.valueAtFirstSite->writtenValue)));
        }
    }
    if (value.valueAtSecondSite) {
        row.otherSiteValue = shownValue(*value.valueAtSecondSite);
        row.otherSitePlace = value.valueAtSecondSite->writtenValue.place;
    }
    row.differs = value.differs && !m_draftEffect.selection.siteToCompare.isEmpty();
    return row;
}

QList<ValueTable::Section> ValueTable::sections() const
{
    const bool isCompared = !m_draftEffect.selection.siteToCompare.isEmpty();
    QList<Section> result;
    for (const ComparedTable &table : comparedTables(m_draftEffect.tables, isCompared ? m_draftEffect.tablesAtOtherSite : QList<EffectiveTable>())) {
        Section section{.title = table.header.isEmpty() ? i18nc("@item a part of a table of values", "Profile") : table.header, .rows = {}};
        if (table.header.startsWith("[["_L1)) {
            section.title = table.header + u' ' + table.id;
        }
        for (const ComparedValue &value : table.values) {
            if (!isCompared || !m_showsDifferencesOnly || value.differs) {
                section.rows.append(row(value));
            }
        }
        if (!section.rows.isEmpty()) {
            result.append(section);
        }
    }
    return result;
}

void ValueTable::fillRow(QStandardItem *parent, int index, const Row &row)
{
    const auto set = [&](Column column, const QString &text, const SourcePlace &place) {
        QStandardItem *item = parent->child(index, column);
        if (!item) {
            item = new QStandardItem;
            parent->setChild(index, column, item);
        }
        QFont font = this->font();
        font.setBold(row.differs);
        item->setText(text);
        // A value of a profile must not be read as markup.
        item->setToolTip(row.toolTip.isEmpty() ? QString() : QStringLiteral("<qt>%1</qt>").arg(row.toolTip.toHtmlEscaped()));
        item->setFont(font);
        item->setData(QVariant::fromValue(place), placeRole);
        if (column == KeyColumn) {
            item->setData(row.differs ? i18nc("@info accessible name; %1: a key of a profile", "%1, differs between the sites", text) : text,
                          Qt::AccessibleTextRole);
        }
    };
    set(KeyColumn, row.key, row.place);
    set(ValueColumn, row.value, row.place);
    set(OriginColumn, row.origin, row.place);
    if (m_model->columnCount() > OtherSiteColumn) {
        set(OtherSiteColumn, row.otherSiteValue, row.otherSitePlace);
    }
}

void ValueTable::showSections(const QList<Section> &sections)
{
    QStringList headers{i18nc("@title:column a key of a profile", "Key"),
                        m_draftEffect.selection.site.isEmpty()
                            ? i18nc("@title:column of a table", "Value")
                            : i18nc("@title:column of a table; %1: a site", "Value at %1", displayText(m_draftEffect.selection.site)),
                        i18nc("@title:column where a value comes from", "Origin")};
    if (!m_draftEffect.selection.siteToCompare.isEmpty()) {
        headers.append(i18nc("@title:column of a table; %1: a site", "Value at %1", displayText(m_draftEffect.selection.siteToCompare)));
    }
    const bool isFirst = m_model->columnCount() != headers.size();
    if (m_joinedHeaderTexts != headers.join(u'\n')) {
        m_shownSections.clear();
        m_joinedHeaderTexts = headers.join(u'\n');
        m_model->setRowCount(0);
        m_model->setColumnCount(static_cast<int>(headers.size()));
        m_model->setHorizontalHeaderLabels(headers);
    }
    // Typing changes one or two values, or adds a table: rows that are unchanged are kept.
    const auto isSameShape = [](const Section &a, const Section &b) {
        return a.title == b.title && std::ranges::equal(a.rows, b.rows, {}, &Row::key, &Row::key);
    };
    const qsizetype common = std::min(sections.size(), m_shownSections.size());
    qsizetype head = 0;
    while (head < common && isSameShape(sections[head], m_shownSections[head])) {
        ++head;
    }
    qsizetype tail = 0;
    while (tail < common - head && isSameShape(sections[sections.size() - 1 - tail], m_shownSections[m_shownSections.size() - 1 - tail])) {
        ++tail;
    }
    m_model->removeRows(static_cast<int>(head), static_cast<int>(m_shownSections.size() - head - tail));
    for (qsizetype i = head; i < sections.size() - tail; ++i) {
        insertSection(static_cast<int>(i), sections[i]);
    }
    for (qsizetype i = 0; i < sections.size(); ++i) {
        if (i >= head && i < sections.size() - tail) {
            continue;
        }
        const Section &before = m_shownSections[i < head ? i : i + m_shownSections.size() - sections.size()];
        for (qsizetype j = 0; j < sections[i].rows.size(); ++j) {
            if (sections[i].rows[j] != before.rows[j]) {
                fillRow(m_model->item(static_cast<int>(i)), static_cast<int>(j), sections[i].rows[j]);
            }
        }
    }
    m_shownSections = sections;
    if (isFirst) {
        header()->setStretchLastSection(true);
        resizeColumnToContents(KeyColumn);
        setColumnWidth(ValueColumn, fontMetrics().averageCharWidth() * 24);
        setColumnWidth(OriginColumn, fontMetrics().averageCharWidth() * 26);
    }
}

void ValueTable::insertSection(int index, const Section &section)
{
    auto *top = new QStandardItem(displayText(section.title));
    QFont bold = font();
    bold.setBold(true);
    top->setFont(bold);
    for (qsizetype i = 0; i < section.rows.size(); ++i) {
        fillRow(top, static_cast<int>(i), section.rows[i]);
    }
    m_model->insertRow(index, top);
    setFirstColumnSpanned(index, {}, true);
    setExpanded(top->index(), true);
}

void ValueTable::goTo(const QModelIndex &index)
{
    const auto place = index.data(placeRole).value<SourcePlace>();
    if (place.line > 0) {
        Q_EMIT goToRequested(place);
    }
}
}
