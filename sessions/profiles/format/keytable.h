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
    Group, ///< [group.ID] of facility.toml
    Person, ///< [[person]] of facility.toml
    Room, ///< [[room]] of facility.toml: video rooms
    Broker, ///< [broker] of facility.toml
    FacilitySite, ///< [site.ID] of facility.toml
    Profile, ///< a profile itself
    ProfileSite, ///< [site.ID] of a profile
    Link, ///< [link.ID]
    Desktop, ///< [[desktop]]
    Window, ///< [[window]]
    Expect, ///< expect table of a desktop
    Needs, ///< needs table of a window
    Algorithms, ///< algorithms table of a link
    LinkDiscover, ///< discover table of a link
    DesktopDiscover, ///< discover table of a desktop
    DesktopViewer, ///< viewer table of a desktop
    WindowViewer, ///< viewer table of a window
    Server, ///< server table of a window
    Arguments, ///< args table of a window
};

/// The type of a key's value. valueExpectation() describes it, ValueReader reads it.
enum class KeyType {
    Format, ///< the version of the format
    Identifier, ///< a word: [a-z0-9][a-z0-9_-]*
    Identifiers, ///< a list of at least one identifier, without duplicates
    Text, ///< a text that is not empty
    Texts, ///< a list of non-empty texts
    Command, ///< a list; the first text is the program and not empty
    Arguments, ///< a list of texts, which may be empty
    Resources, ///< X resources, "name: value" each
    FontPaths, ///< directories and font servers, in the syntax of an X server
    Share, ///< "account", "nobody" or "group:NAME"
    Integer, ///< a whole number from KeyInfo::min to KeyInfo::max
    Longitude, ///< degrees; a whole number is allowed, too
    Boolean,
    Choice, ///< one of KeyInfo::choices
    Path, ///< a file on this computer; a relative path begins at the profile's directory, ~ is the home directory
    Paths,
    RemotePath, ///< an absolute path on the summit host
    Host,
    User,
    Users, ///< a list of at least one user name, without duplicates
    JumpHosts, ///< "[user@]host[:port]" each
    SshAlgorithms, ///< a list of names from sshAlgorithms()
    Display, ///< ":1"
    Geometry, ///< in the syntax of XParseGeometry(3)
    Size, ///< "2560x1600"
    Color, ///< "#rrggbb" or a name of desktopColors()
    Visual, ///< "TrueColor 24"
    Visuals,
    Expression, ///< a regular expression
    LinePattern, ///< a regular expression with a group display, port or socket
    TimeZone, ///< IANA name of a time zone
    Hours, ///< "18:00-06:00"
    TimeOfDay, ///< "17:30"
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

struct KeyChoice {
    QLatin1StringView name;
    int value = 0; ///< value of the enum in which the choice is stored
    QLatin1StringView interimEquivalent = {}; ///< for a choice that a later version will support: the choice that is used until then; otherwise empty
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
    QLatin1StringView alternativesGroup = {}; ///< name of a group of alternative keys, of which exactly one must be given; empty: none
    QLatin1StringView otherRequiredKey = {}; ///< name of another key that must be given as well
    bool hasVariables = false; ///< {variables} in the value are replaced
    /// Name of a variable that is not replaced here: its value is known only when the text is used.
    QLatin1StringView unreplacedVariable = {};
    bool isOverridable = true; ///< may be given in a site's overrides and in [default]
    bool isPartial = false; ///< the contained table has only some keys of childTable: none is required, and only overridable keys are allowed
    bool isReadSeparately = false; ///< Table: its contents depend on other parts of the file; TableReader does not read it together with the outer table
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
QString withUnreplacedVariableEscaped(const KeyInfo &key, const QString &text);

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
