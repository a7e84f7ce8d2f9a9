// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/visualsview.h"

#include "monitors/visuals/serverscomparison.h"
#include "sessions/desktops/desktopsession.h"
#include "widgets/common/plainlabel.h"
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
enum ComparisonColumn {
    FactColumn,
    LocalColumn,
    RemoteColumn,
    MeaningColumn,
};

QString nameOf(const XServerMonitor::RemoteServer &remote)
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

VisualsView::VisualsView()
{
    auto *column = new QVBoxLayout(this);
    m_summaryLabel = PlainLabel::createWrapped(i18nc("@info:status", "Asking the X server…"));
    m_summaryLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_summaryLabel);

    auto *choice = new QHBoxLayout;
    m_serverBox = new QComboBox;
    m_serverBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_serverLabel = new QLabel(i18nc("@label:listbox an X server", "Compare with the &X server:"));
    m_serverLabel->setBuddy(m_serverBox);
    choice->addWidget(m_serverLabel);
    choice->addWidget(m_serverBox);
    choice->addStretch(1);
    column->addLayout(choice);

    m_comparisonTable = new QTreeWidget;
    m_comparisonTable->setAccessibleName(i18nc("@info accessible name", "X servers compared"));
    m_comparisonTable->setAlternatingRowColors(true);
    m_comparisonTable->setWordWrap(true);
    m_comparisonTable->setHeaderLabels({
        i18nc("@title:column of the table of X servers", "Property"),
        i18nc("@title:column of the table of X servers", "This Workstation"),
        i18nc("@title:column of the table of X servers", "Remote Host"),
        i18nc("@title:column of the table of X servers", "What the Difference Means"),
    });
    m_comparisonTable->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_comparisonTable->header()->setStretchLastSection(true);
    m_paletteColumn = new QVBoxLayout;
    auto *maps = new QWidget;
    maps->setLayout(m_paletteColumn);
    m_paletteColumn->addStretch(1);
    m_paletteArea = new QScrollArea;
    m_paletteArea->setWidgetResizable(true);
    m_paletteArea->setFrameShape(QFrame::NoFrame);
    m_paletteArea->setFocusPolicy(Qt::NoFocus);
    m_paletteArea->setWidget(maps);
    m_paletteArea->hide();
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_comparisonTable);
    m_splitter->addWidget(m_paletteArea);
    m_splitter->setStretchFactor(0, 1);
    column->addWidget(m_splitter, 1);
    connect(m_serverBox, &QComboBox::currentIndexChanged, this, &VisualsView::fillTable);
    fillTable();
}

void VisualsView::setServers(const XServerFacts &here, const QList<XServerMonitor::RemoteServer> &remotes)
{
    const QString before = m_serverBox->currentText();
    m_localServer = here;
    m_remoteServers = remotes;
    {
        const QSignalBlocker blocker(m_serverBox);
        m_serverBox->clear();
        for (const XServerMonitor::RemoteServer &remote : remotes) {
            m_serverBox->addItem(nameOf(remote));
        }
        m_serverBox->setCurrentIndex(std::max(0, m_serverBox->findText(before)));
    }
    fillTable();
}

void VisualsView::setScreens(const ScreenFacts &screens)
{
    if (m_screenFacts != screens) {
        m_screenFacts = screens;
        fillTable();
    }
}

