// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDialog>

#include <optional>

class QListWidget;

namespace Nightdesk
{
/// Asks at which site this desk is. No site is preselected, unless the host name contains the id of one. Opened by ConnectFlow, a child of its
/// window.
class SiteDialog : public QDialog
{
    Q_OBJECT
public:
    struct Question {
        QString facility; ///< the facility's name
        QList<SiteSpec> sites;
        QString formerlyConfiguredSiteId; ///< the configured site, if it no longer exists; empty: none
        QString hostName; ///< the host name of this machine
    };
    explicit SiteDialog(const Question &question, QWidget *parent = nullptr);

    /// The only site whose id is a word of @p hostName: "desk2.hilo" is at "hilo". Empty: no site or several.
    static QString plausibleSiteId(const QList<SiteSpec> &sites, const QString &hostName);

Q_SIGNALS:
    /// Emitted exactly once; empty: canceled.
    void answered(const std::optional<QString> &siteId);

protected:
    void done(int result) override;

private:
    std::optional<QString> chosenSiteId() const;

    QListWidget *m_siteList;
    bool m_isAnswered = false;
};
}
