// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/editorcommand.h"

#include <KShell>

#include <QHash>

#include <algorithm>

namespace Nightdesk::EditorCommand
{
using namespace Qt::StringLiterals;

namespace
{
/// How an editor is told the line (L) and column (C).
enum class Manner {
    FileOnly,
    Plus, ///< +L FILE
    PlusColon, ///< +L:C FILE
    PlusComma, ///< +L,C FILE
    Suffix, ///< FILE:L:C
    SuffixLine, ///< FILE:L
    Goto, ///< --goto FILE:L:C
    LineColumn, ///< --line L --column C FILE
    Cursor ///< +L "+silent! call setcursorcharpos(L,C)" FILE: cursor() counts bytes, and a vim before 8.2 has only that
};

struct Editor {
    Manner manner = Manner::FileOnly;
    bool isForTerminal = false;
};

const QHash<QString, Editor> &editors()
{
    static const QHash<QString, Editor> all{
        {u"kate"_s, {Manner::LineColumn, false}},
        {u"kwrite"_s, {Manner::LineColumn, false}},
        {u"geany"_s, {Manner::LineColumn, false}},
        {u"mousepad"_s, {Manner::LineColumn, false}},
        {u"idea"_s, {Manner::LineColumn, false}},
        {u"gedit"_s, {Manner::PlusColon, false}},
        {u"gnome-text-editor"_s, {Manner::PlusColon, false}},
        {u"xed"_s, {Manner::Plus, false}},
        {u"pluma"_s, {Manner::Plus, false}},
        {u"emacs"_s, {Manner::PlusColon, false}},
        {u"emacsclient"_s, {Manner::PlusColon, false}},
        {u"xemacs"_s, {Manner::PlusColon, false}},
        {u"code"_s, {Manner::Goto, false}},
        {u"code-oss"_s, {Manner::Goto, false}},
        {u"code-insiders"_s, {Manner::Goto, false}},
        {u"codium"_s, {Manner::Goto, false}},
        {u"vscodium"_s, {Manner::Goto, false}},
        {u"gvim"_s, {Manner::Cursor, false}},
        {u"subl"_s, {Manner::Suffix, false}},
        {u"sublime_text"_s, {Manner::Suffix, false}},
        {u"zed"_s, {Manner::Suffix, false}},
        {u"zeditor"_s, {Manner::Suffix, false}},
        {u"pulsar"_s, {Manner::Suffix, false}},
        {u"kdevelop"_s, {Manner::Suffix, false}},
        {u"qtcreator"_s, {Manner::Suffix, false}},
        {u"vim"_s, {Manner::Cursor, true}},
        {u"nvim"_s, {Manner::Cursor, true}},
        {u"vi"_s, {Manner::Plus, true}}, // vim.tiny under this name knows no functions
        {u"vim.tiny"_s, {Manner::Plus, true}},
        {u"nano"_s, {Manner::PlusComma, true}},
        {u"ne"_s, {Manner::PlusComma, true}},
        {u"pico"_s, {Manner::Plus, true}},
        {u"joe"_s, {Manner::Plus, true}},
        {u"jed"_s, {Manner::FileOnly, true}},
        {u"mg"_s, {Manner::Plus, true}},
        {u"micro"_s, {Manner::PlusColon, true}},
        {u"kak"_s, {Manner::PlusColon, true}},
        {u"mcedit"_s, {Manner::SuffixLine, true}},
        {u"helix"_s, {Manner::Suffix, true}},
        {u"hx"_s, {Manner::Suffix, true}},
    };
    return all;
}

QString lastPart(const QString &text, QChar separator)
{
    return text.section(separator, -1);
}

/// The editor's own name: behind env, inside flatpak, without Debian's endings.
QString nameOf(const QStringList &command)
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
                name = lastPart(word, u'.').toLower(); // org.kde.kate
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
        name.chop(1); // emacs-29.4
    }
    if (name.endsWith(u'-')) {
        name.chop(1);
    }
    return name;
}

/// Whether @p word holds one of these codes; "%%f" is a percent sign and an f.
bool holdsCode(const QString &word, QStringView codes)
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

bool holdsCode(const QStringList &command, QStringView codes)
{
    return std::ranges::any_of(command, [codes](const QString &word) {
        return holdsCode(word, codes);
    });
}

/// Without a running server emacsclient says so where nobody sees it.
QStringList withServer(const QStringList &command, const QString &name)
{
    const bool isTold = std::ranges::any_of(command, [](const QString &word) {
        return word == "-a"_L1 || word.startsWith("--alternate-editor"_L1);
    });
    return name == "emacsclient"_L1 && !isTold ? command + QStringList{u"--alternate-editor=emacs"_s} : command;
}

QString replaced(const QString &word, const SourcePlace &place)
{
    QString result;
    for (qsizetype i = 0; i < word.size(); ++i) {
        const QChar next = i + 1 < word.size() ? word.at(i + 1) : QChar();
        if (word.at(i) != u'%' || !u"flc%"_s.contains(next)) {
            result += word.at(i);
            continue;
        }
        ++i;
        result += next == u'f' ? place.file
            : next == u'l'     ? QString::number(qMax(place.line, 1))
            : next == u'c'     ? QString::number(qMax(place.column, 1))
                               : u"%"_s;
    }
    return result;
}
}

