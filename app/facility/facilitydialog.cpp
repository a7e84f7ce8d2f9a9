// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facilitydialog.h"

#include <KLocalizedString>

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QThreadPool>

namespace Nightdesk
{
void openFacilityDialog(QWidget *window, const QString &present, const std::function<void(const QString &)> &chosen)
{
    auto *dialog = new QFileDialog(window, i18nc("@title:window", "Open Facility"), QDir::homePath());
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, window, chosen);
    dialog->open();
    // The facility's own directory may be on a share that does not answer: the dialog goes there if it does.
    QThreadPool::globalInstance()->start([dialog = QPointer(dialog), directory = present] {
        if (!directory.isEmpty() && QFileInfo(directory).isDir()) {
            QMetaObject::invokeMethod(
                qApp,
                [dialog, directory] {
                    if (dialog) {
                        dialog->setDirectory(directory);
                    }
                },
                Qt::QueuedConnection);
        }
    });
}
}
