# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arithmetic of the bench of pictures: what was seen, what is the middle of it, what is reached."""

import csv
import os
import sys
import tempfile
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'facility'))

import cells as plan
import frames
import hltable
import hlviewer
import rfbtap
import report
from results import Results, middle
from targets import Targets


def seen_of(delay, numbers, base=0, keys=()):
    """25 frames a second, of which these came, @p delay late."""
    drawn = {number: 100 + number * 0.04 for number in range(1, 251)}
    probe = [(drawn[number] + delay, base, number, 10, 10) for number in numbers]
    probe += [(when, base + 1, number, 10, 60) for when, number in keys]
    return frames.Seen(drawn, sorted(probe), base)


def seconds_of(cell):
    """About how long a run of it takes, of all its viewers: starting, settling, measuring, typing, ending."""
    rtt = cell.seconds_rtt
    keys = 2 * (cell.keys * 0.25 + 2 * rtt + 0.2) + 0.5 + 2 * rtt if cell.keys else 0
    return len(cell.viewers) * (cell.cold + 2.5 + 17 * rtt + cell.settling + cell.seconds + keys)


class FramesTest(unittest.TestCase):
    def test_all_shown_are_as_old_as_they_were_late(self):
        summary = frames.summary(seen_of(0.08, range(1, 251)), 101, 105)
        self.assertEqual((summary['shown'], summary['drawn']), (100, 100))
        self.assertAlmostEqual(summary['age50'], 0.08)
        self.assertAlmostEqual(summary['age99'], 0.08)
        self.assertAlmostEqual(summary['fps'], 25)

    def test_every_third_is_a_third(self):
        summary = frames.summary(seen_of(0.08, range(1, 251, 3)), 101, 107)
        self.assertAlmostEqual(summary['share'], 1 / 3, places=2)

    def test_frames_at_the_ends_do_not_change_the_share(self):
        for begin in (101, 101.01, 101.02, 101.03):
            self.assertEqual(frames.summary(seen_of(0.08, range(1, 251)), begin, begin + 4.02)['share'], 1)

    def test_an_image_of_now_is_no_old_one(self):
        drawn = {1: 100.0, 2: 104.0}
        self.assertEqual(frames.Seen(drawn, [(104.1, 0, 1, 0, 0), (104.3, 0, 2, 0, 0)]).live(1), 104.3)
        self.assertIsNone(frames.Seen(drawn, [(104.1, 0, 1, 0, 0)]).live(1))

    def test_nothing_shown_has_no_age(self):
        summary = frames.summary(seen_of(0.08, []), 101, 105)
        self.assertEqual((summary['shown'], summary['age50']), (0, None))

    def test_a_number_from_before_it_was_drawn_is_no_frame(self):
        self.assertEqual(seen_of(-0.5, range(1, 251)).frames, [])

    def test_frames_of_another_source_do_not_count(self):
        drawn = {1: 100.0}
        self.assertEqual(frames.Seen(drawn, [(100.1, 4, 1, 0, 0)]).frames, [])
        self.assertEqual(len(frames.Seen(drawn, [(100.1, 4, 1, 0, 0)], base=4).frames), 1)

    def test_a_desktop_is_whole_when_its_last_corner_is_there(self):
        seen = frames.Seen({1: 100.0}, [(100.1, 0, 1, 0, 0), (100.2, 2, 1, 0, 0), (100.4, 3, 1, 0, 0)])
        self.assertEqual(seen.whole(), 100.4)
        self.assertIsNone(frames.Seen({1: 100.0}, [(100.1, 0, 1, 0, 0), (100.2, 2, 1, 0, 0)]).whole())

    def test_keys_answer_in_their_order(self):
        seen = seen_of(0.08, [], keys=[(100.1, 1), (101.2, 3)])
        self.assertEqual([round(value, 3) for value in seen.answers([100, 100.5, 101])], [0.1, 0.7, 0.2])

    def test_a_key_that_never_came_has_no_answer(self):
        self.assertEqual(seen_of(0.08, [], keys=[(100.1, 1)]).answers([100, 101]), [100.1 - 100])

    def test_percentiles_are_values_that_were(self):
        self.assertEqual([frames.percentile([3, 1, 2, 4], share) for share in (0, 0.5, 0.95, 1)], [1, 2, 4, 4])
        self.assertIsNone(frames.percentile([], 0.5))

    def test_a_line_that_is_being_written_is_not_read(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, 'log')
            with open(path, 'w', encoding='ascii') as file:
                file.write('frame 1 5000000000\nkey 1 6000000000\nframe 2 52')
            self.assertEqual(frames.read_source(path), ({1: 5.0}, {1: 6.0}))
        self.assertEqual(frames.read_probe(path), [])

    def test_a_rest_is_exact_when_its_sum_is_seen(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, 'log')
            with open(path, 'w', encoding='ascii') as file:
                file.write('frame 24 5000000000\nrest 4000000000 5000000000\nrest 7 10000000000\nrest 9 15000000000\n')
            rests = frames.read_rests(path)
            self.assertEqual(frames.read_source(path), ({24: 5.0}, {}))
        self.assertEqual(rests, [(5.0, 4000000000), (10.0, 7), (15.0, 9)])
        probe = [(4.0, 16, 7, 0, 0), (5.5, 0, 7, 0, 0), (6.5, 16, 4000000000, 0, 0), (10.2, 16, 7, 0, 0), (16.0, 16, 8, 0, 0)]
        self.assertEqual([value and round(value, 3) for value in frames.exact_after(rests, probe)], [1.5, 0.2, None])


