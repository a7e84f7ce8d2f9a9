// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/valuereader.h"

#include "sessions/profiles/format/desktopcolor.h"
#include "sessions/profiles/format/explainedmistakes.h"
#include "sessions/profiles/format/sshalgorithms.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/textsof.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
ValueReader::ValueReader(const Context &context, Problems &problems)
    : m_valueContext(context)
    , m_problems(problems)
{
}

std::nullopt_t ValueReader::reportInvalidValue(const KeyInfo &key, const TomlNode &node, const QString &shownValue, const QString &suggestion)
{
    const bool isEmpty = node.kind == TomlNode::Kind::Text && node.text.trimmed().isEmpty();
    const QString what = isEmpty
        ? i18nc("@info an error in a profile; %1: a key in quotes", "%1 is empty", quoted(key.name))
        : i18nc("@info an error in a profile; %1: a value, %2: a key, both in quotes", "%1 is not a valid value for %2", shownValue, quoted(key.name));
    m_problems.error(errorPlace(node), problemText(what, valueExpectation(key), suggestion));
    return std::nullopt;
}

std::nullopt_t ValueReader::reportWrongValueKind(const KeyInfo &key, const TomlNode &node)
{
    if (node.kind == TomlNode::Kind::Broken) {
        reportUnreadableValue(key, node);
        return std::nullopt;
    }
    m_problems.error(node.place, wrongKindExplanation(key, node));
    return std::nullopt;
}

void ValueReader::reportUnreadableValue(const KeyInfo &key, const TomlNode &node)
{
    if (node.place.file != m_valueContext.file) {
        m_problems.error(node.place, i18nc("@info an error in a profile; %1: a key in quotes", "%1 could not be read", quoted(key.name)));
    }
}

QString ValueReader::valueForMessage(const TomlNode &node, const QString &text) const
{
    if (text == node.text) {
        return quoted(text);
    }
    if (const TomlNode *definition = definitionAtSite(node.text)) {
        return i18nc("@info a value in a profile; %1: a text with variables, %2: what it becomes, %3: a site, all in quotes",
                     "%1 (at the site %3: %2)",
                     quoted(node.text),
                     quoted(text),
                     quoted(definition->siteId));
    }
    return i18nc("@info a value in a profile; %1: a text with variables, %2: what it becomes, both in quotes", "%1 (here %2)", quoted(node.text), quoted(text));
}

const TomlNode *ValueReader::definitionAtSite(const QString &text) const
{
    constexpr qsizetype most = 1000; // limit of variables to examine for one message
    static const QRegularExpression variable(u"\\{([\\w\\-]+)\\}"_s);
    QStringList texts{text};
    QSet<QString> seen;
    for (qsizetype i = 0; i < texts.size() && i < most; ++i) {
        const QString one = texts.at(i);
        for (const QRegularExpressionMatch &match : variable.globalMatch(one)) {
            const QString name = match.captured(1);
            const TomlEntry *definition = seen.contains(name) ? nullptr : m_valueContext.variables.definitions().find(name);
            if (!definition) {
                continue;
            }
            if (!definition->value.siteId.isEmpty()) {
                return &definition->value;
            }
            seen.insert(name);
            texts.append(definition->value.text);
        }
    }
    return nullptr;
}

SourcePlace ValueReader::errorPlace(const TomlNode &node) const
{
    const TomlNode *atSite = definitionAtSite(node.text);
    if (atSite && (atSite->place.file == m_valueContext.file || node.place.file != m_valueContext.file)) {
        return atSite->place;
    }
    return node.place.file == m_valueContext.file ? node.place
                                                  : m_valueContext.variables.definitionPlaceIn(m_valueContext.file, node.text).value_or(node.place);
}

