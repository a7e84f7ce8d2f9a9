// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/profileactions.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/profiles/facility/profilecopy.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/profileeditor/newprofiledialog.h"

#include <KLocalizedString>

#include <QDir>
#include <QFileInfo>
#include <QInputDialog>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ProfileActions::ProfileActions(InstrumentPicker *picker)
    : QObject(picker)
    , m_instrumentPicker(picker)
{
    connect(picker, &InstrumentPicker::duplicateRequested, this, [this](const QString &file, const QString &id, const QString &name) {
        copyProfile(file, id, {}, i18nc("@label the name of an instrument whose profile is a copy", "%1 (copy)", name));
    });
    connect(picker, &InstrumentPicker::newFromProfileRequested, this, &ProfileActions::askNameOfCopy);
}

void ProfileActions::askNameOfCopy(const QString &file, const QString &name)
{
    auto *dialog = new QInputDialog(m_instrumentPicker->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(i18nc("@title:window an instrument's name", "New Profile from %1", name));
    dialog->setLabelText(i18nc("@label", "Name of the new instrument:"));
    dialog->setTextValue(i18nc("@label the name proposed for a new instrument", "%1 2", name));
    dialog->setOkButtonText(i18nc("@action:button", "Create Profile"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, file](const QString &chosen) {
        if (const QString id = ProfileCopy::idFromName(chosen); id.isEmpty()) {
            Q_EMIT profileCreationFailed(i18nc("@info a name", "“%1” is not a valid name: expected at least one letter or digit, for example LRIS 2.", chosen));
        } else {
            copyProfile(file, id, id, chosen.trimmed());
        }
    });
    dialog->open();
}

void ProfileActions::setDirectory(const QString &directory)
{
    m_facilityDirectory = directory;
}

void ProfileActions::askForNewProfile()
{
    if (m_facilityDirectory.isEmpty()) {
        return;
    }
    auto *dialog = new NewProfileDialog(m_instrumentPicker->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        createProfile([source = dialog->chosenTemplate(), directory = m_facilityDirectory, name = dialog->instrumentName()] {
            return ProfileTemplates::createProfile(source, directory, name);
        });
    });
    dialog->open();
}

void ProfileActions::copyProfile(const QString &file, const QString &base, const QString &id, const QString &name)
{
    createProfile([=] {
        const QDir directory = QFileInfo(file).dir();
        const QString free = !id.isEmpty() ? id : ProfileCopy::unusedId(base, [&directory](const QString &wanted) {
            return directory.exists(wanted + u".toml"_s);
        });
        return ProfileCopy::createCopy(file, free, name);
    });
}

void ProfileActions::createProfile(const std::function<std::expected<QString, QString>()> &make)
{
    BackgroundJobs::shared().run(make, this, [this](const std::expected<QString, QString> &result) {
        if (result) {
            Q_EMIT profileCreated(*result);
        } else {
            Q_EMIT profileCreationFailed(result.error());
        }
    });
}
}