QStringList at(const QStringList &wished, const SourcePlace &place)
{
    if (holdsCode(wished, u"flc")) {
        QStringList result{wished.value(0)};
        for (const QString &word : wished.mid(1)) {
            result.append(replaced(word, place));
        }
        return holdsCode(wished, u"f") ? result : result + QStringList{place.file};
    }
    const QString name = nameOf(wished);
    const QStringList command = withServer(wished, name);
    const Manner manner = editors().value(name).manner;
    if (place.line <= 0 || manner == Manner::FileOnly) {
        return command + QStringList{place.file};
    }
    const QString line = QString::number(place.line);
    const QString column = QString::number(qMax(place.column, 1));
    switch (manner) {
    case Manner::Plus:
        return command + QStringList{u'+' + line, place.file};
    case Manner::PlusColon:
        return command + QStringList{u"+%1:%2"_s.arg(line, column), place.file};
    case Manner::PlusComma:
        return command + QStringList{u"+%1,%2"_s.arg(line, column), place.file};
    case Manner::Suffix:
        return command + QStringList{place.file + u":%1:%2"_s.arg(line, column)};
    case Manner::SuffixLine:
        return command + QStringList{place.file + u':' + line};
    case Manner::Goto:
        return command + QStringList{u"--goto"_s, place.file + u":%1:%2"_s.arg(line, column)};
    case Manner::LineColumn:
        return command + QStringList{u"--line"_s, line, u"--column"_s, column, place.file};
    case Manner::Cursor:
        return command + QStringList{u'+' + line, u"+silent! call setcursorcharpos(%1,%2)"_s.arg(line, column), place.file};
    case Manner::FileOnly:
        break;
    }
    return command + QStringList{place.file};
}

bool wantsTerminal(const QStringList &command)
{
    const QString name = nameOf(command);
    if (name.startsWith("emacs"_L1)) {
        const bool isPlain = command.value(0).endsWith("-nox"_L1) || command.contains(u"-nw"_s) || command.contains(u"--no-window-system"_s);
        return isPlain || (name == "emacsclient"_L1 && (command.contains(u"-t"_s) || command.contains(u"-tty"_s) || command.contains(u"--tty"_s)));
    }
    return editors().value(name).isForTerminal && !(name == "vim"_L1 && command.contains(u"-g"_s));
}

QStringList fromDesktopFile(const QString &exec)
{
    QStringList result;
    for (const QString &word : fromShell(exec)) {
        const bool isCode = word.size() == 2 && word.startsWith(u'%') && word != "%%"_L1;
        const bool isForwarding = word == "@@"_L1 || word == "@@u"_L1 || word == "--file-forwarding"_L1; // flatpak's, around the codes
        if (!isCode && !isForwarding) {
            result.append(QString(word).replace("%%"_L1, "%"_L1));
        }
    }
    return result;
}

QStringList fromShell(const QString &line)
{
    KShell::Errors error = KShell::NoError;
    const QStringList words = KShell::splitArgs(line, KShell::TildeExpand, &error);
    return error == KShell::NoError ? words : QStringList();
}

QStringList inTerminal(const QStringList &terminal, const QStringList &command)
{
    static const QHash<QString, QStringList> manners{
        {u"gnome-terminal"_s, {u"--"_s}},
        {u"ptyxis"_s, {u"--"_s}},
        {u"kgx"_s, {u"--"_s}},
        {u"wezterm"_s, {u"start"_s, u"--"_s}},
        {u"xfce4-terminal"_s, {u"-x"_s}},
        {u"mate-terminal"_s, {u"-x"_s}},
        {u"kitty"_s, {}},
        {u"foot"_s, {}},
    };
    return terminal + manners.value(lastPart(terminal.value(0), u'/'), {u"-e"_s}) + command;
}

QStringList usualEditors()
{
    return {u"kate"_s,
            u"kwrite"_s,
            u"gnome-text-editor"_s,
            u"gedit"_s,
            u"mousepad"_s,
            u"xed"_s,
            u"pluma"_s,
            u"geany"_s,
            u"gvim"_s,
            u"emacs"_s,
            u"code"_s,
            u"codium"_s,
            u"nano"_s,
            u"vim"_s,
            u"vi"_s};
}

QStringList terminals()
{
    return {u"x-terminal-emulator"_s,
            u"konsole"_s,
            u"gnome-terminal"_s,
            u"ptyxis"_s,
            u"kgx"_s,
            u"xfce4-terminal"_s,
            u"mate-terminal"_s,
            u"qterminal"_s,
            u"alacritty"_s,
            u"kitty"_s,
            u"foot"_s,
            u"wezterm"_s,
            u"urxvt"_s,
            u"xterm"_s};
}
}
