// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/facilitydialog.h"

#include "sessions/common/backgroundjobs.h"

#include <KLocalizedString>

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace Nightdesk
{
void openFacilityDialog(QWidget *window, const QString &currentDirectory, const std::function<void(const QString &)> &onDirectoryChosen)
{
    auto *dialog = new QFileDialog(window, i18nc("@title:window", "Open Facility"), QDir::homePath());
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, window, onDirectoryChosen);
    dialog->open();
    // The facility's directory may be on a network share that does not respond. Another thread checks it, and only then does the dialog change to it.
    BackgroundJobs::shared().run(
        [currentDirectory] {
            return !currentDirectory.isEmpty() && QFileInfo(currentDirectory).isDir();
        },
        dialog,
        [dialog, currentDirectory](bool isThere) {
            if (isThere) {
                dialog->setDirectory(currentDirectory);
            }
        });
}
}
