import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/port.ts';
import { waitUntil } from '../support/until.ts';

/** The key of an element's reference in the W3C WebDriver protocol. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** The commands that the stories need, with their paths over HTTP. Firefox itself accepts them by name. */
const COMMANDS = {
  Navigate: 'POST /url',
  Refresh: 'POST /refresh',
  AddCookie: 'POST /cookie',
  DeleteAllCookies: 'DELETE /cookie',
  SetWindowRect: 'POST /window/rect',
  ExecuteScript: 'POST /execute/sync',
  ExecuteAsyncScript: 'POST /execute/async',
  ElementClick: 'POST /element/:id/click',
  ElementSendKeys: 'POST /element/:id/value',
  PerformActions: 'POST /actions',
  TakeScreenshot: 'GET /screenshot',
  SetPermission: 'POST /permissions',
} as const;

type Command = keyof typeof COMMANDS;
type Parameters = Record<string, unknown>;

/** The reference of an element, as commands and results of scripts contain it. */
export type ElementReference = { [ELEMENT]: string };
export const findId = (element: ElementReference): string => element[ELEMENT];

/** A browser with one window and an empty profile. */
export interface Driver {
  /** Runs a command of W3C WebDriver, and returns its value. */
  send(command: Command, parameters?: Parameters): Promise<unknown>;
  quit(): Promise<void>;
}

/** An engine that `npm run test:browsers` found. */
export interface Engine {
  name: 'firefox' | 'webkit';
  /** The path of the program that is started. */
  program: string;
  /** The browser that the program shows, if it is only the driver. */
  browser?: string;
}

export const startDriver = (engine: Engine): Promise<Driver> =>
  engine.name === 'firefox' ? Firefox.start(engine) : WebKit.start(engine);

/**
 * What a window of a test needs: the focus although others have it, no animations, English, no first-run pages, and
 * notifications without a desktop and without a push service on the internet.
 */
const FIREFOX_SETTINGS = {
  'marionette.port': 0,
  'focusmanager.testmode': true,
  'ui.prefersReducedMotion': 1,
  // A screen in memory has no mouse.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'intl.accept_languages': 'en-US',
  'dom.disable_open_during_load': false,
  'dom.file.createInChild': true,
  'dom.push.connection.enabled': false,
  'alerts.useSystemBackend': false,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'extensions.update.enabled': false,
  'toolkit.telemetry.enabled': false,
};

type Waiting = PromiseWithResolvers<unknown>;

/** Firefox, by its own protocol (Marionette): lengths and JSON over TCP. geckodriver would only translate it. */
class Firefox implements Driver {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received = Buffer.alloc(0);
  #count = 0;

  private constructor(process: ChildProcess, profile: string, socket: Socket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('close', () => this.#fail(new Error('Firefox closed the connection')));
    socket.on('error', (error) => this.#fail(error));
  }

  static async start({ program }: Engine): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'klatch-firefox-'));
    const settings = Object.entries(FIREFOX_SETTINGS);
    writeFileSync(
      join(profile, 'user.js'),
      settings.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''),
    );
    const args = ['--no-remote', '--marionette', '--profile', profile];
    const browser = spawn(program, args, { stdio: 'ignore' });
    let port = 0;
    await waitUntil(() => {
      port = readPort(join(profile, 'MarionetteActivePort'));
      return port > 0;
    });
    const driver = new Firefox(browser, profile, connect(port, '127.0.0.1'));
    await driver.#call('WebDriver:NewSession', {});
    return driver;
  }

  send(command: Command, parameters: Parameters = {}): Promise<unknown> {
    return this.#call(`WebDriver:${command}`, parameters);
  }

  async quit(): Promise<void> {
    const ended = new Promise((done) => this.#process.once('exit', done));
    await this.#call('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {});
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #call(name: string, parameters: Parameters): Promise<unknown> {
    const id = ++this.#count;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    const message = JSON.stringify([0, id, name, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return waiting.promise;
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#received.toString('latin1', 0, colon));
      if (this.#received.length < end) return;
      const message = JSON.parse(this.#received.toString('utf8', colon + 1, end));
      this.#received = this.#received.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) this.#settle(message as [1, number, WebDriverError | null, { value?: unknown }]);
    }
  }

  #settle([, id, error, result]: [1, number, WebDriverError | null, { value?: unknown } | null]): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${error.error}: ${error.message}`));
    else waiting?.resolve(result && 'value' in result ? result.value : result);
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

interface WebDriverError {
  error: string;
  message: string;
}

function readPort(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return 0;
  }
}

/** WebKit's small browser of GTK, by its driver, which runs one session at a time. */
class WebKit implements Driver {
  readonly #process: ChildProcess;
  readonly #url: string;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.#url = url;
  }

  static async start({ program, browser }: Engine): Promise<WebKit> {
    const port = await freePort();
    const driver = spawn(program, [`--port=${port}`], { stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    await waitUntil(() =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const options = { binary: browser, args: ['--automation'] };
    const session = await request('POST', `${url}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
    return new WebKit(driver, `${url}/session/${(session as { sessionId: string }).sessionId}`);
  }

  async send(command: Command, parameters: Parameters = {}): Promise<unknown> {
    const { id, ...body } = parameters;
    const [method, path] = COMMANDS[command].split(' ') as [string, string];
    return request(method, this.#url + path.replace(':id', String(id)), method === 'POST' ? body : undefined);
  }

  async quit(): Promise<void> {
    const ended = new Promise((done) => this.#process.once('exit', done));
    await request('DELETE', this.#url).catch(() => {});
    this.#process.kill();
    await ended;
  }
}

async function request(method: string, url: string, body?: Parameters): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as WebDriverError;
  throw new Error(`${error}: ${message}`);
}
