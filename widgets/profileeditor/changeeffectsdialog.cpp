// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/changeeffectsdialog.h"

#include "widgets/common/plainlabel.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

QString ChangeEffectsDialog::kindText(ChangeEffect::Kind kind)
{
    switch (kind) {
    case ChangeEffect::Kind::Changed:
        return i18nc("@item:intable what saving does to a profile", "Changes");
    case ChangeEffect::Kind::Broken:
        return i18nc("@item:intable what saving does to a profile", "Gets errors; observers keep the last valid version");
    case ChangeEffect::Kind::StillBroken:
        return i18nc("@item:intable what saving does to a profile", "Still has errors; observers keep the last valid version");
    case ChangeEffect::Kind::Fixed:
        return i18nc("@item:intable what saving does to a profile", "No more errors");
    case ChangeEffect::Kind::Added:
        return i18nc("@item:intable what saving does to a profile", "Is added");
    case ChangeEffect::Kind::Removed:
        return i18nc("@item:intable what saving does to a profile", "Is removed");
    }
    return {};
}

ChangeEffectsDialog::ChangeEffectsDialog(const QString &file, const QList<ChangeEffect> &effects, bool canSave, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(i18nc("@title:window", "What Saving Changes"));
    const QString name = QFileInfo(file).fileName();
    auto *column = new QVBoxLayout(this);
    column->addWidget(PlainLabel::createWrapped(
        effects.isEmpty()
            ? i18nc("@info %1: a file", "Saving %1 changes nothing for observers at any site.", name)
            : i18nc("@info %1: a file", "Saving %1 affects these profiles. Displays that are connected stay as they are until the next Connect.", name)));
    if (!effects.isEmpty()) {
        auto *table = new QTreeWidget;
        table->setAccessibleName(i18nc("@info accessible name", "Effects of saving"));
        table->setRootIsDecorated(false);
        table->setWordWrap(true);
        table->setHeaderLabels({i18nc("@title:column", "Profile"),
                                i18nc("@title:column what saving does to a profile", "Effect"),
                                i18nc("@title:column", "Sites"),
                                i18nc("@title:column", "Displays")});
        for (const ChangeEffect &effect : effects) {
            const QString sites = effect.isAtAllSites ? i18nc("@item:intable sites", "All sites") : InstrumentWording::list(effect.siteNames);
            const QString displays = effect.displayIds.join(u", "_s);
            auto *row = new QTreeWidgetItem(table, {effect.profileId, kindText(effect.kind), sites, displays});
            for (int i = 0; i < row->columnCount(); ++i) {
                row->setToolTip(i, row->text(i).toHtmlEscaped());
            }
        }
        for (int i = 0; i < table->columnCount(); ++i) {
            table->resizeColumnToContents(i);
        }
        table->setCurrentItem(table->topLevelItem(0));
        column->addWidget(table, 1);
        resize(fontMetrics().averageCharWidth() * 100, fontMetrics().lineSpacing() * 18);
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    if (canSave) {
        QPushButton *save = buttons->addButton(i18nc("@action:button", "Save Changes"), QDialogButtonBox::AcceptRole);
        save->setIcon(QIcon::fromTheme(u"document-save"_s));
    }
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}
}
