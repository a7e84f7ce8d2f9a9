// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/bench/programs/editordelays.h"

#include "sessions/profiles/facility/facilitywatcher.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/sessions/profiles/mistakecases.h"
#include "widgets/facility/problemmodel.h"
#include "widgets/facility/problemview.h"
#include "widgets/profileeditor/profilewindow.h"

#include <KTextEditor/Document>
#include <KTextEditor/View>

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace Nightdesk::Bench
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int longestWait = 10'000;
constexpr int head = 5; ///< lines of Test::head(), which are there before the typing begins

std::unique_ptr<ProfileWindow> open(const Test::FacilityDirectory &facility)
{
    auto window = std::make_unique<ProfileWindow>(facility.path() + u"/profiles/lris.toml"_s);
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->show();
    auto *view = window->findChild<KTextEditor::View *>();
    (void)QTest::qWaitFor(
        [view] {
            return view->document()->lines() > head;
        },
        longestWait);
    view->setConfigValue(u"auto-brackets"_s, false);
    view->setConfigValue(u"indent-mode"_s, u"none"_s);
    view->setAutomaticInvocationEnabled(false); // Return would take a word of the list
    return window;
}

void typeAll(QWidget *keys, const QString &text)
{
    for (const QChar character : text) {
        if (character == u'\n') {
            QTest::keyClick(keys, Qt::Key_Return);
        } else {
            QTest::sendKeyEvent(QTest::Click,
                                keys,
                                character.unicode() < 128 ? static_cast<Qt::Key>(character.toUpper().unicode()) : Qt::Key_unknown,
                                QString(character),
                                Qt::NoModifier);
        }
        QCoreApplication::processEvents();
    }
}

/// "12:5" of each mistake in the list below the text.
QSet<QString> places(const ProfileWindow &window)
{
    QSet<QString> result;
    const QAbstractItemModel *model = window.findChild<ProblemView *>()->model();
    for (int i = 0; i < model->rowCount(); ++i) {
        const QModelIndex file = model->index(i, 0);
        for (int j = 0; j < model->rowCount(file); ++j) {
            result.insert(model->index(j, 0, file).data(ProblemModel::PositionRole).toString());
        }
    }
    return result;
}

/// Of the profile alone; empty: another file is to blame, or no line.
QSet<QString> expectedPlaces(const Test::Case &one)
{
    static const QRegularExpression row(u"^(\\d+:\\d+): (?:error|warning): "_s);
    QSet<QString> result;
    for (const QString &line : one.expected) {
        const auto found = row.match(line);
        if (!found.hasMatch()) {
            return {};
        }
        result.insert(found.captured(1));
    }
    return result;
}

bool canBeTyped(const QString &text)
{
    return std::ranges::all_of(text, [](QChar c) {
        return c == u'\n' || (c.isPrint() && !c.isSurrogate());
    });
}
}

EditorDelays marksAfterTyping()
{
    EditorDelays result;
    const Test::FacilityDirectory facility;
    facility.write(u"profiles/lris.toml"_s, Test::head());
    std::unique_ptr<ProfileWindow> window;
    QByteArray written;
    for (const Test::Case &one : Test::readCases()) {
        const QSet<QString> expected = expectedPlaces(one);
        QString text = QString::fromUtf8(one.profile);
        while (text.endsWith(u'\n')) {
            text.chop(1);
        }
        if (expected.isEmpty() || !canBeTyped(text)) {
            ++result.left;
            continue;
        }
        if (!window || written != one.facility) {
            window.reset();
            written = one.facility;
            facility.write(u"facility.toml"_s, written);
            window = open(facility);
        }
        auto *view = window->findChild<KTextEditor::View *>();
        const QString begin = text.startsWith(QString::fromUtf8(Test::head())) ? QString::fromUtf8(Test::head()) : QString();
        view->document()->setText(begin);
        view->setCursorPosition(view->document()->documentEnd());
        QTest::qWait(300); // what was there before is forgotten
        QWidget *keys = view->focusProxy() ? view->focusProxy() : view;
        typeAll(keys, text.sliced(begin.size()));
        if (view->document()->text() != text) {
            ++result.left; // the editor indents, or closes, what is typed
            continue;
        }
        QElapsedTimer passed;
        passed.start();
        const bool isMarked = QTest::qWaitFor(
            [&] {
                return places(*window).contains(expected) && std::ranges::all_of(expected, [view](const QString &place) {
                           return view->document()->mark(place.section(u':', 0, 0).toInt() - 1) != 0;
                       });
            },
            longestWait);
        if (isMarked) {
            result.times.push_back(static_cast<double>(passed.nsecsElapsed()) / 1e6);
        } else {
            result.missed.append(QString::fromUtf8(one.name));
        }
    }
    return result;
}

EditorDelays newsAfterSaving(int times)
{
    EditorDelays result;
    const Test::FacilityDirectory facility;
    facility.write(u"facility.toml"_s, Test::facilityHead());
    facility.write(u"profiles/lris.toml"_s, Test::head() + "[[desktop]]\nid = \"control\"\nlink = \"summit\"\ndisplay = \":1\"\n");
    FacilityWatcher watcher;
    watcher.setDirectory(facility.path());
    const auto known = [&watcher] {
        const std::optional<Facility> now = watcher.facility();
        return now && !now->profiles.isEmpty() ? now->profiles.constFirst().name : QString();
    };
    const auto window = open(facility);
    auto *view = window->findChild<KTextEditor::View *>();
    for (int i = 0; i < times; ++i) {
        const QString name = u"LRIS %1"_s.arg(i);
        view->document()->replaceText({2, 0, 2, view->document()->lineLength(2)}, u"name = \"%1\""_s.arg(name));
        QTest::qWait(1000);
        QElapsedTimer passed;
        passed.start();
        QTest::keyClick(view->focusProxy() ? view->focusProxy() : view, Qt::Key_S, Qt::ControlModifier);
        const bool isKnown = QTest::qWaitFor(
            [&] {
                return known() == name;
            },
            longestWait);
        if (isKnown) {
            result.times.push_back(static_cast<double>(passed.nsecsElapsed()) / 1e6);
        } else {
            result.missed.append(name);
        }
    }
    return result;
}
}
