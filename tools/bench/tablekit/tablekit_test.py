# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arithmetic of table 1: when a picture is done, what is the middle, what is reached. And its image, in small."""

import os
import random
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
BENCH = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(os.path.dirname(BENCH), 'facility'), os.path.join(BENCH, 'picturekit')]

import bigfield
import paper
import relaycost
import tableresults as told
from rows import AT_SUMMIT, LINKS, NAMES, QUICK_WAYS, WAYS, Way, key, quiet
from settling import Settling, differing, is_image

EMPTY = bytes(1000)
FULL = bytes([200]) * 1000
FAR, LOCAL = LINKS[0], LINKS[1]
# {way: {row: (compressed, not compressed)}}
PAPER = {way: {row: (paper.figure(way, row, True), paper.figure(way, row, False)) for row in paper.TABLE if paper.figure(way, row, True) is not None} for way in paper.WAYS}


def part(share, of=FULL, on=EMPTY):
    return of[:round(share * len(of))] + on[round(share * len(on)):]


class SettlingTest(unittest.TestCase):
    def test_the_last_change_counts(self):
        settling = Settling(EMPTY, quiet=1.0)
        for when, frame in ((1.0, EMPTY), (1.2, part(0.5)), (1.4, FULL), (1.9, FULL)):
            settling.feed(when, frame)
        self.assertEqual((settling.began, settling.last, settling.changes), (1.2, 1.4, 2))
        self.assertFalse(settling.is_done(2.3))
        self.assertTrue(settling.is_done(2.5))

    def test_nothing_that_changed_is_never_done(self):
        self.assertFalse(Settling(EMPTY).is_done(1000))

    def test_too_little_is_not_what_was_waited_for(self):
        settling = Settling(EMPTY, least=0.3)
        settling.feed(1.0, part(0.1))
        self.assertFalse(settling.is_done(100))
        settling.feed(101.0, part(0.4))
        self.assertTrue(settling.is_done(103))

    def test_what_came_and_went_again_is_not_done(self):
        settling = Settling(EMPTY, least=0.3)
        settling.feed(1.0, FULL)
        settling.feed(2.0, EMPTY)
        self.assertFalse(settling.is_done(100))

    def test_a_cursor_that_blinks_is_no_change(self):
        settling = Settling(EMPTY, stray=0.005)
        settling.feed(1.0, part(0.004))
        self.assertIsNone(settling.last)

    def test_what_jpeg_mends_is_no_change(self):
        self.assertEqual(differing(bytes([100]) * 100, bytes([130]) * 100), 0)
        self.assertEqual(differing(bytes([100]) * 100, bytes([145]) * 100), 1)

    def test_many_small_changes_are_one_in_the_end(self):
        settling = Settling(EMPTY, stray=0.005)
        for step in range(1, 11):
            settling.feed(float(step), part(step * 0.001))
        self.assertEqual(settling.changes, 1)

    def test_an_empty_window_is_no_image(self):
        noise = random.Random(1)
        self.assertTrue(is_image(bytes(noise.randrange(60, 110) for _ in range(1000))))
        self.assertFalse(is_image(FULL))
        self.assertFalse(is_image(part(0.5)))

    def test_an_image_as_gray_as_what_was_before_it_is_done(self):
        noise = random.Random(1)
        image = bytes(noise.choice((noise.randrange(60, 110), 200)) if place % 3 == 0 else noise.randrange(60, 110) for place in range(1000))
        settling = Settling(bytes([70]) * 1000, stray=0.02, accept=is_image)
        settling.feed(1.0, image)
        self.assertLess(differing(image, bytes([70]) * 1000), 0.3)
        self.assertTrue(settling.is_done(3.0))


class PlanTest(unittest.TestCase):
    def test_names_differ(self):
        names = {key(link, way) for link in LINKS for way in WAYS}
        self.assertEqual(len(names), len(LINKS) * len(WAYS))
        self.assertNotIn(AT_SUMMIT, names)

    def test_quick_ways_are_ways(self):
        self.assertTrue(set(QUICK_WAYS) <= set(WAYS))

    def test_a_program_that_asks_and_waits_is_waited_for(self):
        self.assertGreater(quiet(Way('x11'), FAR), quiet(Way('vnc'), FAR))
        self.assertGreater(quiet(Way('x11'), FAR, start=True), quiet(Way('x11'), FAR))

    def test_a_program_without_a_desktop_has_no_viewer_to_start(self):
        self.assertNotIn('viewer start', Way('x11').rows())
        self.assertIn('viewer start', Way('vncviewer').rows())

    def test_the_paper_is_cited_by_the_rows_names(self):
        for figures in PAPER.values():
            self.assertTrue(set(figures) <= set(NAMES))
        self.assertEqual(paper.figure('x11', 'ds9 start', True), 72.0)
        self.assertEqual(paper.figure('x11', 'stats box', True), 13.0)
        self.assertEqual(paper.figure('local', 'stats box', False), 6.9)
        self.assertIsNone(paper.figure('x11', 'viewer start', True))
        self.assertIsNone(paper.figure('vnc-app', 'zoom in', True))

    def test_the_paper_is_there_whole(self):
        # Its local figures were measured once, without compression or not.
        self.assertEqual(sum(len(figures) * (1 if way == 'local' else 2) for way, figures in PAPER.items()), 53)
        self.assertAlmostEqual(sum(figure for way, figures in PAPER.items() for pair in figures.values() for figure in pair[:1 if way == 'local' else 2]), 670.9)