void VisualsView::addSession(const Session *session)
{
    if (const auto *desktop = qobject_cast<const DesktopSession *>(session)) {
        auto *palette = new PaletteView(desktop);
        m_paletteColumn->insertWidget(static_cast<int>(m_palettes.size()), palette);
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
    const bool areColorsKnown = std::ranges::any_of(m_palettes, [](const PaletteView *palette) {
        return palette->session() && palette->session()->palette().areColorsKnown();
    });
    if (areColorsKnown == m_paletteArea->isVisibleTo(this)) {
        return;
    }
    m_paletteArea->setVisible(areColorsKnown);
    // Shows the first color map completely, if that leaves room for some lines of the table.
    const int height = m_paletteArea->widget()->sizeHint().height();
    m_splitter->setSizes({std::max(m_splitter->height() - height, m_comparisonTable->fontMetrics().height() * 8), height});
}

const XServerMonitor::RemoteServer *VisualsView::chosenServer() const
{
    const int index = m_serverBox->currentIndex();
    return index >= 0 && index < m_remoteServers.size() ? &m_remoteServers[index] : nullptr;
}

void VisualsView::fillTable()
{
    m_comparisonTable->clear();
    m_serverBox->setVisible(!m_remoteServers.isEmpty());
    m_serverLabel->setVisible(!m_remoteServers.isEmpty());
    if (m_localServer.display.isEmpty() && m_localServer.problem.isEmpty()) {
        return; // nothing to compare yet: the local X server has not answered
    }
    const XServerMonitor::RemoteServer *remote = chosenServer();
    QStringList summary{m_localServer.problem.isEmpty() ? i18nc("@info %1: a display like :0", "X server of this workstation: %1", m_localServer.display)
                                                        : m_localServer.problem};
    if (remote && !remote->facts.problem.isEmpty()) {
        summary.append(remote->facts.problem);
    } else if (remote) {
        summary.append(
            i18nc("@info %1: an X server, %2: a time", "%1: read at %2 UT", nameOf(*remote), QLocale().toString(remote->readAt.time(), QLocale::ShortFormat)));
    }
    m_summaryLabel->setText(summary.join(u'\n'));
    const XServerFacts *there = remote ? &remote->facts : nullptr;
    const auto rows = ServersComparison::rows(m_localServer, there);
    const bool hasScreens = std::ranges::any_of(rows, [](const ServersComparison::ComparisonRow &row) {
        return row.screen.value_or(0) > 0;
    });
    for (const auto &row : rows) {
        QTreeWidgetItem *item =
            addRow(hasScreens && row.screen
                       ? i18nc("@item a property of an X server; %1: its name, %2: a number", "%1 (screen %2)", row.factName, QString::number(*row.screen))
                       : row.factName,
                   row.localValue,
                   row.remoteValue,
                   row.meaning);
        if (row.fact == ServersComparison::ServerFact::Visuals) {
            addVisuals(item, row.screen.value_or(0), there);
        }
    }
    for (const ScreenFacts::FactLine &line : m_screenFacts.lines()) {
        addRow(line.name, line.text, {}, line.meaning);
    }
    m_comparisonTable->setColumnHidden(RemoteColumn, !there);
    for (const int column : {FactColumn, LocalColumn, RemoteColumn}) {
        m_comparisonTable->resizeColumnToContents(column);
        m_comparisonTable->setColumnWidth(column, std::min(m_comparisonTable->columnWidth(column), m_comparisonTable->fontMetrics().averageCharWidth() * 40));
    }
}

QTreeWidgetItem *VisualsView::addRow(const QString &name, const QString &here, const QString &there, const QString &meaning)
{
    auto *item = new QTreeWidgetItem(m_comparisonTable, QStringList{name, here, there, meaning}); // in the order of ComparisonColumn
    for (const int column : {LocalColumn, RemoteColumn, MeaningColumn}) {
        const QString text = item->text(column);
        // Texts of a remote X server must not be read as markup.
        item->setToolTip(column, text.isEmpty() ? QString() : QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped()));
    }
    if (!meaning.isEmpty()) {
        QFont bold = item->font(FactColumn);
        bold.setBold(true);
        for (const int column : {FactColumn, LocalColumn, RemoteColumn}) {
            item->setFont(column, bold);
            item->setForeground(column, Wording::color(Wording::StatusTone::Busy));
        }
    }
    return item;
}

void VisualsView::addVisuals(QTreeWidgetItem *row, int screen, const XServerFacts *there)
{
    const QList<XVisual> here = visualsOf(&m_localServer, screen);
    const QList<XVisual> others = visualsOf(there, screen);
    for (qsizetype i = 0; i < std::max(here.size(), others.size()); ++i) {
        auto *item = new QTreeWidgetItem(row);
        item->setText(LocalColumn, i < here.size() ? describe(here[i]) : QString());
        item->setText(RemoteColumn, i < others.size() ? describe(others[i]) : QString());
    }
}
}
