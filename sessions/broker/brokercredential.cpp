// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokercredential.h"

using namespace Qt::StringLiterals;

namespace Nightdesk
{
QString BrokerCredential::user() const
{
    if (role == BrokerRole::Service) {
        return u"broker"_s;
    }
    // An access list reads better without slashes, and a name has no dot: nobody's user is another's.
    return (role == BrokerRole::Desk ? u"desk."_s : u"sa."_s) + QString(name).replace(u'/', u'.');
}
}
