// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/editor/editorcommand.h"

#include <KMacroExpander>
#include <KShell>

#include <QHash>

#include <algorithm>

namespace Nightdesk::EditorCommand
{
using namespace Qt::StringLiterals;

namespace
{
struct KnownEditor {
    QStringList placeArguments; ///< arguments for file (%f), line (%l) and column (%c) in this editor's syntax
    bool isForTerminal = false;
};

const QHash<QString, KnownEditor> &editors()
{
    struct EditorGroup {
        QStringList placeArguments;
        QLatin1StringView graphicalNames; ///< names of editors with windows, separated by blanks
        QLatin1StringView terminalNames; ///< names of editors that draw in a terminal
    };
    static const EditorGroup groups[]{
        {{u"--line"_s, u"%l"_s, u"--column"_s, u"%c"_s, u"%f"_s}, "kate kwrite geany mousepad idea"_L1, {}},
        {{u"--goto"_s, u"%f:%l:%c"_s}, "code code-oss code-insiders codium vscodium"_L1, {}},
        {{u"+%l:%c"_s, u"%f"_s}, "gedit gnome-text-editor emacs emacsclient xemacs"_L1, "micro kak"_L1},
        {{u"+%l,%c"_s, u"%f"_s}, {}, "nano ne"_L1},
        {{u"%f:%l:%c"_s}, "subl sublime_text zed zeditor pulsar kdevelop qtcreator"_L1, "helix hx"_L1},
        {{u"%f:%l"_s}, {}, "mcedit"_L1},
        // setcursorcharpos() needs vim 8.2; older versions have only cursor(), which counts bytes
        {{u"+%l"_s, u"+silent! call setcursorcharpos(%l,%c)"_s, u"%f"_s}, "gvim"_L1, "vim nvim"_L1},
        // vim.tiny, which may be installed as vi, has no script functions such as setcursorcharpos(), so only the line is passed
        {{u"+%l"_s, u"%f"_s}, "xed pluma"_L1, "vi vim.tiny pico joe mg"_L1},
        {{u"%f"_s}, {}, "jed"_L1},
    };
    static const auto all = [] {
        QHash<QString, KnownEditor> result;
        for (const EditorGroup &group : groups) {
            for (const QString &name : QString(group.graphicalNames).split(u' ', Qt::SkipEmptyParts)) {
                result.insert(name, {group.placeArguments, false});
            }
            for (const QString &name : QString(group.terminalNames).split(u' ', Qt::SkipEmptyParts)) {
                result.insert(name, {group.placeArguments, true});
            }
        }
        return result;
    }();
    return all;
}

QString lastPart(const QString &text, QChar separator)
{
    return text.section(separator, -1);
}

/// The editor's own name, without env, flatpak and Debian's suffixes.
QString editorNameOf(const QStringList &command)
{
    qsizetype first = 0;
    if (!command.isEmpty() && lastPart(command.first(), u'/') == "env"_L1) {
        ++first;
        while (first < command.size() && command.at(first).contains(u'=')) {
            ++first;
        }
    }
    QString name = lastPart(command.value(first), u'/').toLower();
    if (name == "flatpak"_L1) {
        for (const QString &word : command.mid(first + 1)) {
            if (word.startsWith("--command="_L1)) {
                return word.section(u'=', 1);
            }
            if (!word.startsWith(u'-') && word.contains(u'.')) {
                name = lastPart(word, u'.').toLower(); // for example "kate" for the application ID org.kde.kate
                return name == "texteditor"_L1 ? u"gnome-text-editor"_s : name;
            }
        }
    }
    if (editors().contains(name)) {
        return name;
    }
    for (const QString &ending : {u".gtk3"_s, u".gtk"_s, u".basic"_s, u".nox"_s, u".gnome"_s, u".motif"_s, u"-gtk"_s, u"-lucid"_s, u"-pgtk"_s, u"-nox"_s}) {
        if (name.endsWith(ending)) {
            name.chop(ending.size());
        }
    }
    while (!name.isEmpty() && (name.back().isDigit() || name.back() == u'.')) {
        name.chop(1); // removes a version number: emacs-29.4 becomes emacs-
    }
    if (name.endsWith(u'-')) {
        name.chop(1);
    }
    return name;
}

/// Whether @p word contains one of the field codes @p codes; "%%f" means a percent sign and an f.
bool containsFieldCode(const QString &word, QStringView codes)
{
    for (qsizetype i = 0; i + 1 < word.size(); ++i) {
        if (word.at(i) == u'%') {
            ++i;
            if (codes.contains(word.at(i))) {
                return true;
            }
        }
    }
    return false;
}

bool containsFieldCode(const QStringList &command, QStringView codes)
{
    return std::ranges::any_of(command, [codes](const QString &word) {
        return containsFieldCode(word, codes);
    });
}

/// Without a running server emacsclient prints an error that nobody sees, so emacs is its alternative.
QStringList withEmacsFallback(const QStringList &command, const QString &name)
{
    const bool isReported = std::ranges::any_of(command, [](const QString &word) {
        return word == "-a"_L1 || word.startsWith("--alternate-editor"_L1);
    });
    return name == "emacsclient"_L1 && !isReported ? command + QStringList{u"--alternate-editor=emacs"_s} : command;
}

QString withFieldCodesReplaced(const QString &word, const SourcePlace &place)
{
    const QHash<QChar, QString> values{{u'f', place.file}, {u'l', QString::number(qMax(place.line, 1))}, {u'c', QString::number(qMax(place.column, 1))}};
    return KMacroExpander::expandMacros(word, values);
}
}

QStringList commandAt(const QStringList &editorCommand, const SourcePlace &place)
{
    if (containsFieldCode(editorCommand, u"flc")) {
        QStringList result{editorCommand.value(0)};
        for (const QString &word : editorCommand.mid(1)) {
            result.append(withFieldCodesReplaced(word, place));
        }
        return containsFieldCode(editorCommand, u"f") ? result : result + QStringList{place.file};
    }
    const QString name = editorNameOf(editorCommand);
    const QStringList command = withEmacsFallback(editorCommand, name);
    const auto editor = editors().constFind(name);
    if (place.line <= 0 || editor == editors().constEnd()) {
        return command + QStringList{place.file};
    }
    QStringList result = command;
    for (const QString &word : editor->placeArguments) {
        result.append(withFieldCodesReplaced(word, place));
    }
    return result;
}

bool needsTerminal(const QStringList &command)
{
    const QString name = editorNameOf(command);
    if (name.startsWith("emacs"_L1)) {
        const bool isPlain = command.value(0).endsWith("-nox"_L1) || command.contains(u"-nw"_s) || command.contains(u"--no-window-system"_s);
        return isPlain || (name == "emacsclient"_L1 && (command.contains(u"-t"_s) || command.contains(u"-tty"_s) || command.contains(u"--tty"_s)));
    }
    return editors().value(name).isForTerminal && !(name == "vim"_L1 && command.contains(u"-g"_s));
}

QStringList fromDesktopFile(const QString &exec)
{
    QStringList result;
    for (const QString &word : fromShellLine(exec)) {
        const bool isCode = word.size() == 2 && word.startsWith(u'%') && word != "%%"_L1;
        const bool isForwarding = word == "@@"_L1 || word == "@@u"_L1 || word == "--file-forwarding"_L1; // flatpak's markers around the field codes
        if (!isCode && !isForwarding) {
            result.append(QString(word).replace("%%"_L1, "%"_L1));
        }
    }
    return result;
}

QStringList fromShellLine(const QString &line)
{
    KShell::Errors error = KShell::NoError;
    const QStringList words = KShell::splitArgs(line, KShell::TildeExpand, &error);
    return error == KShell::NoError ? words : QStringList();
}

QStringList inTerminal(const QStringList &terminal, const QStringList &command)
{
    static const QHash<QString, QStringList> commandOptions{
        {u"gnome-terminal"_s, {u"--"_s}},
        {u"ptyxis"_s, {u"--"_s}},
        {u"kgx"_s, {u"--"_s}},
        {u"wezterm"_s, {u"start"_s, u"--"_s}},
        {u"xfce4-terminal"_s, {u"-x"_s}},
        {u"mate-terminal"_s, {u"-x"_s}},
        {u"kitty"_s, {}},
        {u"foot"_s, {}},
    };
    return terminal + commandOptions.value(lastPart(terminal.value(0), u'/'), {u"-e"_s}) + command;
}

QStringList usualEditors()
{
    return u"kate kwrite gnome-text-editor gedit mousepad xed pluma geany gvim emacs code codium nano vim vi"_s.split(u' ');
}

QStringList terminalEmulators()
{
    return u"x-terminal-emulator konsole gnome-terminal ptyxis kgx xfce4-terminal mate-terminal qterminal alacritty kitty foot wezterm urxvt xterm"_s.split(
        u' ');
}
}
