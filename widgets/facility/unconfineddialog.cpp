// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/unconfineddialog.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"

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

UnconfinedProgramsDialog::UnconfinedProgramsDialog(const QString &instrument, const QStringList &programs, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(i18nc("@title:window", "X Programs of This Instrument"));
    auto *column = new QVBoxLayout(this);
    auto *heading =
        PlainLabel::createWrapped(i18nc("@info an instrument's name", "How should the X programs of %1 be shown tonight?", displayText(instrument)));
    WidgetLook::scaleFont(heading, 1.3);
    column->addWidget(heading);
    column->addWidget(PlainLabel::createWrapped(
        i18nc("@info", "The X server of this workstation lacks the SECURITY extension. X programs could read what is typed into other windows.")));
    column->addWidget(PlainLabel::createWrapped(i18nc("@info titles of programs", "Programs: %1", displayText(programs.join(u", "_s)))));
    column->addWidget(PlainLabel::createWrapped(i18nc("@info",
                                                      "In private X servers (vnc-app) the programs run on the remote host and appear here as images. The "
                                                      "programs cannot read anything on this workstation.")));

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton *apart = buttons->addButton(i18nc("@action:button", "Show in Private X Servers"), QDialogButtonBox::AcceptRole);
    apart->setIcon(QIcon::fromTheme(u"dialog-ok"_s));
    apart->setDefault(true);
    QPushButton *trust = buttons->addButton(i18nc("@action:button", "Trust Programs Tonight"), QDialogButtonBox::ActionRole);
    trust->setAutoDefault(false);
    trust->setToolTip(i18nc("@info:tooltip", "Until the session ends, the programs can read every key typed at this workstation (as with ssh -Y)"));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(trust, &QPushButton::clicked, this, [this] {
        m_chosenProgramTreatment = UnconfinedPrograms::ShowAsTrusted;
        accept();
    });
    apart->setFocus();
}

void UnconfinedProgramsDialog::done(int result)
{
    QDialog::done(result);
    if (!std::exchange(m_isAnswered, true)) {
        Q_EMIT answered(result == Accepted ? std::optional(m_chosenProgramTreatment) : std::nullopt);
    }
}
}
