import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';

type Answer = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any

/** The Firefox of the system, without a window, driven by WebDriver BiDi (W3C), which it speaks itself. */
export class Firefox {
  /** Errors of pages: what their scripts throw, and what they print as errors. */
  readonly errors: string[] = [];
  private readonly open = new Map<number, (answer: Answer) => void>();
  private asked = 0;
  private tab = '';

  private constructor(
    private readonly program: ChildProcess,
    private readonly profile: string,
    private readonly socket: WebSocket,
  ) {
    socket.on('message', (data) => this.take(JSON.parse((data as Buffer).toString()) as Answer));
  }

  static async start(): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'texunit-firefox-'));
    const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    const program = spawn('/usr/bin/firefox-esr', options, { stdio: ['ignore', 'ignore', 'pipe'] });
    let address: string | undefined;
    for await (const line of createInterface(program.stderr)) {
      address = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1];
      if (address !== undefined) break;
    }
    program.stderr.resume();
    const socket = new WebSocket(`${address}/session`);
    await once(socket, 'open');
    const firefox = new Firefox(program, profile, socket);
    await firefox.ask('session.new', { capabilities: {} });
    await firefox.ask('session.subscribe', { events: ['log.entryAdded'] });
    const { contexts } = await firefox.ask('browsingContext.getTree', {});
    firefox.tab = contexts[0].context;
    return firefox;
  }

  /** Shows a page in a window of 1400x1000 pixels. */
  async show(url: string): Promise<void> {
    const context = this.tab;
    await this.ask('browsingContext.setViewport', { context, viewport: { width: 1400, height: 1000 } });
    await this.ask('browsingContext.navigate', { context, url, wait: 'complete' });
  }

  /** The value of an expression, or of its promise, as JSON holds it. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.ask('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context: this.tab },
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return JSON.parse(result.value ?? 'null') as T;
  }

  /** Waits until an expression is true. The test's own limit ends a wait in vain. */
  async until(expression: string): Promise<void> {
    await this.evaluate(`new Promise((resolve) => {
      const look = () => (${expression} ? resolve() : setTimeout(look, 100));
      look();
    })`);
  }

  /** Presses the mouse's first button at a place of the window. */
  async click(x: number, y: number): Promise<void> {
    const place = { type: 'pointerMove', x: Math.round(x), y: Math.round(y) };
    const actions = [place, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await this.ask('input.performActions', { context: this.tab, actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async end(): Promise<void> {
    const ended = once(this.program, 'exit');
    await this.ask('browser.close', {});
    await ended;
    rmSync(this.profile, { recursive: true });
  }

  private ask(method: string, params: object): Promise<Answer> {
    const id = ++this.asked;
    this.socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => {
      this.open.set(id, (answer) => {
        if (answer.type === 'error') reject(new Error(`${method}: ${answer.message}`));
        else resolve(answer.result);
      });
    });
  }

  private take(answer: Answer): void {
    if (answer.method === 'log.entryAdded' && answer.params.level === 'error') this.errors.push(answer.params.text);
    this.open.get(answer.id)?.(answer);
    this.open.delete(answer.id);
  }
}