GOOD = {'fps': 25.0, 'share': 1.0, 'first3': 25.0, 'age50': 0.08, 'age95': 0.09, 'age99': 0.1, 'bytes': 50000, 'rate': 1e6, 'cpu': 0.003, 'cores': 0.1, 'memory': 30.0,
        'picture': 0.9, 'busy': 0.5, 'load': 1.0, 'drawn': 125, 'shown': 125, 'seconds': 5.0}


class ResultsTest(unittest.TestCase):
    def test_the_middle_of_three_counts(self):
        result = middle([GOOD | {'fps': value} for value in (1.0, 25.0, 24.0)])
        self.assertEqual((result['fps'], result['runs']), (24.0, 3))

    def test_what_failed_is_left_out_and_told(self):
        result = middle([{'error': 'gone'}, GOOD | {'fps': 20.0}, {'error': 'gone'}])
        self.assertEqual((result['fps'], result['failed']), (20.0, 2))

    def test_what_always_failed_has_a_reason(self):
        self.assertEqual(middle([{'error': 'first'}, {'error': 'last'}]), {'error': 'last'})

    def test_a_figure_that_is_sometimes_missing_is_the_middle_of_the_others(self):
        self.assertEqual(middle([GOOD | {'key idle': None}, GOOD | {'key idle': 0.02}])['key idle'], 0.02)

    def test_a_second_start_goes_on(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, 'state')
            Results(path).put('one', {'nightdesk': [GOOD]})
            self.assertTrue(Results(path, anew=False).has('one'))
            self.assertFalse(Results(path, anew=False).has('two'))
            self.assertFalse(Results(path, anew=True).has('one'))
            self.assertFalse(Results(path, anew=False, sources='others').has('one'))


def lines_of(cells, table):
    return {line.what: line for line in Targets(cells, lambda cell, viewer: table.get((cell, viewer))).lines()}


