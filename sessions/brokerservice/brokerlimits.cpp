// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mosquitto plugin for `nightdesk broker`. mosquitto 2.0 limits neither the length of a client id nor a client's subscriptions. A client whose id
// fills a line of the log (999 bytes) cannot be counted by ClientQuota. Nightdesk's clients have ids below 100 bytes and some ten subscriptions.
// Requests within the limits are decided by the password and access files. Only workstations and support astronomers are limited: a bridge
// subscribes for a whole site. Runs in mosquitto's only thread.
#include <cstring>

#include <mosquitto.h>
#include <mosquitto_broker.h>
#include <mosquitto_plugin.h>

namespace
{
constexpr std::size_t longestName = 256;
constexpr std::size_t longestFilter = 512;
constexpr int mostSubscriptions = 64;

bool isWorkstationOrAstronomer(const char *user)
{
    return user && (std::strncmp(user, "desk.", 5) == 0 || std::strncmp(user, "sa.", 3) == 0);
}

int checkClientId(int /*event*/, void *data, void * /*userData*/)
{
    const auto *event = static_cast<const mosquitto_evt_basic_auth *>(data);
    const char *name = mosquitto_client_id(event->client);
    return isWorkstationOrAstronomer(event->username) && name && std::strlen(name) > longestName ? MOSQ_ERR_AUTH : MOSQ_ERR_PLUGIN_DEFER;
}

int checkSubscription(int /*event*/, void *data, void * /*userData*/)
{
    const auto *event = static_cast<const mosquitto_evt_acl_check *>(data);
    if (event->access != MOSQ_ACL_SUBSCRIBE || !isWorkstationOrAstronomer(mosquitto_client_username(event->client))) {
        return MOSQ_ERR_PLUGIN_DEFER;
    }
    const bool isTooMuch = mosquitto_client_sub_count(event->client) >= mostSubscriptions || std::strlen(event->topic) > longestFilter;
    return isTooMuch ? MOSQ_ERR_ACL_DENIED : MOSQ_ERR_PLUGIN_DEFER;
}
}

int mosquitto_plugin_version(int count, const int *supported)
{
    for (int i = 0; i < count; ++i) {
        if (supported[i] == MOSQ_PLUGIN_VERSION) {
            return MOSQ_PLUGIN_VERSION;
        }
    }
    return -1;
}

int mosquitto_plugin_init(mosquitto_plugin_id_t *id, void ** /*userData*/, mosquitto_opt * /*options*/, int /*optionCount*/)
{
    const int first = mosquitto_callback_register(id, MOSQ_EVT_BASIC_AUTH, checkClientId, nullptr, nullptr);
    return first != MOSQ_ERR_SUCCESS ? first : mosquitto_callback_register(id, MOSQ_EVT_ACL_CHECK, checkSubscription, nullptr, nullptr);
}

int mosquitto_plugin_cleanup(void * /*userData*/, mosquitto_opt * /*options*/, int /*optionCount*/)
{
    return MOSQ_ERR_SUCCESS; // mosquitto unregisters the callbacks itself
}
