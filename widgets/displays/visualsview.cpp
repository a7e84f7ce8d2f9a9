// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/visualsview.h"

#include "monitors/visuals/serverscomparison.h"
#include "sessions/desktops/desktopsession.h"
#include "widgets/displays/paletteview.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
namespace
{
enum Column {
    FactColumn,
    HereColumn,
    ThereColumn,
    MeaningColumn,
};

QString nameOf(const ServerWatch::Remote &remote)
{
    return i18nc("@item:inlistbox an X server; %1: like :1, %2: a host", "%1 on %2", QStringLiteral(":%1").arg(remote.display), remote.host);
}

QString describe(const XVisual &visual)
{
    const QString text = i18nc("@item a visual; %1: a number like 0x21, %2: like PseudoColor 8, %3: a number",
                               "%1: %2, %3 colormap entries",
                               QStringLiteral("0x%1").arg(visual.id, 0, 16),
                               visualName(visual),
                               QString::number(visual.colormapEntries));
    return visual.isDefault ? i18nc("@item %1: a visual", "%1 (default)", text) : text;
}

QList<XVisual> visualsOf(const XServerFacts *facts, int screen)
{
    const XScreenFacts *found = facts ? facts->screen(screen) : nullptr;
    return found ? found->visuals : QList<XVisual>();
}
}

VisualsView::VisualsView(QWidget *parent)
    : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    m_summary = new QLabel(i18nc("@info:status", "Asking the X server…"));
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_summary);

    auto *choice = new QHBoxLayout;
    m_other = new QComboBox;
    m_other->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_otherLabel = new QLabel(i18nc("@label:listbox an X server", "Compare with the &X server:"));
    m_otherLabel->setBuddy(m_other);
    choice->addWidget(m_otherLabel);
    choice->addWidget(m_other);
    choice->addStretch(1);
    column->addLayout(choice);

    m_table = new QTreeWidget;
    m_table->setAccessibleName(i18nc("@info accessible name", "X servers compared"));
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(true);
    m_table->setHeaderLabels({
        i18nc("@title:column of the table of X servers", "Property"),
        i18nc("@title:column of the table of X servers", "This Workstation"),
        i18nc("@title:column of the table of X servers", "Remote Host"),
        i18nc("@title:column of the table of X servers", "What the Difference Means"),
    });
    m_table->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_table->header()->setStretchLastSection(true);
    m_mapColumn = new QVBoxLayout;
    auto *maps = new QWidget;
    maps->setLayout(m_mapColumn);
    m_mapColumn->addStretch(1);
    m_maps = new QScrollArea;
    m_maps->setWidgetResizable(true);
    m_maps->setFrameShape(QFrame::NoFrame);
    m_maps->setFocusPolicy(Qt::NoFocus);
    m_maps->setWidget(maps);
    m_maps->hide();
    m_parts = new QSplitter(Qt::Vertical);
    m_parts->setChildrenCollapsible(false);
    m_parts->addWidget(m_table);
    m_parts->addWidget(m_maps);
    m_parts->setStretchFactor(0, 1);
    column->addWidget(m_parts, 1);
    connect(m_other, &QComboBox::currentIndexChanged, this, &VisualsView::fill);
    fill();
}

void VisualsView::setServers(const XServerFacts &here, const QList<ServerWatch::Remote> &remotes)
{
    const QString before = m_other->currentText();
    m_here = here;
    m_remotes = remotes;
    {
        const QSignalBlocker blocker(m_other);
        m_other->clear();
        for (const ServerWatch::Remote &remote : remotes) {
            m_other->addItem(nameOf(remote));
        }
        m_other->setCurrentIndex(std::max(0, m_other->findText(before)));
    }
    fill();
}

void VisualsView::setScreens(const ScreenFacts &screens)
{
    if (m_screens != screens) {
        m_screens = screens;
        fill();
    }
}

void VisualsView::addSession(const Session *session)
{
    if (const auto *desktop = qobject_cast<const DesktopSession *>(session)) {
        auto *palette = new PaletteView(desktop);
        m_mapColumn->insertWidget(static_cast<int>(m_palettes.size()), palette);
        m_palettes.append(palette);
        connect(desktop, &DesktopSession::paletteChanged, palette, [this] {
            arrangePalettes();
        });
        arrangePalettes();
    }
}

