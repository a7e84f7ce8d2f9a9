// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/drafteffect.h"

#include <QTreeView>

class QStandardItem;
class QStandardItemModel;

namespace Nightdesk
{
/// The effective values at one site and where each comes from, optionally compared with another site. A click or Return on a value requests the place
/// where it is written. GUI thread. Owned by EffectPanel.
class ValueTable : public QTreeView
{
    Q_OBJECT
public:
    explicit ValueTable(QWidget *parent = nullptr);

    /// @p file: the file being edited. Keeps the current row and the scroll position if the same values remain.
    void setEffect(const DraftEffect &effect, const QString &file);
    /// While two sites are compared, hides rows that are the same at both.
    void setDifferencesOnly(bool isOn);

Q_SIGNALS:
    void goToRequested(const Nightdesk::SourcePlace &place);

private:
    struct Row {
        QString key;
        QString value;
        QString origin;
        QString otherSiteValue; ///< the value at the other site
        QString toolTip;
        SourcePlace place; ///< where the value is written; without a line: the value is not written anywhere
        SourcePlace otherSitePlace;
        bool differs = false;
        bool operator==(const Row &) const = default;
    };
    struct Section {
        QString title;
        QList<Row> rows;
    };
    QList<Section> sections() const;
    Row row(const ComparedValue &value) const;
    void showSections(const QList<Section> &sections);
    void insertSection(int index, const Section &section);
    void fillRow(QStandardItem *parent, int index, const Row &row);
    void goTo(const QModelIndex &index);

    QStandardItemModel *m_model;
    DraftEffect m_draftEffect;
    QString m_profileFile;
    QList<Section> m_shownSections;
    QString m_joinedHeaderTexts;
    bool m_showsDifferencesOnly = false;
};
}
