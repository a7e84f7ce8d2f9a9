// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsearch.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace Nightdesk
{
/// In a form for a desktop: a button that looks which desktops run on the host, and the list to choose from. Whoever knows the desktop
/// needs neither. GUI thread; the search runs beside it. Owned by AdditionDialog.
class DesktopFinder : public QWidget
{
    Q_OBJECT
public:
    explicit DesktopFinder(QWidget *parent = nullptr);
    ~DesktopFinder() override;

    /// The host to look at; what was found on another is forgotten. Empty: none is known yet.
    void setLink(const std::optional<LinkSpec> &link);
    /// As a form has it: ":1" or "5901"; empty: a form has no words for such an address.
    static QString written(const DesktopAddress &address);

Q_SIGNALS:
    void chosen(const QString &address, const QString &title); ///< title: may be empty
    void resized(); ///< more or less is said

private:
    void find();
    void offerDesktops(const DiscoverOutcome &outcome);
    void showMessage(const QString &text);

    QPushButton *m_find;
    QComboBox *m_found;
    QLabel *m_state;
    std::optional<LinkSpec> m_link;
    std::unique_ptr<DesktopSearch> m_search;
    QList<FoundDesktop> m_desktops; ///< in m_found
};
}
