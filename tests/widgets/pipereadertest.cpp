// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/pipereader.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <array>
#include <optional>

#include <csignal>
#include <unistd.h>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;

/// A real pipe, whose other end is written by the test.
class PipeReaderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void aTextEndsWithThePipe();
    void anEmptyTextIsAText();
    void aSilentProgramIsNotWaitedFor();
    void aProgramThatDripsIsNotWaitedFor();
    void aTextThatIsTooLongIsLeft();

private:
    std::optional<SelectionText> read(std::chrono::milliseconds limit);

    UniqueFd m_mine;
    UniqueFd m_theirs;
};

void PipeReaderTest::initTestCase()
{
    std::signal(SIGPIPE, SIG_IGN);
}

void PipeReaderTest::init()
{
    std::array<int, 2> ends{};
    QCOMPARE(::pipe(ends.data()), 0);
    m_mine.reset(ends[0]);
    m_theirs.reset(ends[1]);
}

std::optional<SelectionText> PipeReaderTest::read(std::chrono::milliseconds limit)
{
    PipeReader text(std::move(m_mine), limit);
    QSignalSpy finished(&text, &PipeReader::finished);
    return finished.wait(30000) ? std::optional(finished.constFirst().constFirst().value<SelectionText>()) : std::nullopt;
}

void PipeReaderTest::aTextEndsWithThePipe()
{
    const QByteArray bytes = u"\u03b1 Cen"_s.toUtf8().repeated(5000);
    QTimer writer;
    qsizetype done = 0;
    connect(&writer, &QTimer::timeout, this, [&] { // in pieces that cut letters
        const qsizetype count = std::min<qsizetype>(4097, bytes.size() - done);
        QCOMPARE(::write(m_theirs.get(), bytes.constData() + done, static_cast<std::size_t>(count)), count);
        done += count;
        if (done == bytes.size()) {
            writer.stop();
            m_theirs.reset();
        }
    });
    writer.start(1ms);
    const auto text = read(30s);
    QVERIFY(text);
    QCOMPARE(text->outcome, SelectionText::Outcome::Text);
    QCOMPARE(text->text, QString::fromUtf8(bytes));
    QCOMPARE(text->bytes, bytes.size());
}

void PipeReaderTest::anEmptyTextIsAText()
{
    m_theirs.reset();
    const auto text = read(30s);
    QVERIFY(text);
    QCOMPARE(text->outcome, SelectionText::Outcome::Text);
    QVERIFY(text->text.isEmpty());
}

void PipeReaderTest::aSilentProgramIsNotWaitedFor()
{
    const auto text = read(100ms);
    QVERIFY(text);
    QCOMPARE(text->outcome, SelectionText::Outcome::NoAnswer);
}

void PipeReaderTest::aProgramThatDripsIsNotWaitedFor()
{
    QTimer writer;
    connect(&writer, &QTimer::timeout, this, [this] {
        (void)::write(m_theirs.get(), "x", 1);
    });
    writer.start(5ms);
    const auto text = read(200ms);
    QVERIFY(text);
    QCOMPARE(text->outcome, SelectionText::Outcome::NoAnswer);
    QVERIFY(text->text.isEmpty());
    QCOMPARE(::write(m_theirs.get(), "x", 1), -1); // nobody reads any more
}

void PipeReaderTest::aTextThatIsTooLongIsLeft()
{
    const QByteArray piece(32 * 1024, 'x');
    QTimer writer;
    connect(&writer, &QTimer::timeout, this, [&] {
        (void)::write(m_theirs.get(), piece.constData(), static_cast<std::size_t>(piece.size()));
    });
    writer.start(0ms);
    const auto text = read(30s);
    QVERIFY(text);
    QCOMPARE(text->outcome, SelectionText::Outcome::TooLong);
    QVERIFY(text->bytes > SelectionText::maxBytes);
    QVERIFY(text->text.isEmpty());
}

NIGHTDESK_GUILESS_TEST(PipeReaderTest)
#include "pipereadertest.moc"
