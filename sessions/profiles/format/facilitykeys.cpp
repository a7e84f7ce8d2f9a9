// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keyrows.h"

#include "sessions/profiles/format/keystores.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk::KeyRows
{
using namespace KeyStores;

namespace
{
constexpr KeyChoice roles[] = {
    {"OA"_L1, int(SupportRole::ObservingAssistant)},
    {"SA"_L1, int(SupportRole::SupportAstronomer)},
};

constexpr KeyInfo facilityKeyRows[] = {
    // TOML keys that are allowed in facility.toml:
    key({.table = Facility, .name = "format"_L1, .type = FormatVersion, .isRequired = true},
        kli18nc("@info:whatsthis key of a profile", "The version of the file format.")),
    key({.table = Facility, .name = "name"_L1, .type = Text, .store = storeInMember<&FacilityHeader::name>, .isRequired = true, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The observatory’s name, as it is displayed.")),
    key({.table = Facility, .name = "timezone"_L1, .type = TimeZone, .store = storeInMember<&FacilityHeader::timezone>, .defaultValue = "\"UTC\""_L1},
        kli18nc("@info:whatsthis key of a profile", "The observatory’s time zone. Nightdesk shows local time next to UT.")),
    key({.table = Facility, .name = "longitude"_L1, .type = Longitude, .store = storeInMember<&FacilityHeader::longitude>, .min = -180, .max = 360},
        kli18nc("@info:whatsthis key of a profile", "The geographic longitude of the telescopes. With a longitude, Nightdesk shows the local sidereal time.")),
    key({.table = Facility, .name = "known-hosts"_L1, .type = Path, .store = storeInMember<&FacilityHeader::knownHostsPath>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile",
                "A known_hosts file for all connections without one of their own. Nightdesk reads the user’s file as well.")),
    key({.table = Facility, .name = "accounts"_L1, .type = UserNames, .store = storeInMember<&FacilityHeader::accounts>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The accounts allowed for {account} in profiles without a list of their own. Default: any account.")),
    key({.table = Facility, .name = "variables"_L1, .type = TextsByName},
        kli18nc("@info:whatsthis key of a profile", "Named texts. {name} is replaced by the text in every profile and in this file.")),
    key({.table = Facility, .name = "default"_L1, .type = Table, .childTable = Default},
        kli18nc("@info:whatsthis key of a profile", "Default keys of connections, desktops and windows.")),
    key({.table = Facility, .name = "link"_L1, .type = TablesById, .childTable = Link},
        kli18nc("@info:whatsthis key of a profile", "Connections that every profile can use.")),
    key({.table = Facility, .name = "desktop"_L1, .type = TableList, .childTable = Desktop},
        kli18nc("@info:whatsthis key of a profile", "Desktops that every instrument shows.")),
    key({.table = Facility, .name = "window"_L1, .type = TableList, .childTable = Window},
        kli18nc("@info:whatsthis key of a profile", "X programs that every instrument shows.")),
    key({.table = Facility, .name = "group"_L1, .type = TablesById, .childTable = FacilityGroup},
        kli18nc("@info:whatsthis key of a profile", "Parts that several profiles share. A profile adds them with include.")),
    key({.table = Facility, .name = "person"_L1, .type = TableList, .childTable = Person},
        kli18nc("@info:whatsthis key of a profile", "The people whom observers can contact.")),
    key({.table = Facility, .name = "room"_L1, .type = TableList, .childTable = VideoRoom},
        kli18nc("@info:whatsthis key of a profile", "Online meeting rooms for people at different sites.")),
    key({.table = Facility, .name = "broker"_L1, .type = Table, .childTable = Broker, .isReadSeparately = true},
        kli18nc("@info:whatsthis key of a profile", "The MQTT message broker that connects workstations and status boards.")),
    key({.table = Facility, .name = "site"_L1, .type = TablesById, .childTable = FacilitySite},
        kli18nc("@info:whatsthis key of a profile", "The places from which people observe.")),

    // TOML keys that are allowed in [default]:
    key({.table = Default, .name = "link"_L1, .type = Table, .childTable = Link, .mayChildTableBeIncomplete = true},
        kli18nc("@info:whatsthis key of a profile", "Default keys of every connection.")),
    key({.table = Default, .name = "desktop"_L1, .type = Table, .childTable = Desktop, .mayChildTableBeIncomplete = true},
        kli18nc("@info:whatsthis key of a profile", "Default keys of every desktop.")),
    key({.table = Default, .name = "window"_L1, .type = Table, .childTable = Window, .mayChildTableBeIncomplete = true},
        kli18nc("@info:whatsthis key of a profile", "Default keys of every X program.")),

    // TOML keys that are allowed in [group.ID]:
    key({.table = FacilityGroup, .name = "include"_L1, .type = GroupNames},
        kli18nc("@info:whatsthis key of a profile", "Other groups that this group includes.")),
    key({.table = FacilityGroup, .name = "variables"_L1, .type = TextsByName},
        kli18nc("@info:whatsthis key of a profile", "Named texts. They take precedence over those of the facility.")),
    key({.table = FacilityGroup, .name = "link"_L1, .type = TablesById, .childTable = Link},
        kli18nc("@info:whatsthis key of a profile", "Connections of the group.")),
    key({.table = FacilityGroup, .name = "desktop"_L1, .type = TableList, .childTable = Desktop},
        kli18nc("@info:whatsthis key of a profile", "Desktops of the group.")),
    key({.table = FacilityGroup, .name = "window"_L1, .type = TableList, .childTable = Window},
        kli18nc("@info:whatsthis key of a profile", "X programs of the group.")),

    // TOML keys that are allowed in [[person]]:
    key({.table = Person, .name = "name"_L1, .type = Text, .store = storeInMember<&PersonSpec::name>, .isRequired = true, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The person’s name.")),
    key({.table = Person, .name = "role"_L1, .type = Choice, .store = storeInMember<&PersonSpec::role>, .isRequired = true, .choices = roles},
        kli18nc("@info:whatsthis key of a profile", "The person’s role: observing assistant (OA) or support astronomer (SA).")),
    key({.table = Person, .name = "phone"_L1, .type = Text, .store = storeInMember<&PersonSpec::phone>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The person’s telephone number, as it is dialed.")),
    key({.table = Person, .name = "email"_L1, .type = Email, .store = storeInMember<&PersonSpec::email>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The person’s e-mail address.")),
    key({.table = Person, .name = "hours"_L1, .type = Hours, .store = storeInMember<&PersonSpec::hours>},
        kli18nc("@info:whatsthis key of a profile",
                "When the person can be called, in the observatory’s time zone. The hours can pass midnight. Default: any time.")),

    // TOML keys that are allowed in [[room]]:
    key({.table = VideoRoom, .name = "name"_L1, .type = Text, .store = storeInMember<&RoomSpec::name>, .isRequired = true, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The room’s name.")),
    key({.table = VideoRoom, .name = "link"_L1, .type = Url, .store = storeInMember<&RoomSpec::url>, .isRequired = true, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The URL of the meeting.")),

    // TOML keys that are allowed in [broker]:
    key({.table = Broker, .name = "id"_L1, .type = Identifier, .store = storeInMember<&BrokerSpec::id>, .isRequired = true},
        kli18nc("@info:whatsthis key of a profile", "The facility’s name at the message broker. Credentials are issued for this name.")),
    key({.table = Broker,
         .name = "link"_L1,
         .type = LinkName,
         .store = storeInMember<&BrokerSpec::link, &LinkSpec::id>,
         .isRequired = true,
         .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The connection of this file that leads to the message broker’s host.")),
    key({.table = Broker, .name = "port"_L1, .type = Integer, .store = storePort<BrokerSpec>, .min = 1, .max = 65535, .alternativesGroup = "address"_L1},
        kli18nc("@info:whatsthis key of a profile", "The message broker’s port, as seen from the connection’s host.")),
    key({.table = Broker,
         .name = "host"_L1,
         .type = Host,
         .store = storeHostOfPort<BrokerSpec>,
         .defaultValue = "\"127.0.0.1\""_L1,
         .otherRequiredKey = "port"_L1,
         .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The host of the port, as seen from the connection’s host.")),
    key({.table = Broker, .name = "socket"_L1, .type = RemotePath, .store = storeSocket<BrokerSpec>, .alternativesGroup = "address"_L1, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The message broker’s Unix socket on the connection’s host.")),
    key({.table = Broker, .name = "pager"_L1, .type = Command, .store = storeInMember<&BrokerSpec::pagerCommand>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile",
                "The program that alerts the support astronomer, with its arguments. The message broker or a status board with --pager runs the "
                "program, without a shell.")),

    // TOML keys that are allowed in [site.ID] of facility.toml:
    key({.table = FacilitySite, .name = "name"_L1, .type = Text, .store = storeInMember<&SiteSpec::name>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The site’s name, as it is displayed. Default: the site’s key.")),
    key({.table = FacilitySite, .name = "screens"_L1, .type = Identifiers, .store = storeInMember<&SiteSpec::screens>, .isRequired = true},
        kli18nc("@info:whatsthis key of a profile", "The names of the site’s screens, from left to right.")),
    key({.table = FacilitySite, .name = "screen-sizes"_L1, .type = SizesByName, .store = storeInMember<&SiteSpec::screenSizes>},
        kli18nc("@info:whatsthis key of a profile", "The known sizes of the screens in pixels. “nightdesk check” warns of windows that do not fit.")),
    key({.table = FacilitySite, .name = "variables"_L1, .type = TextsByName},
        kli18nc("@info:whatsthis key of a profile", "Variables of the facility that differ at this site.")),
    key({.table = FacilitySite, .name = "default"_L1, .type = Table, .childTable = Default},
        kli18nc("@info:whatsthis key of a profile", "Default keys of connections, desktops and windows at this site.")),
    key({.table = FacilitySite, .name = "link"_L1, .type = TablesById, .childTable = Link, .mayChildTableBeIncomplete = true},
        kli18nc("@info:whatsthis key of a profile",
                "Keys of the connections of the facility and its groups that differ at this site, for example link.summit.jump.")),
    key({.table = FacilitySite, .name = "desktop"_L1, .type = TablesById, .childTable = Desktop, .mayChildTableBeIncomplete = true},
        kli18nc("@info:whatsthis key of a profile", "Keys of the desktops of the facility and its groups that differ at this site.")),
    key({.table = FacilitySite, .name = "window"_L1, .type = TablesById, .childTable = Window, .mayChildTableBeIncomplete = true},
        kli18nc("@info:whatsthis key of a profile", "Keys of the X programs of the facility and its groups that differ at this site.")),
};
}

constinit const std::span<const KeyInfo> facility = facilityKeyRows;
}