class TargetsTest(unittest.TestCase):
    def setUp(self):
        self.cell = plan.Cell()
        self.high = plan.Cell(quality='high')
        self.two = plan.Cell('two', keys=8, viewers=('nightdesk',))
        self.table = {(cell.name, viewer): dict(GOOD) for cell in (self.cell, self.high) for viewer in plan.BOTH}

    def line(self, start):
        return next(line for what, line in lines_of((self.cell, self.high, self.two), self.table).items() if what.startswith(start))

    def test_as_good_as_the_other_is_reached(self):
        for start in ('shown / drawn on xvnc', 'age p50, above', 'age p50, beyond', 'CPU a frame of 50 kB', 'click to first picture'):
            self.assertTrue(self.line(start).reached, start)

    def test_what_was_not_measured_is_neither(self):
        for start in ('2560x1600', 'age p50 at 4', 'key to picture while nothing happens', 'shown / drawn on x11vnc', 'CPU a frame of 100 kB'):
            self.assertIsNone(self.line(start).reached, start)

    def test_one_bad_cell_is_named(self):
        self.table[self.high.name, 'nightdesk']['share'] = 0.9
        line = self.line('shown / drawn on xvnc')
        self.assertFalse(line.reached)
        self.assertIn(self.high.name, line.seen)

    def test_an_age_is_compared_with_a_near_server_over_the_same_rate(self):
        near, same, far = (plan.Cell('x11vnc', rtt='0ms', rate='1000mbit'), plan.Cell('x11vnc', rtt='0ms'), plan.Cell('x11vnc'))
        self.table |= {(near.name, 'vncviewer'): GOOD | {'age50': 0.010}, (same.name, 'vncviewer'): GOOD | {'age50': 0.020}, (far.name, 'nightdesk'): GOOD | {'age50': 0.075}}
        for cells, reached in (((near, far), False), ((near, same, far), True)):
            line = next(line for what, line in lines_of(cells, self.table).items() if what.startswith('age p50 on x11vnc'))
            self.assertEqual(line.reached, reached)

    def test_a_link_that_cannot_carry_the_picture_is_not_counted(self):
        self.table[self.cell.name, 'nightdesk'] |= {'share': 0.5, 'bytes': 200000}
        self.assertTrue(self.line('shown / drawn on xvnc').reached)

    def test_a_frame_that_costs_too_much_is_seen(self):
        self.table[self.high.name, 'nightdesk']['cpu'] = 0.0038
        self.assertFalse(self.line('CPU a frame of 50 kB').reached)

    def test_larger_frames_may_cost_less_more(self):
        large = plan.Cell(quality='high', picture=plan.LARGE)
        self.table |= {(large.name, 'nightdesk'): GOOD | {'cpu': 0.0034}, (large.name, 'vncviewer'): GOOD}
        lines = lines_of((self.high, large), self.table)
        self.assertEqual([line.reached for what, line in lines.items() if what.startswith('CPU a frame')], [False, True])

    def test_a_click_is_counted_in_round_trips(self):
        self.table[self.cell.name, 'nightdesk']['picture'] = 1.2
        self.assertFalse(self.line('click to first picture').reached)
        self.assertIn('10.5 RTT', self.line('click to first picture').seen)

    def test_another_desktop_that_streams_is_held_against_none(self):
        self.table[self.two.name, 'nightdesk'] = GOOD | {'key streaming': 0.045, 'key idle': 0.010}
        self.assertFalse(self.line('key to picture while another desktop streams, above alone, at 30mbit').reached)
        self.table[self.two.name, 'nightdesk']['key streaming'] = 0.035
        self.assertTrue(self.line('key to picture while another desktop streams, above alone, at 30mbit').reached)

    def test_an_8_bit_desktop_is_held_against_the_other(self):
        eight = plan.Cell('pseudo', source='colours')
        self.table |= {(eight.name, 'nightdesk'): GOOD | {'picture': 0.9, 'fps': 9.0, 'first3': 14.0, 'bytes': 1700},
                       (eight.name, 'vncviewer'): GOOD | {'picture': 2.0, 'fps': 8.0, 'first3': 7.0, 'bytes': 28000}}

        def lines():
            return {what: line for what, line in lines_of((eight,), self.table).items() if '8-bit' in what or 'color map' in what}

        self.assertEqual([line.reached for line in lines().values()], [True] * 3)
        self.table[eight.name, 'nightdesk'] |= {'picture': 2.5, 'fps': 7.0, 'bytes': 2100}
        self.assertEqual([line.reached for line in lines().values()], [False] * 3)

    def test_ways_that_are_long_lose_or_sleep_have_bars_of_their_own(self):
        cells = (plan.Cell(rtt='1000ms'), plan.Cell(loss='0.1%', seconds=30), plan.Cell('x11vnc', cold=70), plan.Cell(source='patch', rate='21mbit'))
        for cell in cells:
            self.table |= {(cell.name, 'nightdesk'): GOOD | {'age95': 0.6, 'live': 2.2, 'exact': 1.9}, (cell.name, 'vncviewer'): GOOD | {'fps': 15.0, 'share': 0.6, 'age95': 0.7}}

        def line(what):
            return next(line for name, line in lines_of(cells, self.table).items() if name.startswith(what))

        bars = ('frames a second in the first 3 s at 1000 ms', 'shown / drawn, above', 'age p95, as a share', 'frames with losses', 'age p95 with losses',
                'from the click to an image of now', 'a region beside a film')
        self.assertEqual([line(bar).reached for bar in bars], [True] * len(bars))
        self.assertFalse(line('age p95, beyond').reached)  # 600 ms at 100 ms
        for cell in cells:
            self.table[cell.name, 'nightdesk'] |= {'first3': 2.0, 'share': 0.5, 'fps': 13.0, 'age95': 0.9, 'live': 4.3, 'exact': 2.1}
        self.assertEqual([line(bar).reached for bar in bars], [False] * len(bars))

    def test_keys_are_never_behind_the_other(self):
        keys = plan.Cell(keys=24, picture=plan.SMALL)
        self.table |= {(keys.name, 'nightdesk'): GOOD | {'key idle': 0.012, 'key streaming': 0.029}, (keys.name, 'vncviewer'): GOOD | {'key idle': 0.010, 'key streaming': 0.029}}

        def reached():
            return [line.reached for what, line in lines_of((keys,), self.table).items() if what.startswith('key to picture while') and 'vncviewer' in what]

        self.assertEqual(reached(), [True, True])
        self.table[keys.name, 'nightdesk'] |= {'key idle': 0.0125, 'key streaming': 0.030}
        self.assertEqual(reached(), [False, False])

    def test_no_answer_is_worse_than_any(self):
        cells = (plan.Cell(keys=24, picture=plan.SMALL), plan.Cell('x11vnc', cold=70), plan.Cell(source='patch', rate='21mbit'))
        for cell in cells:
            self.table |= {(cell.name, 'nightdesk'): GOOD | {'key idle': None, 'key streaming': None, 'live': None, 'exact': None},
                           (cell.name, 'vncviewer'): GOOD | {'key idle': 0.010, 'key streaming': 0.029}}
        bars = ('key to picture while nothing', 'key to picture while it streams', 'from the click to an image of now', 'a region beside a film')
        lines = [line for what, line in lines_of(cells, self.table).items() if what.startswith(bars)]
        self.assertEqual([line.reached for line in lines], [False] * len(bars))

    def test_nothing_shown_is_no_share(self):
        self.table[self.cell.name, 'nightdesk'] |= {'share': 0.0, 'bytes': None}
        self.assertFalse(self.line('shown / drawn on xvnc').reached)

    def test_a_narrow_line_shows_twice_as_much(self):
        narrow = plan.Cell(rate='4mbit')
        self.table |= {(narrow.name, 'nightdesk'): GOOD | {'fps': 20.0, 'age50': 0.1}, (narrow.name, 'vncviewer'): GOOD | {'fps': 10.0, 'age50': 0.1}}

        def reached():
            return [line.reached for what, line in lines_of((narrow,), self.table).items() if 'at 4 Mbit/s' in what]

        self.assertEqual(reached(), [True, True])
        self.table[narrow.name, 'nightdesk'] |= {'fps': 19.0, 'age50': 0.101}
        self.assertEqual(reached(), [False, False])

    def test_a_second_of_delay_has_a_bar_of_its_own(self):
        far = plan.Cell(rtt='1000ms')
        self.assertEqual(far.settling, 8.0)
        self.table[far.name, 'nightdesk'] = GOOD | {'share': 0.96, 'bytes': 20000}
        lines = lines_of((self.cell, far), self.table)
        self.assertEqual([line.reached for what, line in lines.items() if what.startswith('shown / drawn on xvnc')], [True, True])
        self.table[far.name, 'nightdesk'] |= {'share': 0.94}
        lines = lines_of((self.cell, far), self.table)
        self.assertEqual([line.reached for what, line in lines.items() if what.startswith('shown / drawn on xvnc')], [True, False])

    def test_a_viewer_that_failed_reaches_nothing(self):
        self.table[self.cell.name, 'vncviewer'] = {'error': 'gone'}
        self.assertIsNone(self.line('age p50, above').reached)


