/**
 * `orrery capture --url HOST --out FILE`: a proxy between a trading program and a v20 host that
 * writes down what passes.
 */

import { existsSync } from 'node:fs';
import { interrupted } from '../../exit/interrupted.js';
import { checkPort, usageError } from '../../flags/arguments.js';
import { commandOf, URL_OPTION } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';

const DEFAULT_PORT = 8021;

export const captureCommand = commandOf({
  command: 'capture',
  builder: yargs =>
    yargs
      .option('url', URL_OPTION)
      .option('stream-url', {
        type: 'string',
        describe:
          "URL of the stream host; default: --url, with `stream-` for `api-` in the broker's names",
      })
      .option('out', {
        type: 'string',
        demandOption: true,
        describe: 'the file to write (JSON lines); it must not exist',
      })
      .option('port', {
        type: 'number',
        default: DEFAULT_PORT,
        describe: 'port on this machine for the program; 0 picks a free one',
      })
      .example(
        '$0 capture --url https://api-fxpractice.oanda.com --out session.jsonl',
        'a program that connects to http://127.0.0.1:8021 trades on its practice account',
      )
      .epilogue(
        'Tokens pass through and are never written. The first Ctrl-C ends the capture. Exit codes: 0 ended; 2 bad usage, or the file exists, or the port is taken.',
      ),
  async handler({ url, streamUrl, out, port }) {
    checkHost('url', url);
    if (streamUrl !== undefined) checkHost('stream-url', streamUrl);
    checkPort('port', port);
    if (existsSync(out)) throw usageError('out', `${out} exists`);
    const { startCapture } = await import('../../../live/fidelity/capture/capture.js');
    const stopped = interrupted();
    const streams = streamUrl ?? streamHostOf(url);
    const capturing = await startCapture({ url, streamUrl: streams, out, port });
    print(`${capturing.url} passes everything on to ${url} (${out} keeps it; Ctrl-C ends it)\n`);
    await stopped;
    const { lines, requests } = await capturing.close();
    print(`${out}: ${requests} requests, ${lines} lines\n`);
  },
});

/** The host of the streams: the broker has one of its own. */
function streamHostOf(url: string): string {
  return url.replace(/^(https?:\/\/)api-(?=fx(?:practice|trade)\.)/, '$1stream-');
}

function checkHost(flag: string, url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  // The file of the session has the URL, so no password may be in it.
  const isHost = parsed !== undefined && /^https?:$/.test(parsed.protocol) && isBare(parsed);
  if (!isHost) throw usageError(flag, `must be an http or https URL without a path, was ${url}`);
}

/** Whether an URL has a scheme, a host and perhaps a port, and nothing else. */
function isBare({ href, origin }: URL): boolean {
  return href === `${origin}/`;
}
