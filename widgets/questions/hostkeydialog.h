// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"

#include <QDialog>

namespace Nightdesk
{
/// Asks whether an unknown host key is the right one. Refusing is the default: Return and Escape do not accept the key.
/// Opened by Questions, a child of its window.
class HostKeyDialog : public QDialog
{
    Q_OBJECT
public:
    explicit HostKeyDialog(const HostKeyQuestion &question, QWidget *parent = nullptr);

Q_SIGNALS:
    void answered(Nightdesk::HostKeyAnswer answer); ///< emitted exactly once

protected:
    void done(int result) override;

private:
    HostKeyAnswer m_answer = HostKeyAnswer::Refuse;
    bool m_isAnswered = false;
};
}