class PlanTest(unittest.TestCase):
    def test_names_differ(self):
        for cells in (plan.DEFAULT, plan.SMOKE, plan.full()):
            self.assertEqual(len({cell.name for cell in cells}), len(cells))

    def test_the_default_takes_less_than_two_hours(self):
        self.assertLess(sum(seconds_of(cell) for cell in plan.DEFAULT) * 3, 120 * 60)

    def test_what_differs_is_named(self):
        self.assertEqual(plan.Cell('x11vnc', congestion='bbr', picture=plan.LARGE, cold=70).name, 'x11vnc 100ms 30mbit bbr 896x672 cold 70s')
        self.assertEqual(plan.Cell(**plan.BIG, rtt='2ms').name, 'big 2ms 1000mbit')

    def test_two_desktops_are_in_one_profile(self):
        self.assertEqual(plan.profiles_of((plan.Cell('two'),)), {'two-auto': [('xvnc', 'auto'), ('second', 'auto')]})


class AskingTest(unittest.TestCase):
    """The viewer that asks ahead, and the one who counts."""

    def test_stock_waits_for_an_update(self):
        self.assertIsNone(hlviewer.Pacer(0).wait(100.0))

    def test_a_period_begins_with_each_request(self):
        pacer = hlviewer.Pacer(0.04)
        pacer.asked(100.0)
        self.assertAlmostEqual(pacer.wait(100.01), 0.03)
        self.assertEqual(pacer.wait(100.05), 0)

    def test_a_strip_is_read_as_it_is_drawn(self):
        # As framestrip.cpp makes it of id 0, number 1: see framestriptest.cpp.
        self.assertEqual(hlviewer.check_of(1), 105)
        word = (0b101100 << 28 | 1 << 8 | hlviewer.check_of(1)) << 6 | 0b001101
        cells = [word >> place & 1 for place in range(39, -1, -1)]
        self.assertEqual(hlviewer.strip_of(cells), (0, 1))
        cells[20] ^= 1
        self.assertIsNone(hlviewer.strip_of(cells))

    def counted(self, *parts):
        count = rfbtap.Count()
        for part in (b'RFB 003.008\n\x01\x01', *parts):
            count.feed(part)
        return count.requests

    def test_requests_are_counted_among_other_messages(self):
        request = b'\x03\x01' + bytes(8)
        encodings = b'\x02\x00\x00\x02' + bytes(8)
        self.assertEqual(self.counted(bytes(20) + encodings + request, b'\x04' + bytes(7) + request, b'\x05' + bytes(5)), 2)

    def test_a_request_in_pieces_is_one(self):
        request = b'\x03\x01' + bytes(8)
        self.assertEqual(self.counted(*(request[at:at + 1] for at in range(10))), 1)

    def test_what_lies_in_a_clipboard_is_no_request(self):
        text = b'\x03' * 30
        self.assertEqual(self.counted(b'\x06\x00\x00\x00' + (30).to_bytes(4, 'big') + text, b'\x06\x00\x00\x00' + (-30).to_bytes(4, 'big', signed=True) + text), 0)

    def test_fences_and_continuous_updates_are_passed_over(self):
        request = b'\x03\x01' + bytes(8)
        self.assertEqual(self.counted(b'\xf8' + bytes(7) + b'\x03abc', b'\x96' + bytes(9), request), 1)

    def test_a_message_that_nobody_knows_ends_the_counting(self):
        self.assertEqual(self.counted(b'\x63', b'\x03\x01' + bytes(8)), 0)


