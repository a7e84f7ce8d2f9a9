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
/// The tables of the format. One kind of table has one set of keys, wherever it stands.
enum class TableId {
    Facility, ///< facility.toml itself
    Default, ///< [default] of facility.toml and of its sites
    Group, ///< [group.ID] of facility.toml
    Person, ///< [[person]] of facility.toml
    Room, ///< [[room]] of facility.toml
    Broker, ///< [broker] of facility.toml
    FacilitySite, ///< [site.ID] of facility.toml
    Profile, ///< a profile itself
    ProfileSite, ///< [site.ID] of a profile
    Link, ///< [link.ID]
    Desktop, ///< [[desktop]]
    Window, ///< [[window]]
    Expect, ///< expect of a desktop
    Needs, ///< needs of a window
    Algorithms, ///< algorithms of a link
    LinkDiscover, ///< discover of a link
    DesktopDiscover, ///< discover of a desktop
    DesktopViewer, ///< viewer of a desktop
    WindowViewer, ///< viewer of a window
    Server, ///< server of a window
    Arguments, ///< args of a window
};

/// What a key's value may be. valueExpectation() says it in words, ValueReader reads it.
enum class KeyType {
    Format, ///< the version of the format
    Identifier, ///< [a-z0-9][a-z0-9_-]*
    Identifiers, ///< a list of at least one, none twice
    Text, ///< not empty
    Texts, ///< a list of texts that are not empty
    Command, ///< a list whose first is not empty: the program
    Arguments, ///< a list; each may be empty
    Resources, ///< X resources, "name: value" each
    FontPaths, ///< directories and font servers, as an X server takes them
    Share, ///< "account", "nobody" or "group:NAME"
    Integer, ///< min to max
    Longitude, ///< degrees, also whole ones
    Boolean,
    Choice, ///< one of choices
    Path, ///< a file of the desk: relative to the profile's directory, ~ is the home directory
    Paths,
    RemotePath, ///< absolute, at the summit
    Host,
    User,
    Users, ///< a list of at least one, none twice
    JumpHosts, ///< "[user@]host[:port]" each
    SshAlgorithms, ///< names of sshAlgorithms()
    Display, ///< ":1"
    Geometry, ///< XParseGeometry(3)
    Size, ///< "2560x1600"
    Colour, ///< "#rrggbb" or a name of desktopColours()
    Visual, ///< "TrueColor 24"
    Visuals,
    Expression, ///< a regular expression
    LinePattern, ///< one with a group display, port or socket
    TimeZone, ///< IANA name
    Hours, ///< "18:00-06:00"
    TimeOfDay, ///< "17:30"
    Email,
    Url, ///< http or https
    GroupNames, ///< groups of the facility, none twice
    SizesByName, ///< { left = "2560x1600" }: sizes of screens
    TextsByName, ///< { name = "text" }: variables
    LinkName, ///< a link of the profile or of the facility
    ScreenName, ///< a screen of the site
    Table, ///< a table of KeyInfo::child
    TablesById, ///< [key.ID]
    TableList, ///< [[key]]
};

struct Choice {
    QLatin1StringView name;
    int value = 0; ///< of the enum it is stored in
    QLatin1StringView worksAs = {}; ///< reserved for a later version: until then it works as this one; empty: it is what it says
};

/// A value as it was read; which alternative belongs to which KeyType is ValueReader's matter.
using KeyValue = std::variant<bool, qint64, double, QString, QStringList, WindowGeometry, PixelSize, DisplayNumber, HoursOfDay, QMap<QString, PixelSize>>;

/// One key of the format. The whole format is keyTable(): reader, checker and reference are made from it, and nowhere
/// else stands a list of keys.
struct KeyInfo {
    TableId table = TableId::Profile;
    QLatin1StringView name;
    KeyType type = KeyType::Text;
    KLazyLocalizedString documentation = {}; ///< one line
    void (*store)(void *target, const KeyValue &value) = nullptr; ///< into the struct of the table; null: nowhere
    QLatin1StringView defaultValue = {}; ///< as written in a file; empty: none
    bool required = false;
    qint64 min = 0;
    qint64 max = 0;
    std::span<const Choice> choices = {};
    TableId child = TableId::Profile; ///< Table, TablesById, TableList: what stands inside
    QLatin1StringView group = {}; ///< exactly one key of a group must be given
    QLatin1StringView onlyWith = {}; ///< a key that must be given as well
    bool variables = false; ///< {variables} are replaced
    QLatin1StringView kept = {}; ///< a variable that stays as it stands: it is known only when the value is used
    bool overridable = true; ///< may be given in a site's overrides and in [default]
    bool partial = false; ///< what stands inside are single keys of child: none is required, those not overridable may not be given
    bool readLater = false; ///< Table: what stands inside needs what stands elsewhere in the file; TableReader reads it not with the table around it
    int since = 1; ///< version of the format
};

/// The newest version of the format that is read.
inline constexpr int formatVersion = 1;

/// Every key, table by table.
std::span<const KeyInfo> keyTable();
/// nullptr: @p table has no such key.
const KeyInfo *findKey(TableId table, const QString &name);
/// In the order of the reference. It lives as long as the program.
const QList<const KeyInfo *> &keysOf(TableId table);
QStringList keyNames(TableId table);

/// @p text of @p key as Variables::expand() is to be given it: what KeyInfo::kept names comes out as it stands.
QString keepingVariable(const KeyInfo &key, const QString &text);

/// What a value of @p key may be, in words: "a whole number from 1 to 65535". Translated.
QString valueExpectation(const KeyInfo &key);
/// The same, for texts that are in English whatever the locale.
KLocalizedString valueExpectationText(const KeyInfo &key);
/// What a person calls the table: "[link.ID]". Not translated: it is spelled so.
QString tableSpelling(TableId table);

/// A topology as profiles spell it: "vnc-app".
QString topologyWord(Topology topology);
std::optional<Topology> topologyOf(const QString &word);

/// A {variable} of texts.
struct VariableInfo {
    QLatin1StringView name;
    KLazyLocalizedString documentation;
};
inline constexpr QLatin1StringView accountVariable("account");
inline constexpr QLatin1StringView instrumentVariable("instrument");
inline constexpr QLatin1StringView serverVariable("server"); ///< of a viewer's command alone
std::span<const VariableInfo> variableTable();
}
