// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/visualsview.h"

#include <KLocalizedString>

#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace Nightdesk
{
namespace
{
QString backingStoreText(XBackingStore backingStore)
{
    switch (backingStore) {
    case XBackingStore::Never:
        return i18nc("@item backing store of an X screen", "never");
    case XBackingStore::WhenMapped:
        return i18nc("@item backing store of an X screen", "when mapped");
    case XBackingStore::Always:
        return i18nc("@item backing store of an X screen", "always");
    }
    return {};
}

QString hex(quint32 value)
{
    return QStringLiteral("0x%1").arg(value, 0, 16);
}

QString masks(const XVisual &visual)
{
    if (visual.visualClass != XVisual::Class::TrueColor && visual.visualClass != XVisual::Class::DirectColor) {
        return {};
    }
    return QStringLiteral("%1 %2 %3")
        .arg(visual.redMask, 6, 16, QLatin1Char('0'))
        .arg(visual.greenMask, 6, 16, QLatin1Char('0'))
        .arg(visual.blueMask, 6, 16, QLatin1Char('0'));
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

    m_table = new QTreeWidget;
    m_table->setAccessibleName(i18nc("@info accessible name", "Visuals of the local X server"));
    m_table->setAlternatingRowColors(true);
    m_table->setUniformRowHeights(true);
    m_table->setHeaderLabels({
        i18nc("@title:column of the visuals table", "Visual"),
        i18nc("@title:column of the visuals table", "Class"),
        i18nc("@title:column of the visuals table", "Depth"),
        i18nc("@title:column of the visuals table", "Colormap Entries"),
        i18nc("@title:column of the visuals table", "Bits per Color"),
        i18nc("@title:column of the visuals table", "Masks (Red Green Blue)"),
        i18nc("@title:column of the visuals table", "Default"),
    });
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents); // also while nothing is known
    column->addWidget(m_table, 1);

    m_extensions = new QLabel;
    m_extensions->setWordWrap(true);
    m_extensions->setTextFormat(Qt::PlainText);
    m_extensions->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_extensions->setAccessibleDescription(i18nc("@info accessible description", "Extensions of the local X server"));
    column->addWidget(m_extensions);
}

void VisualsView::setFacts(const XServerFacts &facts)
{
    m_table->clear();
    m_extensions->clear();
    if (!facts.problem.isEmpty()) {
        m_summary->setText(facts.problem);
        return;
    }
    m_summary->setText(i18nc("@info", "X server %1: %2, release %3", facts.display, facts.vendor, QString::number(facts.release)));
    for (const XScreenFacts &screen : facts.screens) {
        auto *top = new QTreeWidgetItem(m_table);
        top->setText(0,
                     i18nc("@info one X screen: number, size, depth, black and white pixel, backing store",
                           "Screen %1: %2×%3, depth %4; black pixel %5, white pixel %6; backing store %7",
                           screen.number,
                           QString::number(screen.size.width()),
                           QString::number(screen.size.height()),
                           screen.rootDepth,
                           hex(screen.blackPixel),
                           hex(screen.whitePixel),
                           backingStoreText(screen.backingStore)));
        top->setFirstColumnSpanned(true);
        for (const XVisual &visual : screen.visuals) {
            auto *row = new QTreeWidgetItem(top);
            row->setText(0, hex(visual.id));
            row->setText(1, visualClassName(visual.visualClass));
            row->setText(2, QString::number(visual.depth));
            row->setText(3, QString::number(visual.colormapEntries));
            row->setText(4, QString::number(visual.bitsPerRgb));
            row->setText(5, masks(visual));
            row->setText(6, visual.isDefault ? i18nc("@item this visual is the default", "default") : QString());
            if (visual.isDefault) {
                QFont bold = row->font(0);
                bold.setBold(true);
                for (int c = 0; c < m_table->columnCount(); ++c) {
                    row->setFont(c, bold);
                }
            }
        }
        top->setExpanded(true);
    }
    for (int c = 0; c < m_table->columnCount(); ++c) {
        m_table->resizeColumnToContents(c);
    }
    m_extensions->setText(i18ncp("@info", "%1 extension: %2", "%1 extensions: %2", facts.extensions.size(), facts.extensions.join(QStringLiteral(", "))));
}
}