class PaperTest(unittest.TestCase):
    """Table I of VNC-HL."""

    def test_it_is_there_whole(self):
        cells = [cell for delays in hltable.PAPER.values() for cell in delays.values()]
        self.assertEqual(sum(frames is not None for _, frames in cells), 25)
        self.assertEqual(sum(requests is not None for requests, _ in cells), 20)
        self.assertAlmostEqual(sum(frames for _, frames in cells), 244.6)
        self.assertAlmostEqual(sum(requests for requests, _ in cells if requests is not None), 1109.87)

    def test_its_delays_and_periods_are_measured(self):
        self.assertTrue(set(hltable.PAPER) <= set(hltable.PERIODS))
        for delays in hltable.PAPER.values():
            self.assertEqual(tuple(delays), hltable.DELAYS)

    def test_a_narrow_line_is_none_of_the_papers(self):
        self.assertEqual(hltable.paper_frames(150, '30mbit', 150), 7.8)
        self.assertEqual(hltable.paper_requests(1000, '30mbit', 1), 197.86)
        self.assertIsNone(hltable.paper_frames(1000, hltable.NARROW, 1))
        self.assertIsNone(hltable.paper_frames(100, '30mbit', 1))
        self.assertIsNone(hltable.paper_requests(50, '30mbit', None))


