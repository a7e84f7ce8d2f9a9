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
/// For a dialog that adds a desktop: a button that searches for desktops running on the host, and a list to choose from. A user who knows the desktop
/// needs neither. GUI thread; the search runs in the background. Owned by AdditionDialog.
class DesktopFinder : public QWidget
{
    Q_OBJECT
public:
    explicit DesktopFinder(QWidget *parent = nullptr);
    ~DesktopFinder() override;

    /// The host to search; results from another host are cleared. Empty: not known yet.
    void setLink(const std::optional<LinkSpec> &link);
    /// The address as a user types it in the dialog's field: ":1" or "5901"; empty: it cannot be typed there.
    static QString typedAddress(const DesktopAddress &address);

Q_SIGNALS:
    void desktopChosen(const QString &address, const QString &title); ///< the user chose a found desktop; @p title may be empty
    void messageHeightChanged(); ///< the message below the button became longer or shorter

private:
    void findDesktops();
    void offerDesktops(const DiscoverOutcome &outcome);
    void showMessage(const QString &text);

    QPushButton *m_findButton;
    QComboBox *m_foundDesktopBox;
    QLabel *m_stateLabel;
    std::optional<LinkSpec> m_link;
    std::unique_ptr<DesktopSearch> m_search;
    QList<FoundDesktop> m_foundDesktops; ///< the entries of m_foundDesktopBox
};
}