void VisualsView::removeSession(const Session *session)
{
    const auto gone = std::ranges::find(m_palettes, session, &PaletteView::session);
    if (gone != m_palettes.end()) {
        delete *gone;
        m_palettes.erase(gone);
        arrangePalettes();
    }
}

void VisualsView::arrangePalettes()
{
    const bool isKnown = std::ranges::any_of(m_palettes, [](const PaletteView *palette) {
        return palette->session() && palette->session()->palette().isKnown();
    });
    if (isKnown == m_maps->isVisibleTo(this)) {
        return;
    }
    m_maps->setVisible(isKnown);
    // Shows the first color map completely, if that leaves room for some lines of the table.
    const int height = m_maps->widget()->sizeHint().height();
    m_parts->setSizes({std::max(m_parts->height() - height, m_table->fontMetrics().height() * 8), height});
}

const ServerWatch::Remote *VisualsView::chosen() const
{
    const int index = m_other->currentIndex();
    return index >= 0 && index < m_remotes.size() ? &m_remotes[index] : nullptr;
}

void VisualsView::fill()
{
    m_table->clear();
    m_other->setVisible(!m_remotes.isEmpty());
    m_otherLabel->setVisible(!m_remotes.isEmpty());
    if (m_here.display.isEmpty() && m_here.problem.isEmpty()) {
        return; // nothing to compare yet: the local X server has not answered
    }
    const ServerWatch::Remote *remote = chosen();
    QStringList summary{m_here.problem.isEmpty() ? i18nc("@info %1: a display like :0", "X server of this workstation: %1", m_here.display) : m_here.problem};
    if (remote && !remote->facts.problem.isEmpty()) {
        summary.append(remote->facts.problem);
    } else if (remote) {
        summary.append(
            i18nc("@info %1: an X server, %2: a time", "%1: read at %2 UT", nameOf(*remote), QLocale().toString(remote->readAt.time(), QLocale::ShortFormat)));
    }
    m_summary->setText(summary.join(u'\n'));
    const XServerFacts *there = remote ? &remote->facts : nullptr;
    const auto rows = ServersComparison::rows(m_here, there);
    const bool hasScreens = std::ranges::any_of(rows, [](const ServersComparison::Row &row) {
        return row.screen.value_or(0) > 0;
    });
    for (const auto &row : rows) {
        QTreeWidgetItem *item =
            addRow(hasScreens && row.screen
                       ? i18nc("@item a property of an X server; %1: its name, %2: a number", "%1 (screen %2)", row.name, QString::number(*row.screen))
                       : row.name,
                   row.here,
                   row.there,
                   row.meaning);
        if (row.fact == ServersComparison::Fact::Visuals) {
            addVisuals(item, row.screen.value_or(0), there);
        }
    }
    for (const ScreenFacts::Line &line : m_screens.lines()) {
        addRow(line.name, line.text, {}, line.meaning);
    }
    m_table->setColumnHidden(ThereColumn, !there);
    for (const int column : {FactColumn, HereColumn, ThereColumn}) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column), m_table->fontMetrics().averageCharWidth() * 40));
    }
}

QTreeWidgetItem *VisualsView::addRow(const QString &name, const QString &here, const QString &there, const QString &meaning)
{
    auto *item = new QTreeWidgetItem(m_table);
    item->setText(FactColumn, name);
    item->setText(HereColumn, here);
    item->setText(ThereColumn, there);
    item->setText(MeaningColumn, meaning);
    item->setToolTip(HereColumn, here);
    item->setToolTip(ThereColumn, there);
    item->setToolTip(MeaningColumn, meaning);
    if (!meaning.isEmpty()) {
        QFont bold = item->font(FactColumn);
        bold.setBold(true);
        for (const int column : {FactColumn, HereColumn, ThereColumn}) {
            item->setFont(column, bold);
            item->setForeground(column, Wording::color(Wording::Mood::Busy));
        }
    }
    return item;
}

void VisualsView::addVisuals(QTreeWidgetItem *row, int screen, const XServerFacts *there)
{
    const QList<XVisual> here = visualsOf(&m_here, screen);
    const QList<XVisual> others = visualsOf(there, screen);
    for (qsizetype i = 0; i < std::max(here.size(), others.size()); ++i) {
        auto *item = new QTreeWidgetItem(row);
        item->setText(HereColumn, i < here.size() ? describe(here[i]) : QString());
        item->setText(ThereColumn, i < others.size() ? describe(others[i]) : QString());
    }
}
}