class VerdictTest(unittest.TestCase):
    """What the table of VNC-HL is to show."""

    def verdicts(self, **ages):
        figures = {'fps': 12.0, 'growth': 0.1}
        rows = [(('xvnc', 1000, hltable.NARROW, {'eager': 1, 'ours': None}[who]), figures | {'age50': age, 'age95': age}) for who, age in ages.items()]
        return [reached for *_, reached in hltable.verdicts(rows)]

    def test_a_picture_ten_seconds_old_is_overload(self):
        self.assertEqual(self.verdicts(eager=10.0, ours=0.7), [True, True])

    def test_no_overload_is_told_too(self):
        self.assertEqual(self.verdicts(eager=0.7), [False])

    def test_ours_must_not(self):
        self.assertEqual(self.verdicts(ours=3.0), [False])
        self.assertEqual(self.verdicts(ours=None), [False])

    def test_ours_is_held_against_the_best(self):
        rows = [(('xvnc', 100, '30mbit', period), {'fps': fps, 'age50': 0.08, 'age95': 0.1, 'growth': 0.0}) for period, fps in ((0, 8.0), (40, 25.0), (None, 20.0))]
        self.assertEqual([reached for *_, reached in hltable.verdicts(rows)], [False])
        rows[-1][1]['fps'] = 24.9
        self.assertEqual([reached for *_, reached in hltable.verdicts(rows)], [True])
        rows[-1][1]['age95'] = 1.1
        self.assertEqual([reached for *_, reached in hltable.verdicts(rows)], [False])

    def test_who_failed_has_no_verdict(self):
        self.assertEqual(hltable.verdicts([(('xvnc', 100, '30mbit', None), {'error': 'gone'})]), [])


class ReportTest(unittest.TestCase):
    def test_a_viewer_that_cannot_run_tells_why(self):
        text = report.markdown('Title', 'Intro', [(plan.Cell(), 'krdc', {'error': 'krdc | said:\nno'})], [])
        self.assertIn('krdc / said: no', text)

    def test_rows_are_as_wide_as_their_head(self):
        rows = [report.row(plan.Cell(), 'nightdesk', figures) for figures in (GOOD | {'worker': 9.0, 'key idle': 0.01}, {'error': 'gone'}, GOOD | {'age50': None, 'share': None})]
        self.assertEqual({len(row) for row in rows}, {len(report.HEADS)})

    def test_the_other_table_has_the_same_rows(self):
        with tempfile.TemporaryDirectory() as directory:
            report.write(directory, 'x', 'Title', 'Intro', [(plan.Cell(), 'nightdesk', GOOD), (plan.Cell(), 'krdc', {'error': 'gone'})], [])
            with open(os.path.join(directory, 'x.csv'), encoding='utf-8', newline='') as file:
                rows = list(csv.DictReader(file))
        self.assertEqual([row['viewer'] for row in rows], ['nightdesk', 'krdc'])
        self.assertEqual((rows[0]['fps'], rows[1]['error']), ('25', 'gone'))


if __name__ == '__main__':
    unittest.main()