std::optional<KeyValue> ValueReader::read(const KeyInfo &key, const TomlNode &node)
{
    if (key.type == KeyType::Boolean) {
        return node.kind == TomlNode::Kind::Boolean ? std::optional<KeyValue>(node.boolean) : reportWrongValueKind(key, node);
    }
    if (key.type == KeyType::Integer) {
        if (node.kind != TomlNode::Kind::Integer) {
            return reportWrongValueKind(key, node);
        }
        return node.integer >= key.min && node.integer <= key.max ? std::optional<KeyValue>(node.integer) : reportInvalidValue(key, node, node.text);
    }
    if (key.type == KeyType::Longitude) {
        if (node.kind != TomlNode::Kind::Integer && node.kind != TomlNode::Kind::Float) {
            return reportWrongValueKind(key, node);
        }
        const double degrees = node.kind == TomlNode::Kind::Integer ? static_cast<double>(node.integer) : node.text.toDouble();
        const bool isGood = degrees >= static_cast<double>(key.min) && degrees <= static_cast<double>(key.max); // both are false for NaN
        return isGood ? std::optional<KeyValue>(degrees) : reportInvalidValue(key, node, node.text);
    }
    if (key.type == KeyType::SizesByName) {
        return node.isTable() ? readScreenSizes(key, node) : reportWrongValueKind(key, node);
    }
    if (isListType(key.type)) {
        return node.kind == TomlNode::Kind::Array ? readList(key, node) : reportWrongValueKind(key, node);
    }
    if (node.kind != TomlNode::Kind::Text) {
        return reportWrongValueKind(key, node);
    }
    const std::optional<QString> text = expanded(key, node);
    return text ? readValueFromText(key, node, *text) : std::nullopt;
}

std::optional<QString> ValueReader::expanded(const KeyInfo &key, const TomlNode &node)
{
    if (node.text.contains(QChar(0))) {
        m_problems.error(node.place, i18nc("@info an error in a profile", "the text contains a NUL character; remove the character"));
        return std::nullopt;
    }
    if (!key.hasVariables) {
        if (key.type == KeyType::Text && node.text.contains(u'{')) {
            m_problems.error(node.place,
                             i18nc("@info an error in a profile; %1: a key in quotes", "%1 cannot contain variables; remove the “{”", quoted(key.name)));
            return std::nullopt;
        }
        return node.text;
    }
    const auto text = m_valueContext.variables.expand(escapeUnreplacedVariable(key, node.text));
    if (!text) {
        if (text.error().isFollowUpError) {
            return std::nullopt;
        }
        const SourcePlace place = text.error().place.value_or(node.place);
        if (!text.error().message.isEmpty()) {
            m_problems.error(place, text.error().message);
        } else if (place.file != m_valueContext.file) {
            m_problems.error(place, i18nc("@info an error in a profile", "the text of this variable could not be read"));
        }
        return std::nullopt;
    }
    return *text;
}

