// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <KLazyLocalizedString>
#include <KLocalizedString>

#include <QLatin1StringView>

#include <optional>
#include <span>
#include <variant>

namespace Nightdesk
{
/// The tables of the format. A kind of table has the same keys wherever it occurs.
enum class TableId {
    Facility, ///< facility.toml itself
    Default, ///< [default] of facility.toml and of its sites
    FacilityGroup, ///< [group.ID] of facility.toml: connections and displays that profiles can include
    Person, ///< [[person]] of facility.toml
    VideoRoom, ///< [[room]] of facility.toml: video rooms
    Broker, ///< [broker] of facility.toml
    FacilitySite, ///< [site.ID] of facility.toml
    Profile, ///< a profile itself
    ProfileSite, ///< [site.ID] of a profile: overrides of the profile's values at this site
    Link, ///< [link.ID]
    Desktop, ///< [[desktop]]
    Window, ///< [[window]]
    DesktopExpect, ///< value of the key "expect" of a desktop: what its VNC server should offer
    WindowNeeds, ///< value of the key "needs" of a window: what its program needs from the X server
    LinkAlgorithms, ///< value of the key "algorithms" of a link: ssh algorithms that are offered in addition
    LinkDiscover, ///< value of the key "discover" of a link: the command that lists the desktops on its host
    DesktopDiscover, ///< value of the key "discover" of a desktop: which of the listed desktops it is
    DesktopViewer, ///< value of the key "viewer" of a desktop: the viewer program on the summit host
    WindowViewer, ///< value of the key "viewer" of a window: the viewer program on the summit host
    WindowServer, ///< value of the key "server" of a window: the private X server of its program
    WindowArguments, ///< value of the key "args" of a window: other arguments of its program, for example while preloading
};

/// The type of a key's value. valueExpectation() describes it, ValueReader reads it.
enum class KeyType {
    FormatVersion, ///< the version of the file format, a whole number
    Identifier, ///< a word: [a-z0-9][a-z0-9_-]*
    Identifiers, ///< a list of at least one identifier, without duplicates
    Text, ///< a text that is not empty
    Texts, ///< a list of non-empty texts
    Command, ///< a list; the first text is the program and not empty
    Arguments, ///< a list of texts, which may be empty
    Resources, ///< a list of X resources; each is a text "name: value"
    FontPaths, ///< directories and font servers, in the syntax of an X server
    ServerShare, ///< who may join a private X server: "account", "nobody" or "group:NAME"
    Integer, ///< a whole number from KeyInfo::min to KeyInfo::max
    Longitude, ///< degrees; a whole number is allowed, too
    Boolean,
    Choice, ///< one of KeyInfo::choices
    Path, ///< a file on this computer; a relative path begins at the profile's directory, ~ is the home directory
    Paths,
    RemotePath, ///< an absolute path on the summit host
    Host,
    UserName, ///< a user name on a host
    UserNames, ///< a list of at least one user name, without duplicates
    JumpHosts, ///< a list of ssh jump hosts; each is a text "[user@]host[:port]"
    SshAlgorithms, ///< a list of names from sshAlgorithms()
    VncDisplayNumber, ///< display number of a VNC server with a colon, for example ":1"
    Geometry, ///< in the syntax of XParseGeometry(3)
    Size, ///< width and height in pixels, for example "2560x1600"
    Color, ///< "#rrggbb" or a name of desktopColors()
    Visual, ///< class and depth of an X visual, for example "TrueColor 24"
    Visuals, ///< a list of X visuals
    RegularExpression,
    OutputLinePattern, ///< a regular expression for a line of output that names a desktop; it has a group "display", "port" or "socket"
    TimeZone, ///< IANA name of a time zone
    Hours, ///< part of a day, for example "18:00-06:00"
    TimeOfDay, ///< for example "17:30"
    Email,
    Url, ///< http or https
    GroupNames, ///< a list of groups of the facility, without duplicates
    SizesByName, ///< { left = "2560x1600" }: sizes of screens
    TextsByName, ///< { name = "text" }: variables
    LinkName, ///< a link of the profile or of the facility
    ScreenName, ///< name of a screen at the site
    Table, ///< a table of KeyInfo::childTable
    TablesById, ///< tables [key.ID]
    TableList, ///< a list of tables [[key]]
};

bool isListType(KeyType type);
/// Whether a list of this type may have no elements.
bool mayListBeEmpty(KeyType type);

/// One of the allowed values of a key of type KeyType::Choice.
struct KeyChoice {
    QLatin1StringView name; ///< the value as written in a file
    int value = 0; ///< the enumerator that stands for the choice in the struct of profile.h, as an integer
    /// The name of another choice that takes effect instead, because Nightdesk does not support this one yet; empty: this one is supported.
    QLatin1StringView choiceUsedUntilSupported = {};
};

/// The value of a key, as ValueReader returns it. Its alternative depends on the KeyType.
using KeyValue = std::variant<bool, qint64, double, QString, QStringList, WindowGeometry, PixelSize, DisplayNumber, HoursOfDay, QMap<QString, PixelSize>>;

/// One key of the format. keyTable() defines the whole format: reader, checker and reference are made from it, and there is no other list of keys.
struct KeyInfo {
    TableId table = TableId::Profile;
    QLatin1StringView name;
    KeyType type = KeyType::Text;
    KLazyLocalizedString documentation = {}; ///< description in one line of text
    void (*store)(void *target, const KeyValue &value) = nullptr; ///< stores the value in @p target, the table's struct; null: not stored
    QLatin1StringView defaultValue = {}; ///< value as written in a file; empty: none
    bool isRequired = false;
    qint64 min = 0;
    qint64 max = 0;
    std::span<const KeyChoice> choices = {};
    TableId childTable = TableId::Profile; ///< Table, TablesById, TableList: kind of the contained tables
    QLatin1StringView alternativesGroup = {}; ///< keys of a table with the same name here are alternatives: exactly one must be given; empty: none
    QLatin1StringView otherRequiredKey = {}; ///< name of another key that must be given as well
    bool hasVariables = false; ///< {variables} in the value are replaced
    /// Name of a variable that stays in the value as it is written: it is replaced later, when the value is used and the variable is known.
    QLatin1StringView unreplacedVariable = {};
    bool isOverridable = true; ///< may be given in a site's overrides and in [default]
    /// The contained table gives overrides or defaults: no key of childTable is required in it, and only keys with isOverridable are allowed.
    bool mayChildTableBeIncomplete = false;
    /// For a key with a table as its value: TableReader skips this table, since its contents depend on other parts of the file. Other code reads it.
    bool isReadSeparately = false;
    int sinceFormat = 1; ///< first version of the format that has the key
};

/// The newest version of the format that can be read.
inline constexpr int formatVersion = 1;

/// Every key, table by table.
std::span<const KeyInfo> keyTable();
/// The key @p name of @p table; nullptr: there is no such key.
const KeyInfo *findKey(TableId table, const QString &name);
/// All keys of @p table, in the order of the reference. Valid until the program ends.
const QList<const KeyInfo *> &keysOf(TableId table);
QStringList keyNames(TableId table);

/// Prepares @p text of @p key for Variables::expand(): the variable in KeyInfo::unreplacedVariable remains unchanged.
QString escapeUnreplacedVariable(const KeyInfo &key, const QString &text);

/// The values that @p key accepts, in words: "a whole number from 1 to 65535". Translated.
QString valueExpectation(const KeyInfo &key);
/// Like valueExpectation(), for texts that are in English in every locale.
KLocalizedString valueExpectationText(const KeyInfo &key);
/// Name of the table in texts: "[link.ID]". Not translated, since it is TOML syntax.
QString tableSpelling(TableId table);

/// A topology as spelled in profiles: "vnc-app".
QString topologyWord(Topology topology);
std::optional<Topology> topologyOf(const QString &word);

/// A {variable} in texts.
struct VariableInfo {
    QLatin1StringView name;
    KLazyLocalizedString documentation;
};
inline constexpr QLatin1StringView accountVariable("account");
inline constexpr QLatin1StringView instrumentVariable("instrument");
/// The variable {server}, which only a viewer's command may contain.
inline constexpr QLatin1StringView serverVariable("server");
std::span<const VariableInfo> variableTable();
}
