// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/unconfineddialog.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/plainlabel.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

UnconfinedDialog::UnconfinedDialog(const QString &instrument, const QStringList &programs, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(i18nc("@title:window", "X Programs of This Instrument"));
    auto *column = new QVBoxLayout(this);
    auto *heading =
        PlainLabel::createWrapped(i18nc("@info an instrument's name", "How are the X programs of %1 to be shown tonight?", displayText(instrument)));
    QFont large = heading->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    heading->setFont(large);
    column->addWidget(heading);
    column->addWidget(PlainLabel::createWrapped(
        i18nc("@info", "The X server of this desk cannot keep X programs from reading what is typed into other windows (it has no SECURITY extension).")));
    column->addWidget(PlainLabel::createWrapped(i18nc("@info titles of programs", "Programs: %1", displayText(programs.join(u", "_s)))));
    column->addWidget(PlainLabel::createWrapped(
        i18nc("@info", "In private X servers (vnc-app) they run at the summit and are shown here as images: they cannot read anything of this desk.")));

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton *apart = buttons->addButton(i18nc("@action:button", "Show in Private X Servers"), QDialogButtonBox::AcceptRole);
    apart->setIcon(QIcon::fromTheme(u"dialog-ok"_s));
    apart->setDefault(true);
    QPushButton *trust = buttons->addButton(i18nc("@action:button", "Trust Programs Tonight"), QDialogButtonBox::ActionRole);
    trust->setAutoDefault(false);
    trust->setToolTip(i18nc("@info:tooltip", "Until the night ends, they can read every key typed on this desk (as with ssh -Y)"));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(trust, &QPushButton::clicked, this, [this] {
        m_answer = UnconfinedPrograms::Trusted;
        accept();
    });
    apart->setFocus();
}

void UnconfinedDialog::done(int result)
{
    QDialog::done(result);
    if (!std::exchange(m_isAnswered, true)) {
        Q_EMIT answered(result == Accepted ? std::optional(m_answer) : std::nullopt);
    }
}
}
