import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hasPython, runPython } from '../../support/python/run-python.js';

/** Which hosts lead where: the broker's to the front, this machine's stay, all others are refused. */

const WAYS_OUT = `
import socket, urllib.request, asyncio, os
def tried(name, act):
    try: act(); print(name, 'went through')
    except Exception as error: print(name, type(error).__name__)
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
tcp = socket.socket()
tried('name', lambda: socket.create_connection(('example.com', 443), 1))
tried('bytes', lambda: socket.getaddrinfo(b'api.example.com', 443))
tried('number', lambda: socket.create_connection(('192.0.2.1', 443), 1))
tried('number 6', lambda: socket.create_connection(('2001:db8::1', 443), 1))
tried('mapped', lambda: socket.socket(socket.AF_INET6).connect(('::ffff:192.0.2.1', 443)))
tried('connect by name', lambda: tcp.connect(('www.example.com', 443)))
tried('datagram', lambda: udp.sendto(b'x', ('192.0.2.1', 53)))
tried('message', lambda: udp.sendmsg([b'x'], [], 0, ('192.0.2.1', 53)))
tried('gethostbyname', lambda: socket.gethostbyname('example.com'))
tried('gethostbyaddr', lambda: socket.gethostbyaddr('192.0.2.1'))
tried('raw', lambda: __import__('_socket').socket().connect(('192.0.2.1', 80)))
tried('url', lambda: urllib.request.urlopen('http://example.com/', timeout=1))
tried('proxy', lambda: urllib.request.build_opener(urllib.request.ProxyHandler({'https': 'http://192.0.2.9:3128'})).open('https://api-fxpractice.oanda.com/', timeout=1))
tried('loop', lambda: asyncio.run(asyncio.open_connection('example.org', 80)))
tried('pycares', lambda: __import__('pycares'))
`;

const LOCAL = `
import socket, threading, os
print(socket.gethostbyname(socket.gethostname()), socket.gethostbyname('localhost'))
server = socket.create_server(('127.0.0.1', 0))
client = socket.create_connection(server.getsockname())
peer, address = server.accept()
client.sendall(b'hello'); print(peer.recv(5))
print(socket.getaddrinfo('API-fxpractice.oanda.com.', 443)[0][4])
found = socket.create_connection(('api-fxpractice.oanda.com', 443))
print(found.getpeername()[1] == int(os.environ['ORRERY_FRONT_PORT']))
late = socket.socket(); late.connect(('stream-fxpractice.oanda.com', 80)); print(late.getpeername() == found.getpeername())
`;

const GATHERED = `
import socket, os
def gathers(sock): return not sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
ways = [('api-fxpractice.oanda.com', 443), ('127.0.0.1', int(os.environ['ORRERY_FRONT_PORT']))]
print([gathers(socket.create_connection(way)) for way in ways])
own = socket.create_server(('127.0.0.1', 0))
print(gathers(socket.create_connection(own.getsockname())))
`;

const PROXIED = `
import urllib.request, socket
proxy = 'http://127.0.0.1:PORT'
opener = urllib.request.build_opener(urllib.request.ProxyHandler({'https': proxy, 'http': proxy}))
for url in ('https://api-fxpractice.oanda.com/v3', 'http://example.com/'):
    try: opener.open(url, timeout=5)
    except OSError as error: print(error)
sock = socket.create_connection(('127.0.0.1', PORT))
try: sock.sendall(b'\\x05\\x01\\x00')
except PermissionError: print('socks refused')
`;

const CHILDREN = `
import subprocess, sys
code = "import os, socket\\ntry: socket.getaddrinfo('example.com', 80)\\nexcept OSError as error: print(type(error).__name__, flush=True)"
subprocess.run([sys.executable, '-c', code], env={'PYTHONPATH': '/nowhere'}, check=True, stderr=subprocess.DEVNULL)
`;

/** What the program says of itself and of others, without what differs from run to run. */
const outcomes = (stdout: string) =>
  Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map(line => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  );

describe.skipIf(!hasPython())('hosts of a Python program [needs python3]', () => {
  it('that are not the broker’s are refused, whatever way it asks, and reported', async () => {
    const { stdout, stderr, said } = await runPython(WAYS_OUT, { isVirtual: false });
    expect(outcomes(stdout)).toEqual({
      ...{ name: 'gaierror', bytes: 'gaierror', number: 'gaierror', 'number 6': 'gaierror' },
      ...{ mapped: 'PermissionError', 'connect by name': 'PermissionError' },
      ...{ datagram: 'PermissionError', message: 'PermissionError', raw: 'PermissionError' },
      ...{ gethostbyname: 'gaierror', gethostbyaddr: 'gaierror' },
      ...{ url: 'URLError', proxy: 'URLError', loop: 'gaierror', pycares: 'ModuleNotFoundError' },
    });
    const refused = said
      .filter(({ say }) => say === 'refused')
      .map(({ what, how }) => `${what} ${how}`);
    expect(refused).toEqual(
      expect.arrayContaining([
        'example.com:443 getaddrinfo',
        '192.0.2.1:53 udp',
        '192.0.2.1:80 connect',
      ]),
    );
    expect(stderr).toContain(
      "orrery exec refuses example.com:443 (getaddrinfo): only the broker's hosts lead to the sandbox\n",
    );
  });

  it('that are this machine stay, and the broker’s are the front', async () => {
    const { stdout, stderr, said } = await runPython(LOCAL, { isVirtual: false });
    expect(stderr).toBe('');
    expect(stdout).toBe("127.0.0.1 127.0.0.1\nb'hello'\n('127.83.0.1', 443)\nTrue\nTrue\n");
    expect(said).toEqual([
      expect.objectContaining({ say: 'hello', kind: 'python', program: '-c' }),
    ]);
  });

  it('that lead to the front get each piece at once, also where it is a proxy', async () => {
    const { stdout, stderr } = await runPython(GATHERED, { isVirtual: false });
    expect({ stdout, stderr }).toEqual({ stdout: '[False, False]\nTrue\n', stderr: '' });
  });

  it('are not reached through a proxy on loopback', async () => {
    const heard: string[] = [];
    const proxy = createServer(socket => {
      socket.on('data', data => void heard.push(String(data)));
      socket.on('error', () => undefined);
    });
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as { port: number };
    const { stdout } = await runPython(PROXIED.replaceAll('PORT', String(port)), {
      isVirtual: false,
    });
    await new Promise(resolve => proxy.close(resolve));
    expect(heard).toEqual([]);
    expect(stdout).toContain(
      `refuses api-fxpractice.oanda.com:443 through a proxy at 127.0.0.1:${port}`,
    );
    expect(stdout).toContain('refuses example.com through a proxy');
    expect(stdout).toContain('socks refused');
  });

  it('are refused to its child processes too, which say hello themselves', async () => {
    const { stdout, code, said } = await runPython(CHILDREN, { isVirtual: false });
    expect({ stdout, code }).toEqual({ stdout: 'gaierror\n', code: 0 });
    const hellos = said.filter(({ say }) => say === 'hello').map(({ pid }) => pid);
    expect(new Set(hellos).size).toBe(2);
  });
});
