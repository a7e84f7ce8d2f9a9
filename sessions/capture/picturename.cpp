// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/capture/picturename.h"

#include <QStringList>

namespace Nightdesk::PictureName
{
using namespace Qt::StringLiterals;

namespace
{
/// @p words with only letters, digits, dots and dashes, because underscores separate the parts of a file name.
QString fileNamePart(const QString &words)
{
    // Limit of a part in bytes: four parts stay well below the 255 bytes that a file system allows.
    constexpr qsizetype longest = 48;
    QString result;
    for (const QChar c : words.normalized(QString::NormalizationForm_C)) {
        const bool isPlain = c.isLetterOrNumber() || ((c == u'.' || c == u'-') && !result.isEmpty());
        if (isPlain) {
            result += c;
        } else if (!result.isEmpty() && !result.endsWith(u'-')) {
            result += u'-';
        }
    }
    while (result.toUtf8().size() > longest || result.endsWith(u'-') || result.endsWith(u'.')) {
        result.chop(1);
        if (result.endsWith(QChar(0xFFFD)) || (!result.isEmpty() && result.back().isHighSurrogate())) {
            result.chop(1);
        }
    }
    return result;
}

QString utcText(const QDateTime &time)
{
    return time.toUTC().toString(u"yyyy-MM-dd'T'HH:mm:ss'Z'"_s);
}
}

QString fileName(const CaptureDescription &label, const QString &suffix, int count)
{
    QStringList parts{label.takenAt.toUTC().toString(u"yyyy-MM-dd'T'HHmmss'Z'"_s)};
    const QString desktop = fileNamePart(label.desktop);
    parts.append((desktop.isEmpty() ? u"desktop"_s : desktop) + (label.isStale || label.isAgeUnknown ? u"-stale"_s : QString()));
    if (const QString site = fileNamePart(label.site); !site.isEmpty()) {
        parts.append(site);
    }
    if (count > 1) {
        parts.append(QString::number(count));
    }
    return parts.join(u'_') + u'.' + suffix;
}

QMap<QString, QString> metadata(const CaptureDescription &label)
{
    QMap<QString, QString> texts{{u"Software"_s, u"Nightdesk"_s},
                                 {u"Title"_s, label.title},
                                 {u"Desktop"_s, label.desktop},
                                 {u"Profile"_s, label.profile},
                                 {u"Site"_s, label.site},
                                 {u"UT"_s, utcText(label.takenAt)}};
    if (label.isStale) {
        texts.insert(u"Stale"_s,
                     label.lastChange.isValid() ? u"the desktop did not answer; last changed %1"_s.arg(utcText(label.lastChange))
                                                : u"the desktop did not answer"_s);
    } else if (label.isAgeUnknown) {
        texts.insert(u"Stale"_s, u"age of the image unknown"_s);
    }
    texts.removeIf([](const auto &entry) {
        return entry.value().isEmpty();
    });
    return texts;
}
}
