// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/rfblistener.h"

#include <QtEndian>

#include <cstdlib>

namespace Nightdesk::Test
{
using namespace Qt::StringLiterals;

namespace
{
// Of the Extended Clipboard pseudo-encoding: the message that tells all flags, and the one that offers a text.
constexpr quint32 tellsCaps = 1 << 24;
constexpr quint32 notifies = 1 << 27;

/// Reads what a client without a password says to its RFB server.
class ClientReader
{
public:
    /// What the whole messages so far say of keys, pointer and clipboard; false at a message that is not known.
    bool read(const QByteArray &bytes, QStringList *said)
    {
        m_bytes += bytes;
        while (true) {
            const qsizetype length = nextLength();
            if (length < 0) {
                return false;
            }
            if (length == 0 || m_bytes.size() < length) {
                return true;
            }
            if (m_greetings < 3) {
                ++m_greetings;
            } else {
                tell(said);
            }
            m_bytes.remove(0, length);
        }
    }

private:
    template<class Number>
    Number at(qsizetype offset) const
    {
        return qFromBigEndian<Number>(m_bytes.constData() + offset);
    }
    qsizetype withCount(qsizetype header, qsizetype offset, qsizetype size, qsizetype each) const
    {
        if (m_bytes.size() < header) {
            return 0;
        }
        const qsizetype count = size == 1 ? static_cast<uchar>(m_bytes[offset]) : size == 2 ? at<quint16>(offset) : std::abs(at<qint32>(offset));
        return header + count * each;
    }
    qsizetype nextLength() const ///< 0: not known yet; -1: what is this?
    {
        if (m_greetings < 3) {
            return m_greetings == 0 ? 12 : 1;
        }
        if (m_bytes.isEmpty()) {
            return 0;
        }
        switch (static_cast<uchar>(m_bytes[0])) {
        case 0:
            return 20;
        case 2:
            return withCount(4, 2, 2, 4);
        case 3:
        case 150:
            return 10;
        case 4:
            return 8;
        case 5:
            return 6;
        case 6:
            return withCount(8, 4, 4, 1);
        case 248:
            return withCount(9, 8, 1, 1);
        case 251:
            return withCount(8, 6, 1, 16);
        case 255:
            return 12;
        default:
            return -1;
        }
    }
    void tell(QStringList *said) const
    {
        const auto key = [this](bool down, qsizetype offset) {
            return u"%1 0x%2"_s.arg(down ? u"key down"_s : u"key up"_s, QString::number(at<quint32>(offset), 16));
        };
        switch (static_cast<uchar>(m_bytes[0])) {
        case 4:
            said->append(key(m_bytes[1] != 0, 4));
            break;
        case 255:
            said->append(key(at<quint16>(2) != 0, 4));
            break;
        case 5:
            said->append(u"pointer %1,%2 buttons %3"_s.arg(at<quint16>(2)).arg(at<quint16>(4)).arg(static_cast<uchar>(m_bytes[1])));
            break;
        case 6:
            // The length of extended messages is negative.
            if (at<qint32>(4) >= 0 || (at<quint32>(8) & (tellsCaps | notifies)) == notifies) {
                said->append(u"text"_s);
            }
            break;
        default:
            break;
        }
    }

    QByteArray m_bytes;
    int m_greetings = 0;
};
}

RfbListener::RfbListener(quint16 port, Texts texts, QStringList *trace)
    : m_texts(texts)
{
    m_server.listen(QHostAddress::LocalHost);
    connect(&m_server, &QTcpServer::newConnection, this, [this, port, trace] {
        join(m_server.nextPendingConnection(), port, trace);
    });
}

void RfbListener::join(QTcpSocket *near, quint16 port, QStringList *trace)
{
    auto *const far = new QTcpSocket(near);
    m_near = near;
    far->connectToHost(QHostAddress::LocalHost, port);
    connect(near, &QTcpSocket::readyRead, far, [this, near, far, trace, reader = ClientReader()]() mutable {
        const QByteArray bytes = near->readAll();
        QStringList said;
        m_hasUnderstood = reader.read(bytes, &said) && m_hasUnderstood;
        for (const QString &one : std::as_const(said)) {
            if (one == u"key up 0x%1"_s.arg(QString::number(marker, 16))) {
                ++m_markers;
            } else if (one == "key up 0xff14"_L1) {
                // The worker wakes a server that may sleep, before it knows which server this is (Outbox::wakeServer()).
            } else if (one != u"key down 0x%1"_s.arg(QString::number(marker, 16)) && (m_texts == Texts::Told || one != "text"_L1)) {
                trace->append(one);
            }
        }
        far->write(bytes);
    });
    connect(far, &QTcpSocket::readyRead, near, [near, far] {
        near->write(far->readAll());
    });
}

quint16 RfbListener::port() const
{
    return m_server.serverPort();
}

void RfbListener::cut()
{
    m_near->abort();
}

int RfbListener::markers() const
{
    return m_markers;
}

bool RfbListener::hasUnderstood() const
{
    return m_hasUnderstood;
}
}
