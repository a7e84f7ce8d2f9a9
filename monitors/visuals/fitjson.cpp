// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/fitjson.h"

#include "sessions/common/enumtable.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
QString FitJson::key(XServerFit::Verdict verdict)
{
    static constexpr EnumWords<XServerFit::Verdict::DoesNotFit> words("unknown"_L1, "fits"_L1, "fits-as-vnc-app"_L1, "does-not-fit"_L1);
    return words[verdict];
}

QString FitJson::key(XServerFit::Cause cause)
{
    static constexpr EnumWords<XServerFit::Cause::Size>
        words("visual"_L1, "default-visual"_L1, "black-white"_L1, "backing-store"_L1, "preload"_L1, "font"_L1, "confinement"_L1, "size"_L1);
    return words[cause];
}

QJsonObject FitJson::of(const QString &title, const XServerFit &fit)
{
    QJsonArray findings;
    for (const XServerFit::Finding &finding : fit.findings) {
        findings.append(QJsonObject{{u"cause"_s, key(finding.cause)}, {u"what"_s, finding.problem}, {u"remedy"_s, finding.remedy}});
    }
    QJsonObject object{{u"display"_s, title}, {u"verdict"_s, key(fit.verdict)}, {u"findings"_s, findings}};
    if (!fit.visualOfPrivateServer.isEmpty()) {
        object.insert(u"visual"_s, fit.visualOfPrivateServer);
    }
    if (const auto &colors = fit.colors) {
        const auto written = [](QRgb rgb) {
            return u"#%1"_s.arg(rgb & 0xffffff, 6, 16, QChar(u'0'));
        };
        object.insert(
            u"colors"_s,
            QJsonObject{{u"text"_s, written(colors->text.rgb)}, {u"background"_s, written(colors->background.rgb)}, {u"contrast"_s, colors->contrast()}});
    }
    return object;
}
}
