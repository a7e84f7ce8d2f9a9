#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes HTML of docs/ with cmark-gfm. usage: makepages.py DIRECTORY"""
import html
import pathlib
import re
import shutil
import subprocess
import sys

source = pathlib.Path(__file__).parents[2]
style = """body { max-width: 60em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.4; color-scheme: light dark }
table { border-collapse: collapse } th, td { border: 1px solid gray; padding: .2em .5em; text-align: left; vertical-align: top }
img { max-width: 100% } pre { overflow-x: auto; border: 1px solid gray; padding: .5em }"""


def anchor(match):
    """GitHub's name of a heading, which our links use."""
    text = html.unescape(re.sub(r"<[^>]*>", "", match[2]))
    name = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    return f'<h{match[1]} id="{name}">{match[2]}</h{match[1]}>'


def page(file, root):
    body = subprocess.run(["cmark-gfm", "-e", "table", file], check=True, capture_output=True, text=True).stdout
    body = re.sub(r"<h([1-6])>(.*?)</h\1>", anchor, body, flags=re.S)
    body = re.sub(r'href="(?!\w+:)([^"#]*)\.md(?=["#])', r'href="\1.html', body)
    title = re.search(r"<h1[^>]*>(.*?)</h1>", body, flags=re.S)
    title = re.sub(r"<[^>]*>", "", title[1]) if title else "Nightdesk"
    way = f'<p><a href="{root}index.html">Nightdesk</a></p>'
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title><style>{style}</style></head>\n'
            f"<body>\n{way}\n{body}</body>\n</html>\n")


def main():
    target = pathlib.Path(sys.argv[1])
    for file in sorted((source / "docs").rglob("*")):
        place = target / file.relative_to(source / "docs")
        place.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            depth = len(place.relative_to(target).parts) - 1
            place.with_suffix(".html").write_text(page(file, "../" * depth), encoding="utf-8")
        elif file.is_file():
            shutil.copyfile(file, place)
    for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        # Pages link to them one directory above; here there is none.
        text = page(source / name, "").replace('="docs/', '="')
        (target / name).with_suffix(".html").write_text(text, encoding="utf-8")
    for file in target.rglob("*.html"):
        up = "../" * len(file.relative_to(target).parts)
        text = file.read_text(encoding="utf-8")
        for name in ("README", "SECURITY", "CONTRIBUTING", "CHANGELOG"):
            text = text.replace(f'="{up}{name}.html', f'="{up[3:]}{name}.html')
        # What is in the source alone is named, not linked.
        text = re.sub(r'<a href="(?!\w+:)([^"#]+)[^"]*">(.*?)</a>',
                      lambda match: match[0] if (file.parent / match[1]).exists() else match[2], text, flags=re.S)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