std::optional<KeyValue> ValueReader::readValueFromText(const KeyInfo &key, const TomlNode &node, const QString &text)
{
    const auto accept = [&](bool good) -> std::optional<KeyValue> {
        return good ? std::optional<KeyValue>(text) : reportInvalidValue(key, node, valueForMessage(node, text));
    };
    const auto acceptParsed = [&](const auto &value) {
        return value ? std::optional<KeyValue>(*value) : accept(false);
    };
    switch (key.type) {
    case KeyType::Text:
    case KeyType::Texts:
        return accept(!text.trimmed().isEmpty());
    case KeyType::Command:
    case KeyType::Arguments:
        return text; // unlike other texts, an argument of a command may be empty
    case KeyType::Resources:
        return accept(ValueGrammar::isXResource(text));
    case KeyType::FontPaths:
        return accept(ValueGrammar::isFontPath(text));
    case KeyType::ServerShare:
        return accept(ValueGrammar::parseShare(text).has_value());
    case KeyType::Identifier:
    case KeyType::Identifiers:
    case KeyType::GroupNames:
        return accept(ValueGrammar::isIdentifier(text));
    case KeyType::Host:
        return accept(ValueGrammar::isHost(text));
    case KeyType::Color:
        return accept(desktopColorValue(text).has_value());
    case KeyType::Email:
        return accept(ValueGrammar::isEmail(text));
    case KeyType::Url:
        return accept(ValueGrammar::isWebAddress(text));
    case KeyType::UserName:
        return accept(ValueGrammar::isUser(text));
    case KeyType::UserNames:
        return accept(ValueGrammar::isUser(text) && !text.contains(u'{')); // {account} stands for one of the listed users
    case KeyType::JumpHosts:
        if (text.contains(u',')) {
            m_problems.error(errorPlace(node),
                             problemText(i18nc("@info an error in a profile; %1: a value in quotes",
                                               "%1 holds several hosts in one text; write one entry for each host",
                                               valueForMessage(node, text)),
                                         valueExpectation(key)));
            return std::nullopt;
        }
        return accept(ValueGrammar::isJumpHost(text));
    case KeyType::SshAlgorithms:
        return readAlgorithm(key, node, text);
    case KeyType::Visual:
    case KeyType::Visuals:
        return accept(ValueGrammar::isVisual(text));
    case KeyType::RemotePath:
        return accept(text.startsWith(u'/') && !text.endsWith(u'/') && text.toUtf8().size() < 108); // the size of sun_path in sockaddr_un
    case KeyType::RegularExpression:
    case KeyType::OutputLinePattern:
        return readRegularExpression(key, node, text);
    case KeyType::TimeZone:
        return readTimeZone(key, node, text);
    case KeyType::Path:
    case KeyType::Paths:
        return readFilePath(key, node, text);
    case KeyType::Choice:
        return readChoice(key, node, text);
    case KeyType::LinkName:
    case KeyType::ScreenName:
        return readLinkOrScreenName(key, node, text);
    case KeyType::VncDisplayNumber:
        return acceptParsed(ValueGrammar::parseDisplay(text));
    case KeyType::Geometry:
        return acceptParsed(ValueGrammar::parseGeometry(text));
    case KeyType::Size:
        return acceptParsed(ValueGrammar::parseSize(text));
    case KeyType::TimeOfDay:
        return acceptParsed(std::optional<qint64>(ValueGrammar::parseTimeOfDay(text)));
    case KeyType::Hours:
        return acceptParsed(ValueGrammar::parseHours(text));
    default:
        return accept(false);
    }
}

std::optional<KeyValue> ValueReader::readList(const KeyInfo &key, const TomlNode &node)
{
    const bool namesThings = key.type == KeyType::Identifiers || key.type == KeyType::UserNames || key.type == KeyType::GroupNames;
    QStringList result;
    QSet<QString> seen;
    bool good = true;
    for (const TomlNode &item : node.items) {
        if (item.kind != TomlNode::Kind::Text) {
            m_problems.error(item.place,
                             problemText(i18nc("@info an error in a profile; %1: a key in quotes, %2: a kind of value",
                                               "the list %1 contains %2",
                                               quoted(key.name),
                                               kindInWords(item)),
                                         valueExpectation(key)));
            good = false;
            continue;
        }
        const std::optional<QString> text = expanded(key, item);
        const std::optional<KeyValue> value = text ? readListItem(key, item, *text) : std::nullopt;
        if (!value) {
            good = false;
            continue;
        }
        const QString &word = std::get<QString>(*value);
        if (namesThings && seen.contains(word)) {
            m_problems.error(item.place, i18nc("@info an error in a profile; %1: a name in quotes", "%1 is in the list twice; remove one", quoted(word)));
            good = false;
        }
        if (namesThings) {
            seen.insert(word);
        }
        result.append(word);
    }
    if (node.items.empty() && !mayListBeEmpty(key.type)) {
        m_problems.error(node.place,
                         problemText(i18nc("@info an error in a profile; %1: a key in quotes", "%1 is empty", quoted(key.name)), valueExpectation(key)));
        return std::nullopt;
    }
    if (good && key.type == KeyType::Command && result.first().trimmed().isEmpty()) {
        m_problems.error(node.items.front().place,
                         problemText(i18nc("@info an error in a profile", "the name of the program is empty"), valueExpectation(key)));
        return std::nullopt;
    }
    return good ? std::optional<KeyValue>(result) : std::nullopt;
}

