// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/displayedit.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;

namespace Nightdesk
{
class LayoutView;
class ValueTable;

/// Next to a profile's text: the effective values at the site that is chosen here. GUI thread. Owned by EffectDock.
class EffectPanel : public QWidget
{
    Q_OBJECT
public:
    /// @p file: the file being edited.
    explicit EffectPanel(const QString &file, QWidget *parent = nullptr);

    void setEffect(const DraftEffect &effect);
    /// Whether edits apply only to the chosen site.
    bool appliesToSiteOnly() const;

Q_SIGNALS:
    void selectionChanged(const Nightdesk::DraftEffectSelection &selection);
    void goToRequested(const Nightdesk::SourcePlace &place);
    void displayEdited(const Nightdesk::DisplayEdit &edit);

private:
    QWidget *makeScreensPart();
    void emitSelection();
    void goToDisplayTable(const QString &table, const QString &id);
    void showDisplayOrigin(const QString &table, const QString &id);
    void showProblems();
    void showEffect(const DraftEffect &effect);

    const QString m_profileFile;
    QComboBox *m_profileBox;
    QComboBox *m_siteBox;
    QComboBox *m_comparedSiteBox;
    QLabel *m_profileLabel;
    QLabel *m_stateLabel;
    QCheckBox *m_onlyDifferencesBox;
    LayoutView *m_layoutView;
    QLabel *m_displayOriginLabel; ///< where the values of the focused display come from
    QLabel *m_problemsLabel;
    QCheckBox *m_onlyThisSiteBox;
    ValueTable *m_valueTable;
    DraftEffect m_draftEffect;
    QString m_currentDisplayTable; ///< the profile's table of the display that had the focus last
    QString m_currentDisplayId;
};
}
