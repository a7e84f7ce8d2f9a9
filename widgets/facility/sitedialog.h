// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDialog>

#include <optional>

class QListWidget;

namespace Nightdesk
{
/// Asks which site this desk stands at. Nothing is chosen beforehand, unless the machine's own name tells. Opened by ConnectFlow, a child of its window.
class SiteDialog : public QDialog
{
    Q_OBJECT
public:
    struct Question {
        QString facility; ///< its name
        QList<SiteSpec> sites;
        QString forgotten; ///< the site that was set and is not there any more; empty: none was
        QString hostName; ///< of this machine
    };
    explicit SiteDialog(const Question &question, QWidget *parent = nullptr);

    /// The only site whose id is a word of @p hostName: "desk2.hilo" is at "hilo". Empty: none or several.
    static QString plausible(const QList<SiteSpec> &sites, const QString &hostName);

Q_SIGNALS:
    /// Exactly once; empty: cancelled.
    void answered(const std::optional<QString> &siteId);

protected:
    void done(int result) override;

private:
    std::optional<QString> chosen() const;

    QListWidget *m_list;
    bool m_isAnswered = false;
};
}
