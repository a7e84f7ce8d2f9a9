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
    // User names have no slashes, so that the access list is easier to read. Names of desks and SAs have no dots, so
    // user names are unique.
    return (role == BrokerRole::Desk ? u"desk."_s : u"sa."_s) + QString(name).replace(u'/', u'.');
}
}
