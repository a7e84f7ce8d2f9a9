// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/inputeffectmeter.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// What happens at a desktop, at milliseconds from the start.
struct Step {
    enum What {
        Press,
        Change, ///< near the pointer
        FarChange,
        Report
    };
    What what = Press;
    int at = 0;
    int amount = 0; ///< pixels, or bytes of a report
};
constexpr QPoint pointer(1000, 500);
constexpr auto soonest = 100ms;
}

class InputEffectTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void effects_data();
    void effects();
    void onlySoManyWait();
    void whatIsForgottenHasNoEffect();
};

void InputEffectTest::effects_data()
{
    using enum Step::What;
    using Effects = QList<InputEffectMeter::Effect>;
    QTest::addColumn<QList<Step>>("steps");
    QTest::addColumn<Effects>("expected");

    QTest::newRow("a change, then rest") << QList<Step>{{Press, 0}, {Change, 120, 50}, {Report, 200, 400}, {Report, 700, 0}} << Effects{{120ms, 50, {400}}};
    QTest::newRow("not over before it rests") << QList<Step>{{Press, 0}, {Change, 120, 50}, {Report, 600, 400}} << Effects{};
    QTest::newRow("until the last of some changes") << QList<Step>{{Press, 0}, {Change, 120, 50}, {Change, 400, 70}, {Report, 500, 600}, {Report, 1000, 0}}
                                                    << Effects{{400ms, 120, {600}}};
    QTest::newRow("what changes after the rest is not its")
        << QList<Step>{{Press, 0}, {Change, 120, 50}, {Change, 700, 70}, {Report, 800, 240}} << Effects{{120ms, 50, {100}}};
    QTest::newRow("before the round trip nothing is its")
        << QList<Step>{{Press, 0}, {Change, 90, 50}, {Change, 110, 50}, {Report, 700, 100}} << Effects{{110ms, 50, {50}}};
    QTest::newRow("a change elsewhere counts as pixels alone")
        << QList<Step>{{Press, 0}, {FarChange, 120, 50}, {Report, 700, 10}, {Report, 5200, 0}} << Effects{{std::nullopt, 50, {10}}};
    QTest::newRow("the next one ends it") << QList<Step>{{Press, 0}, {Change, 120, 50}, {Press, 250}, {Change, 360, 30}, {Report, 400, 160}, {Report, 900, 0}}
                                          << Effects{{120ms, 50, {100}}, {110ms, 30, {60}}};
    QTest::newRow("what comes before the answer of the next is still the first one's")
        << QList<Step>{{Press, 0}, {Press, 50}, {Change, 120, 50}, {Change, 160, 30}, {Report, 700, 80}} << Effects{{120ms, 50, {50}}, {110ms, 30, {30}}};
    QTest::newRow("nothing changes") << QList<Step>{{Press, 0}, {Report, 1000, 0}, {Report, 5200, 0}} << Effects{{std::nullopt, 0, {0}}};
    QTest::newRow("what never rests has no end") << QList<Step>{{Press, 0},
                                                                {Change, 150, 1},
                                                                {Change, 500, 1},
                                                                {Change, 900, 1},
                                                                {Change, 1300, 1},
                                                                {Change, 1700, 1},
                                                                {Change, 2100, 1},
                                                                {Change, 2500, 1},
                                                                {Change, 2900, 1},
                                                                {Change, 3300, 1},
                                                                {Change, 3700, 1},
                                                                {Change, 4100, 1},
                                                                {Change, 4500, 1},
                                                                {Change, 4900, 1},
                                                                {Change, 5150, 1},
                                                                {Report, 5200, 14}}
                                                 << Effects{{std::nullopt, 13, {13}}};
    QTest::newRow("a report that has nothing yet is waited for")
        << QList<Step>{{Press, 0}, {Change, 120, 50}, {Report, 130, 0}, {Report, 700, 400}} << Effects{{120ms, 50, {400}}};
    QTest::newRow("bytes by the pixels' part") << QList<Step>{{FarChange, 50, 300}, {Press, 60}, {Change, 200, 100}, {Report, 700, 1000}, {Report, 800, 0}}
                                               << Effects{{140ms, 100, {250}}};
}

void InputEffectTest::effects()
{
    QFETCH(const QList<Step>, steps);
    InputEffectMeter effect;
    QList<InputEffectMeter::Effect> found;
    const InputEffectMeter::Time begin;
    for (const Step &step : steps) {
        const InputEffectMeter::Time at = begin + std::chrono::milliseconds(step.at);
        const QPoint place = step.what == Step::FarChange ? QPoint(0, 0) : pointer;
        switch (step.what) {
        case Step::Press:
            effect.noteInput(at, pointer);
            break;
        case Step::Change:
        case Step::FarChange:
            effect.noteImageChange(at, {QRect(place, QSize(step.amount, 1))}, soonest);
            break;
        case Step::Report:
            found += effect.takeFinishedEffects(at, {step.amount}, soonest);
            break;
        }
    }
    QTEST(found, "expected");
}

void InputEffectTest::onlySoManyWait()
{
    InputEffectMeter effect;
    const InputEffectMeter::Time begin;
    for (std::size_t i = 0; i < 10 * InputEffectMeter::maxPendingInputs; ++i) {
        effect.noteInput(begin, pointer);
    }
    QCOMPARE(effect.takeFinishedEffects(begin + 10s, {}, soonest).size(), qsizetype(InputEffectMeter::maxPendingInputs));
    QVERIFY(effect.takeFinishedEffects(begin + 20s, {}, soonest).isEmpty()); // each once
}

void InputEffectTest::whatIsForgottenHasNoEffect()
{
    InputEffectMeter effect;
    const InputEffectMeter::Time begin;
    effect.noteInput(begin, pointer);
    effect.noteImageChange(begin + 200ms, {QRect(pointer, QSize(5, 5))}, soonest);
    effect.discardPendingInputs();
    QVERIFY(effect.takeFinishedEffects(begin + 10s, {100}, soonest).isEmpty());
}

NIGHTDESK_GUILESS_TEST(InputEffectTest)
#include "inputeffecttest.moc"
