// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/credentialdialog.h"

#include <KLocalizedString>

#include <QFileDialog>

namespace Nightdesk
{
void openCredentialDialog(QWidget *window, const std::function<void(const QString &)> &onFileChosen)
{
    auto *dialog = new QFileDialog(window, i18nc("@title:window", "Choose Credential"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, window, onFileChosen);
    dialog->open();
}
}
