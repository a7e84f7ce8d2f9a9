// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plugin of mosquitto's for `nightdesk broker`. mosquitto 2.0 has no limit for how long a client's name is, nor for how much a client
// subscribes to, and asks nobody about subscriptions. Whose name fills a line of its log (999 bytes) cannot be counted by ClientQuota.
// Our clients have names below 100 bytes and some ten subscriptions. What is within the limits is left to the files of passwords and
// access. Workstations and support astronomers alone are limited: a bridge subscribes for a whole site. Runs in mosquitto's only thread.
#include <cstdint>
#include <cstring>

#define NIGHTDESK_EXPORTED extern "C" __attribute__((visibility("default")))

// mosquitto_broker.h and mosquitto_plugin.h of mosquitto 2, as far as they are used. The functions are in the program that loads this.
extern "C" {
struct mosquitto;
struct mosquitto_opt;
struct mosquitto_plugin_id_t;
using mosquitto_property = struct mqtt5__property;
struct mosquitto_evt_acl_check {
    void *future;
    mosquitto *client;
    const char *topic;
    const void *payload;
    mosquitto_property *properties;
    int access;
    std::uint32_t payloadlen;
    std::uint8_t qos;
    bool retain;
    void *future2[4];
};
struct mosquitto_evt_basic_auth {
    void *future;
    mosquitto *client;
    char *username;
    char *password;
    void *future2[4];
};
using MosquittoCallback = int (*)(int event, void *data, void *userData);
__attribute__((weak)) int mosquitto_callback_register(mosquitto_plugin_id_t *id, int event, MosquittoCallback function, const void *data, void *userData);
__attribute__((weak)) const char *mosquitto_client_id(const mosquitto *client);
__attribute__((weak)) const char *mosquitto_client_username(const mosquitto *client);
__attribute__((weak)) int mosquitto_client_sub_count(const mosquitto *client);
}

namespace
{
constexpr int pluginVersion = 5; ///< of the interface
constexpr int eventAccess = 2;
constexpr int eventLogin = 3;
constexpr int accessSubscribe = 4;
constexpr int done = 0;
constexpr int notSupported = 10;
constexpr int refused = 11; ///< a login
constexpr int denied = 12; ///< a subscription
constexpr int leftToOthers = 17;

constexpr std::size_t longestName = 256;
constexpr std::size_t longestFilter = 512;
constexpr int mostSubscriptions = 64;

bool isLimited(const char *user)
{
    return user && (std::strncmp(user, "desk.", 5) == 0 || std::strncmp(user, "sa.", 3) == 0);
}

int login(int /*event*/, void *data, void * /*userData*/)
{
    const auto *asked = static_cast<const mosquitto_evt_basic_auth *>(data);
    const char *name = mosquitto_client_id(asked->client);
    return isLimited(asked->username) && name && std::strlen(name) > longestName ? refused : leftToOthers;
}

int access(int /*event*/, void *data, void * /*userData*/)
{
    const auto *asked = static_cast<const mosquitto_evt_acl_check *>(data);
    if (asked->access != accessSubscribe || !isLimited(mosquitto_client_username(asked->client))) {
        return leftToOthers;
    }
    const bool isTooMuch = mosquitto_client_sub_count(asked->client) >= mostSubscriptions || std::strlen(asked->topic) > longestFilter;
    return isTooMuch ? denied : leftToOthers;
}
}

NIGHTDESK_EXPORTED int mosquitto_plugin_version(int count, const int *supported)
{
    for (int i = 0; i < count; ++i) {
        if (supported[i] == pluginVersion) {
            return pluginVersion;
        }
    }
    return -1;
}

NIGHTDESK_EXPORTED int mosquitto_plugin_init(mosquitto_plugin_id_t *id, void ** /*userData*/, mosquitto_opt * /*options*/, int /*optionCount*/)
{
    if (!mosquitto_callback_register || !mosquitto_client_id || !mosquitto_client_username || !mosquitto_client_sub_count) {
        return notSupported;
    }
    const int first = mosquitto_callback_register(id, eventLogin, login, nullptr, nullptr);
    return first != done ? first : mosquitto_callback_register(id, eventAccess, access, nullptr, nullptr);
}

NIGHTDESK_EXPORTED int mosquitto_plugin_cleanup(void * /*userData*/, mosquitto_opt * /*options*/, int /*optionCount*/)
{
    return done; // mosquitto forgets what was registered
}
