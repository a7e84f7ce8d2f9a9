// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/profiletemplates.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace Nightdesk
{
/// Asks for the name of a new instrument and for the template of its profile. GUI thread. Opened by ProfileActions, a child of its window.
class NewProfileDialog : public QDialog
{
    Q_OBJECT
public:
    explicit NewProfileDialog(QWidget *parent = nullptr);

    QString instrumentName() const;
    /// The chosen template, one of ProfileTemplates::allTemplates().
    ProfileTemplates::Template chosenTemplate() const;

private:
    void showFileName();

    QLineEdit *m_nameEdit;
    QListWidget *m_templateList;
    QLabel *m_fileLabel;
    QPushButton *m_createButton;
};
}