class ResultsTest(unittest.TestCase):
    def setUp(self):
        self.results = told.TableResults()

    def put(self, link, way, **rows):
        self.results.put(key(link, way), {name.replace('_', ' '): value for name, value in rows.items()})

    def test_the_middle_of_what_came_through(self):
        self.assertEqual(told.median([3.0, {'error': 'gone'}, 1.0, 2.0]), 2.0)
        self.assertIsNone(told.median([{'error': 'gone'}]))
        self.assertEqual(told.median([{'stopped': 120.0, 'trips': 7}])['trips'], 7)

    def test_a_second_start_goes_on_and_tries_again_what_failed(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, 'table1.json')
            told.TableResults(path).put('one', {'zoom in': [1.0], 'zoom out': [{'error': 'gone'}]})
            again = told.TableResults(path, anew=False)
            self.assertEqual(again.missing('one', ['zoom in', 'zoom out', 'stats box']), ['zoom out', 'stats box'])
            self.assertEqual(told.TableResults(path, anew=True).missing('one', ['zoom in']), ['zoom in'])

    def lines(self, *ways):
        return {line[0]: line for line in told.targets(self.results, LINKS, ways)}

    def test_the_click_is_held_against_the_summit(self):
        app = Way('vnc-app')
        self.results.put(AT_SUMMIT, {'ds9 start': [1.5, 1.7, 1.6]})
        self.put(FAR, app, ds9_start=[2.6, 2.8, 2.7])
        self.assertIn('2.70 s', self.lines(app)['ds9 as vnc-app, 100 ms: from click to painted'][1])
        self.assertTrue(self.lines(app)['ds9 as vnc-app, 100 ms: from click to painted'][3])
        self.put(FAR, app, ds9_start=[2.8])
        self.assertFalse(self.lines(app)['ds9 as vnc-app, 100 ms: from click to painted'][3])

    def test_a_row_that_is_later_is_named(self):
        ours, theirs = Way('vnc'), Way('vncviewer')
        rows = {name.replace(' ', '_'): [0.2] for name in ('file chooser', 'zoom in', 'zoom out', 'colormap drag', 'region drag')}
        self.put(FAR, ours, **rows)
        self.put(FAR, theirs, **rows)
        self.assertTrue(self.lines(ours, theirs)['vnc, 100 ms: zoom, chooser and drags'][3])
        self.put(FAR, ours, zoom_in=[0.3])
        line = self.lines(ours, theirs)['vnc, 100 ms: zoom, chooser and drags']
        self.assertFalse(line[3])
        self.assertIn('zoom in 0.30 against 0.20', line[2])

    def test_what_was_not_measured_is_neither(self):
        self.put(FAR, Way('x11'), zoom_in=[0.2])
        self.put(FAR, Way('ssh -Y'), zoom_in=[0.2])
        self.assertIsNone(self.lines(Way('x11'), Way('ssh -Y'))['x11, 100 ms: every row'][3])

    def test_stopped_is_later_than_a_time(self):
        stopped = {'stopped': 120.0, 'trips': 1000}
        self.assertTrue(told.no_later(3.0, stopped))
        self.assertFalse(told.no_later(stopped, 3.0))
        self.assertIsNone(told.no_later(stopped, 500.0))
        self.assertTrue(told.no_later(stopped, stopped | {'trips': 1050}))
        self.assertFalse(told.no_later(stopped, stopped | {'trips': 2000}))
        self.assertIsNone(told.no_later(None, 1.0))

    def test_the_page_has_what_was_measured_and_why_the_rest_was_not(self):
        self.put(FAR, Way('x11'), zoom_in=[1.234], zoom_out=[{'error': 'gone | away'}], draw_cut=[{'error': 'gone | away'}])
        page = told.page(self.results, LINKS, WAYS, 'Measured.')
        self.assertIn('|zoom in|1.23|', page)
        self.assertIn('- 100 ms, x11, zoom out, draw cut: gone', page)
        self.assertNotIn('## local', page)
        self.assertIn('|ds9 start|6.6|72.0 / 76.0|11.0 / 27.5|10.6 / 26.2|', page)


class RelayTest(unittest.TestCase):
    def test_what_it_adds_is_what_it_has_above_ssh(self):
        figures = {'nightdesk': {'trip': 0.0004, 'cores': 0.10, 'rate': 3.7e6}, 'ssh': {'trip': 0.0003, 'cores': 0.08, 'rate': 3.7e6}}
        lines = relaycost.targets(figures)
        self.assertEqual([line[3] for line in lines], [True, True])
        figures['nightdesk']['cores'] = 0.2
        figures['nightdesk']['trip'] = 0.01
        self.assertEqual([line[3] for line in relaycost.targets(figures)], [False, False])


class ImageTest(unittest.TestCase):
    def test_it_is_a_fits_file_and_the_same_each_time(self):
        with tempfile.TemporaryDirectory() as directory:
            paths = [os.path.join(directory, name) for name in ('one', 'other')]
            written = []
            for path in paths:
                bigfield.write(path, side=256)
                with open(path, 'rb') as file:
                    written.append(file.read())
            data = written[0]
            self.assertEqual(*written)
            self.assertEqual(len(data) % 2880, 0)
            self.assertTrue(data.startswith(b'SIMPLE  ='))
            # The sky is where it was put, as a signed number.
            middle = sorted(int.from_bytes(data[at:at + 2], 'big', signed=True) + 32768 for at in range(2880, 2880 + 256 * 256 * 2, 2))[256 * 128]
            self.assertAlmostEqual(middle, bigfield.SKY, delta=30)


if __name__ == '__main__':
    unittest.main()
