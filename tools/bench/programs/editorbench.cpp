// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long the profile editor holds the GUI thread while somebody types, and how long its answers take. One line of JSON for each; see
// tools/bench/editor.
#include "tools/bench/programs/editordelays.h"
#include "widgets/profileeditor/profilewindow.h"

#include <KTextEditor/Document>
#include <KTextEditor/View>

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaEnum>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
constexpr int lines = 500;
constexpr int sites = 4;
constexpr int profiles = 12;

QByteArray facilityText()
{
    QByteArray text = "format = 1\nname = \"Measured Observatory\"\n[link.shared]\nhost = \"shared.example\"\n";
    for (int i = 0; i < sites; ++i) {
        text += "[site.s" + QByteArray::number(i) + "]\nname = \"Site\"\nscreens = [\"left\", \"centre\", \"right\"]\n";
    }
    return text;
}

/// Of so many lines, or a few more.
QByteArray profileText(int number, int atLeast)
{
    QByteArray text = "format = 1\nid = \"p" + QByteArray::number(number) + "\"\nname = \"P\"\n[link.summit]\nhost = \"h.example\"\n";
    for (int i = 0; text.count('\n') < atLeast; ++i) {
        const QByteArray id = QByteArray::number(i);
        text += "\n[[window]]                        # one of many\nid = \"w" + id + "\"\ntitle = \"Window " + id
            + "\"\nlink = \"summit\"\ncommand = [\"xterm\", \"-title\", \"{instrument}\"]\ntopology = \"vnc-app\"\nscreen = \"left\"\n";
    }
    return text;
}

void write(const QString &file, const QByteArray &text)
{
    QFile to(file);
    if (!to.open(QIODevice::WriteOnly) || to.write(text) != text.size()) {
        qFatal("%s cannot be written", qPrintable(file));
    }
}

/// The time that each event takes, in ms, with all that it leads to before the next one.
class TimedApplication : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_isInEvent) {
            return QApplication::notify(receiver, event);
        }
        m_isInEvent = true;
        const char *of = receiver->metaObject()->className(); // it may be gone afterwards
        const QEvent::Type type = event->type();
        QElapsedTimer held;
        held.start();
        const bool isTaken = QApplication::notify(receiver, event);
        const double ms = static_cast<double>(held.nsecsElapsed()) / 1e6;
        if (ms > m_most) {
            m_most = ms;
            m_longest = QString::fromLatin1(of) + u' ' + QString::fromLatin1(QMetaEnum::fromType<QEvent::Type>().valueToKey(type));
        }
        m_times.push_back(ms);
        m_isInEvent = false;
        return isTaken;
    }

    void tell(const QString &name)
    {
        std::ranges::sort(m_times);
        const QJsonObject told{{u"name"_s, name},
                               {u"events"_s, static_cast<qint64>(m_times.size())},
                               {u"median"_s, m_times[m_times.size() / 2]},
                               {u"p99"_s, m_times[m_times.size() * 99 / 100]},
                               {u"most"_s, m_times.back()},
                               {u"longest"_s, m_longest}};
        std::printf("%s\n", QJsonDocument(told).toJson(QJsonDocument::Compact).constData());
        std::fflush(stdout);
        forget();
    }
    void forget()
    {
        m_times.clear();
        m_most = 0;
    }

private:
    bool m_isInEvent = false;
    std::vector<double> m_times;
    double m_most = 0; ///< of m_times
    QString m_longest; ///< that event: whose it was, and its type
};

void tellDelays(const QString &name, Bench::EditorDelays delays)
{
    std::ranges::sort(delays.times);
    const auto at = [&delays](qsizetype percent) {
        return delays.times.empty() ? 0 : delays.times[(delays.times.size() - 1) * static_cast<size_t>(percent) / 100];
    };
    const QJsonObject told{{u"name"_s, name},
                           {u"cases"_s, static_cast<qint64>(delays.times.size())},
                           {u"left"_s, delays.left},
                           {u"missed"_s, QJsonArray::fromStringList(delays.missed)},
                           {u"median"_s, at(50)},
                           {u"p99"_s, at(99)},
                           {u"most"_s, at(100)}};
    std::printf("%s\n", QJsonDocument(told).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}

/// As a fast typist: twenty characters a second, each its own turn of the loop.
void type(QWidget *keys, const QString &text)
{
    for (const QChar character : text) {
        if (character == u'\n') {
            QTest::keyClick(keys, Qt::Key_Return);
        } else {
            QTest::keyClick(keys, character.toLatin1());
        }
        QTest::qWait(50);
    }
}
}

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    TimedApplication app(argc, argv);
    const QTemporaryDir facility;
    QDir(facility.path()).mkdir(u"profiles"_s);
    write(facility.filePath(u"facility.toml"_s), facilityText());
    for (int i = 0; i < profiles; ++i) {
        write(facility.filePath(u"profiles/p%1.toml"_s.arg(i)), profileText(i, i == 0 ? lines : 100));
    }
    auto *window = new ProfileWindow(facility.filePath(u"profiles/p0.toml"_s));
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->show();
    auto *view = window->findChild<KTextEditor::View *>();
    if (!QTest::qWaitFor(
            [view] {
                return view->document()->lines() > lines;
            },
            30000)) {
        qFatal("the profile is not shown");
    }
    QTest::qWait(2000); // until it was checked, and everything was painted once
    QWidget *keys = view->focusProxy() ? view->focusProxy() : view;
    const auto measure = [&](const QString &name, const QString &text) {
        view->setCursorPosition(view->document()->documentEnd());
        QTest::qWait(500);
        app.forget();
        type(keys, text);
        QTest::qWait(500);
        app.tell(name);
    };
    measure(u"a table"_s, u"\n[[window]]\nid = \"new\"\nlink = \"summit\"\ncommand = [\"xterm\"]\ntopology = \"x11\"\n"_s);
    measure(u"errors"_s, u"sceen = \"left\"\nstrat = \"manual\"\nrestart = \"allways\"\n"_s);
    view->setCursorPosition({8, 0});
    app.forget();
    for (int i = 0; i < 60; ++i) {
        QTest::keyClick(keys, i < 30 ? Qt::Key_Down : Qt::Key_Right);
        QTest::qWait(20);
    }
    app.tell(u"moving"_s);
    delete window;
    tellDelays(u"marks"_s, Bench::marksAfterTyping());
    tellDelays(u"saved"_s, Bench::newsAfterSaving(20));
    return 0;
}
