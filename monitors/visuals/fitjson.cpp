// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/fitjson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
QString FitJson::key(XServerFit::Verdict verdict)
{
    switch (verdict) {
    case XServerFit::Verdict::Unknown:
        break;
    case XServerFit::Verdict::Fits:
        return u"fits"_s;
    case XServerFit::Verdict::FitsAsVncApp:
        return u"fits-as-vnc-app"_s;
    case XServerFit::Verdict::DoesNotFit:
        return u"does-not-fit"_s;
    }
    return u"unknown"_s;
}

QString FitJson::key(XServerFit::Cause cause)
{
    switch (cause) {
    case XServerFit::Cause::Visual:
        break;
    case XServerFit::Cause::DefaultVisual:
        return u"default-visual"_s;
    case XServerFit::Cause::BlackWhite:
        return u"black-white"_s;
    case XServerFit::Cause::BackingStore:
        return u"backing-store"_s;
    case XServerFit::Cause::Preload:
        return u"preload"_s;
    case XServerFit::Cause::Font:
        return u"font"_s;
    case XServerFit::Cause::Confinement:
        return u"confinement"_s;
    case XServerFit::Cause::Size:
        return u"size"_s;
    }
    return u"visual"_s;
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