std::optional<KeyValue> ValueReader::readListItem(const KeyInfo &key, const TomlNode &item, const QString &text)
{
    const bool mayBeEmpty = key.type == KeyType::Command || key.type == KeyType::Arguments;
    if (item.text.trimmed().isEmpty() && !mayBeEmpty) {
        m_problems.error(item.place,
                         problemText(i18nc("@info an error in a profile; %1: a key in quotes", "the list %1 contains an empty text", quoted(key.name)),
                                     valueExpectation(key)));
        return std::nullopt;
    }
    if (text.trimmed().isEmpty() && !mayBeEmpty) {
        return reportInvalidValue(key, item, valueForMessage(item, text)); // the text is empty after its variables were replaced
    }
    return readValueFromText(key, item, text);
}

std::optional<KeyValue> ValueReader::readScreenSizes(const KeyInfo &key, const TomlNode &node)
{
    QMap<QString, PixelSize> result;
    bool good = true;
    for (const TomlEntry &entry : node.entries()) {
        const std::optional<PixelSize> size = entry.value.kind == TomlNode::Kind::Text ? ValueGrammar::parseSize(entry.value.text) : std::nullopt;
        if (size) {
            result.insert(entry.key, *size);
            continue;
        }
        good = false;
        if (entry.value.kind == TomlNode::Kind::Text) {
            reportInvalidValue(key, entry.value, quoted(entry.value.text));
        } else {
            reportWrongValueKind(key, entry.value);
        }
    }
    return good ? std::optional<KeyValue>(result) : std::nullopt;
}

std::optional<KeyValue> ValueReader::readChoice(const KeyInfo &key, const TomlNode &node, const QString &text)
{
    for (const KeyChoice &choice : key.choices) {
        if (choice.name == text) {
            return qint64(choice.value);
        }
    }
    if (const QString explained = wrongValueExplanation(key, node); !explained.isEmpty()) {
        m_problems.error(node.place, explained);
        return std::nullopt;
    }
    return reportInvalidValue(key, node, valueForMessage(node, text), suggestion(text, textsOf(key.choices, &KeyChoice::name)));
}

std::optional<KeyValue> ValueReader::readAlgorithm(const KeyInfo &key, const TomlNode &node, const QString &text)
{
    const SshAlgorithm *known = findSshAlgorithm(text);
    if (!known) {
        QStringList useful;
        for (const SshAlgorithm &algorithm : sshAlgorithms()) {
            if (algorithm.use != SshAlgorithm::Use::Never) {
                useful.append(algorithm.name);
            }
        }
        return reportInvalidValue(key, node, valueForMessage(node, text), suggestion(text, useful));
    }
    if (known->use == SshAlgorithm::Use::Never) {
        // Only a warning: the host may accept another algorithm of the list, and an error would prevent an observing
        // night.
        m_problems.warning(errorPlace(node),
                           i18nc("@info a warning about a profile; %1: ssh's name for an algorithm in quotes",
                                 "Nightdesk’s ssh library does not support %1; Nightdesk does not offer this algorithm to the host",
                                 quoted(text)));
    }
    return text;
}

std::optional<KeyValue> ValueReader::readRegularExpression(const KeyInfo &key, const TomlNode &node, const QString &text)
{
    constexpr qsizetype longest = 500; // a longer expression is too long to be read by a person, and slow to compile
    const QRegularExpression expression(text);
    if (text.trimmed().isEmpty() || text.size() > longest) {
        return reportInvalidValue(key, node, valueForMessage(node, text));
    }
    if (!expression.isValid()) {
        m_problems.error(errorPlace(node),
                         problemText(i18nc("@info an error in a profile; %1: a key in quotes, %2: a number, %3: what is wrong, in the words of a library",
                                           "%1 is not a valid regular expression (character %2: %3)",
                                           quoted(key.name),
                                           QString::number(expression.patternErrorOffset() + 1),
                                           expression.errorString()),
                                     valueExpectation(key)));
        return std::nullopt;
    }
    const QStringList groups = expression.namedCaptureGroups();
    if (key.type == KeyType::OutputLinePattern && !groups.contains("display"_L1) && !groups.contains("port"_L1) && !groups.contains("socket"_L1)) {
        m_problems.error(
            errorPlace(node),
            problemText(i18nc("@info an error in a profile; %1: a key in quotes", "%1 has no group for the address of a desktop", quoted(key.name)),
                        valueExpectation(key)));
        return std::nullopt;
    }
    return text;
}

std::optional<KeyValue> ValueReader::readTimeZone(const KeyInfo &key, const TomlNode &node, const QString &text)
{
    if (text.size() < 100 && QTimeZone::isTimeZoneIdAvailable(text.toUtf8())) {
        return text;
    }
    const QStringList names = textsOf(QTimeZone::availableTimeZoneIds(), [](const QByteArray &name) {
        return QString::fromUtf8(name);
    });
    return reportInvalidValue(key, node, valueForMessage(node, text), suggestion(text, names));
}

std::optional<KeyValue> ValueReader::readLinkOrScreenName(const KeyInfo &key, const TomlNode &node, const QString &text)
{
    const bool isLink = key.type == KeyType::LinkName;
    const bool isNowhere =
        !isLink && !m_valueContext.site.isEmpty() && !m_valueContext.screensOfAllSites.isEmpty() && !m_valueContext.screensOfAllSites.contains(text);
    const QStringList &known = isLink ? m_valueContext.links : isNowhere ? m_valueContext.screensOfAllSites : m_valueContext.screens;
    if (known.contains(text) || (!isLink && known.isEmpty())) {
        return text;
    }
    // A part of the file that could not be read may define the name; but a name similar to a known one is reported as misspelled.
    if (isLink && !m_valueContext.areAllDefinitionsRead && suggestion(text, known).isEmpty()) {
        return std::nullopt;
    }
    QString what;
    if (isLink) {
        what = i18nc("@info an error in a profile; %1: a name in quotes", "there is no connection %1", valueForMessage(node, text));
    } else if (m_valueContext.site.isEmpty() || isNowhere) {
        what = i18nc("@info an error in a profile; %1: a name in quotes", "no site has a screen %1", valueForMessage(node, text));
    } else {
        what = i18nc("@info an error in a profile; %1, %2: names in quotes",
                     "the site %2 has no screen %1",
                     valueForMessage(node, text),
                     quoted(m_valueContext.site));
    }
    m_problems.error(errorPlace(node), problemText(what, nameExpectation(known), suggestion(text, known)));
    return std::nullopt;
}

std::optional<KeyValue> ValueReader::readFilePath(const KeyInfo &key, const TomlNode &node, const QString &path)
{
    if (path.trimmed().isEmpty() || path.endsWith(u'/') || (path.startsWith(u'~') && !path.startsWith("~/"_L1))) {
        return reportInvalidValue(key, node, valueForMessage(node, path));
    }
    if (path.startsWith("~/"_L1)) {
        return QDir::cleanPath(QDir::homePath() + path.sliced(1));
    }
    // Relative to the file that contains the path, either the profile or facility.toml.
    return QDir::cleanPath(path.startsWith(u'/') ? path : QFileInfo(node.place.file).absolutePath() + u'/' + path);
}
}
