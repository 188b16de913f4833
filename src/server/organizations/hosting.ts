import { statSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { answerServerMetrics } from '../../chat/monitoring/endpoints.ts';
import { servesMetrics } from '../../chat/monitoring/views.ts';
import { CONTROL_PATH } from '../../kernel/http/control.ts';
import { CONTROL_HEADER } from '../../kernel/http/own-headers.ts';
import { readOrigin } from '../../kernel/http/proxies.ts';
import type { Log } from '../../kernel/log.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import { unpackNativeModules } from '../../kernel/native-modules.ts';
import { getReason } from '../../kernel/terminal/failure.ts';
import { Turns } from '../../kernel/time-slices.ts';
import { refuseOrganization, refuseSuspended, refuseUnknownHost } from '../../pages/organization-refused.ts';
import type { Config } from '../../settings/config.ts';
import { STOP_TIMEOUT } from '../app-server.ts';
import { type CommandOptions, databasePath } from '../configuration.ts';
import { freeMemory } from '../free-memory.ts';
import { namesIn, readNextRun, readOrganization, type StoredOrganization } from './folder.ts';
import { type Hosted, isClosing, isDue, isPoll, isUnused, now } from './hosted.ts';
import { type OpenOrganization, openHere } from './open-organization.ts';
import { OrganizationProcesses } from './processes.ts';

/** How often to look for unused organizations and due jobs, ms; more often if organizations are closed sooner. */
const LOOK = 5000;
/** How many organizations are opened at the same time: what each computes would delay the others. */
const MOST_OPENED = 2;
/** An organization that is opened for its jobs stays open for this long, ms: rare jobs run a minute after a start. */
const JOB_TIME = 90_000;
/** How many organizations are open for their jobs at the same time. */
const MOST_AT_JOBS = 20;
/** Memory is freed when this many organizations were opened or closed. It blocks for some ten milliseconds. */
const MUCH_CHANGED = 20;
/** So it is freed only after this time without a request, ms. While there are requests, V8 frees memory in steps. */
const QUIET = 200;
/** To make room, no organization is closed whose jobs are due within this time, ms. */
const SHORT = 30_000;
/** How many processes prepare databases at the same time. */
const MOST_PREPARED = 2;
/** How long to wait after an organization could not be opened, ms. */
const RETRY = 10_000;
/** While an organization moves, at most this many requests wait for it, each for this long at most, ms. */
const MOST_WAITING = 1000;
const MOVE_TIME = 5000;

interface Options {
  folder: string;
  /** The options of the command that started the server. */
  options: CommandOptions;
  config: Config;
  log: Log;
  /** Where commands on this machine reach the server. */
  local: string;
  /** Set if the operator wants metrics. */
  metrics: Metrics | undefined;
}

/**
 * Serves the organizations of a folder. Each is opened with its first request and closed when nobody uses it: after a
 * while, or when others are opened and many are open. So memory is needed only for those in use. Small ones share this
 * process. A large one has its own, since what it computes would delay the others. Requests find their organization by
 * host name.
 */
export class Hosting {
  readonly #options: Options;
  readonly #processes: OrganizationProcesses;
  readonly #opening = { preparing: new Turns(MOST_PREPARED), working: new Turns(MOST_OPENED) };
  readonly #all = new Map<string, Hosted>();
  /** Those that are open, or are being opened. */
  readonly #open = new Set<Hosted>();
  #byHost = new Map<string, Hosted>();
  #looking: NodeJS.Timeout | undefined;
  #isStopping = false;
  /** Organizations that were opened and closed since memory was freed. */
  #changedSince = 0;
  /** When the last request began, ms of `performance.now()`. */
  #lastRequest = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#processes = new OrganizationProcesses(options);
    this.rescan();
  }

  /** Begins to run jobs, and to close what nobody uses. */
  start(): void {
    const often = (this.#options.config.choices.organizationIdle * 1000) / 2;
    this.#looking = setInterval(() => this.#look(), Math.min(LOOK, often));
    this.#keepSpare();
  }

  /** The hosts that requests are answered for. */
  get hosts(): string[] {
    return [...this.#byHost.keys()];
  }

  get counts(): { organizations: number; open: number } {
    return { organizations: this.#all.size, open: [...this.#open].filter(({ open }) => open).length };
  }

  readonly answer: RequestListener = (request, response) => {
    const hosted = this.#isCommand(request) ? this.#commanded(request) : this.#byHost.get(this.#hostOf(request));
    if (!hosted) return this.#answerUnknownHost(request, response);
    if (hosted.stored.suspension === 'suspended') return refuseSuspended(request, response);
    if (hosted.stored.suspension === 'moving') return this.#answerOnceMoved(hosted, request, response);
    if (hosted.stored.suspension === 'moved') return void this.#forward(hosted, request, response);
    this.#lastRequest = now();
    hosted.active += 1;
    response.once('close', () => {
      hosted.active -= 1;
      hosted.lastUsed = now();
      if (isPoll(request)) hosted.lastPoll = now();
    });
    if (hosted.open && !hosted.changing) hosted.open.answer(request, response);
    else void this.#answerOnceOpen(hosted, request, response);
  };

  #answerUnknownHost(request: IncomingMessage, response: ServerResponse): void {
    const { config, metrics } = this.#options;
    if (!metrics || !servesMetrics(config) || request.url !== '/metrics')
      refuseUnknownHost(request, response, this.counts);
    else answerServerMetrics(request, response, { config, metrics, ...this.counts });
  }

  /** Opens an organization for a command. Throws if it cannot be opened. */
  async open(name: string): Promise<void> {
    const hosted = this.#all.get(name);
    if (!hosted) throw new Error(`The server has no organization '${name}'`);
    // Commands change the folder of a suspended one themselves.
    if (hosted.stored.suspension) return;
    await this.#opened(hosted);
    hosted.lastUsed = now();
  }

  /** Reads the folder again: new, changed, suspended and removed organizations. */
  rescan(): void {
    const { folder, config, log } = this.#options;
    const names = new Set(namesIn(folder));
    for (const [name, hosted] of this.#all)
      if (!names.has(name)) {
        this.#all.delete(name);
        void this.#closed(hosted);
      }
    for (const name of names) this.#update(readOrganization(folder, name, config));
    this.#byHost = new Map();
    for (const hosted of this.#all.values()) {
      const { name, host, wrong } = hosted.stored;
      const other = host === undefined ? undefined : this.#byHost.get(host);
      if (host === undefined) log.error({ organization: name, wrong }, 'the settings of an organization are invalid');
      else if (other)
        log.error({ organization: name, host }, `the host belongs to the organization ${other.stored.name}`);
      else this.#byHost.set(host, hosted);
    }
  }

  /** Creates a backup of each organization, one after the other. */
  async backUpAll(): Promise<void> {
    for (const hosted of this.#all.values()) {
      if (hosted.stored.suspension) continue;
      hosted.active += 1;
      try {
        const open = await this.#opened(hosted);
        await open.backUp();
      } catch (error) {
        this.#options.log.error({ organization: hosted.stored.name, reason: getReason(error) }, 'the backup failed');
      } finally {
        hosted.active -= 1;
        hosted.lastUsed = now();
      }
    }
  }

  /** Starts no more jobs, opens no more organizations, and answers all polls. */
  leave(): void {
    this.#isStopping = true;
    clearInterval(this.#looking);
    for (const { waiting } of this.#all.values()) for (const go of [...waiting]) go();
    for (const { open } of this.#all.values()) open?.leave();
  }

  /** Call it after the last answer: closes all organizations. */
  async finish(): Promise<void> {
    await Promise.all([...this.#all.values()].map((hosted) => this.#closed(hosted)));
    this.#processes.close();
  }

  #update(stored: StoredOrganization): void {
    const hosted = this.#all.get(stored.name);
    if (!hosted) {
      const nextRun = readNextRun(stored.dataDir);
      this.#all.set(stored.name, {
        stored,
        isLarge: this.#isLarge(stored),
        isReopened: false,
        active: 0,
        delayed: 0,
        waiting: new Set(),
        lastUsed: 0,
        lastPoll: Number.NEGATIVE_INFINITY,
        stayOpenUntil: 0,
        jobSoonUntil: 0,
        nextRun,
        retryAt: 0,
      });
      return;
    }
    hosted.stored = stored;
    hosted.retryAt = 0;
    if (stored.suspension !== 'moving') for (const go of [...hosted.waiting]) go();
    if (stored.suspension) void this.#closed(hosted);
    else if (stored.wrong.length === 0) hosted.open?.reload(stored);
  }

  #hostOf(request: IncomingMessage): string {
    const { host = '' } = readOrigin(request, this.#options.config.choices.behindProxy);
    return URL.parse(`http://${host}`)?.hostname ?? '';
  }

  #isCommand = ({ method, url = '' }: IncomingMessage): boolean => method === 'POST' && url.startsWith(CONTROL_PATH);

  /** The open organization that a command has the token of. It checks the token again. */
  #commanded({ headers }: IncomingMessage): Hosted | undefined {
    const token = headers[CONTROL_HEADER];
    return [...this.#all.values()].find(({ open }) => open !== undefined && open.token === token);
  }

  async #answerOnceOpen(hosted: Hosted, request: IncomingMessage, response: ServerResponse): Promise<void> {
    hosted.delayed += 1;
    try {
      const open = await this.#opened(hosted).finally(() => (hosted.delayed -= 1));
      open.answer(request, response);
    } catch {
      refuseOrganization(request, response, RETRY / 1000);
    }
  }

  /** While an organization is on its way to another machine, its requests wait. */
  #answerOnceMoved(hosted: Hosted, request: IncomingMessage, response: ServerResponse): void {
    const { waiting } = hosted;
    if (waiting.size >= MOST_WAITING) return void refuseOrganization(request, response, 1);
    const end = (): void => {
      clearTimeout(timer);
      waiting.delete(go);
    };
    const go = (): void => {
      end();
      if (hosted.stored.suspension === 'moving') refuseOrganization(request, response, 1);
      else this.answer(request, response);
    };
    const timer = setTimeout(go, MOVE_TIME);
    waiting.add(go);
    response.once('close', end);
  }

  async #forward({ stored }: Hosted, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { forwardTo: target } = stored;
    if (target === undefined) return refuseOrganization(request, response, 1);
    try {
      const { forward } = await import('./forward.ts');
      await forward(request, response, {
        target,
        origin: readOrigin(request, this.#options.config.choices.behindProxy),
      });
    } catch (error) {
      this.#options.log.warn({ organization: stored.name, target, reason: getReason(error) }, 'forwarding failed');
      if (response.headersSent) response.destroy();
      else refuseOrganization(request, response, 1);
    }
  }

  /** Opens it if necessary. Rejects if that fails, or failed a moment ago. */
  async #opened(hosted: Hosted): Promise<OpenOrganization> {
    while (hosted.changing) await hosted.changing;
    if (hosted.open) return hosted.open;
    if (this.#isStopping || hosted.stored.suspension || now() < hosted.retryAt)
      throw new Error('It cannot be opened now');
    this.#makeRoom(1);
    this.#open.add(hosted);
    hosted.changing = this.#start(hosted).finally(() => {
      hosted.changing = undefined;
      if (!hosted.open) this.#open.delete(hosted);
    });
    await hosted.changing;
    return hosted.open!;
  }

  async #start(hosted: Hosted): Promise<void> {
    const { stored } = hosted;
    const log = this.#options.log.child({ organization: stored.name });
    try {
      hosted.isLarge = hosted.isApart = this.#isLarge(stored);
      hosted.open = hosted.isApart ? await this.#openApart(hosted, log) : await this.#openHere(hosted, log);
    } catch (error) {
      hosted.retryAt = now() + RETRY;
      log.error({ reason: getReason(error) }, 'the organization cannot be opened');
      throw error;
    }
    hosted.lastUsed = now();
    if (!hosted.isApart) this.#changedSince += 1;
    log.debug({ own_process: hosted.isApart }, 'opened the organization');
  }

  #openHere({ stored, isReopened }: Hosted, log: Log): Promise<OpenOrganization> {
    const { folder, config, local } = this.#options;
    unpackNativeModules(`${folder}/cache`);
    return openHere({ stored, server: config, log, local, beside: { ...this.#opening, isReopened } });
  }

  #openApart(hosted: Hosted, log: Log): Promise<OpenOrganization> {
    return this.#processes.open(hosted.stored, (code) => {
      log.error({ code }, 'the process of the organization ended');
      delete hosted.open;
      this.#open.delete(hosted);
    });
  }

  #isLarge({ dataDir }: StoredOrganization): boolean {
    // It has no Unix sockets that Node could listen on.
    if (process.platform === 'win32') return false;
    const size = statSync(databasePath(dataDir), { throwIfNoEntry: false })?.size ?? 0;
    return size >= this.#options.config.choices.organizationProcessMib * 2 ** 20;
  }

  /** Closes it after its last answers. Resolves at once if it is not open. */
  async #closed(hosted: Hosted): Promise<void> {
    while (hosted.changing) await hosted.changing.catch(() => {});
    if (!hosted.open) return;
    hosted.changing = this.#close(hosted, hosted.open).finally(() => {
      hosted.changing = undefined;
    });
    await hosted.changing;
  }

  async #close(hosted: Hosted, open: OpenOrganization): Promise<void> {
    // In several turns, like opening: other organizations answer between them.
    await turn();
    if (!this.#isStopping) open.leave();
    for (const end = now() + STOP_TIMEOUT; hosted.active > hosted.delayed && now() < end; ) await wait(10);
    hosted.nextRun = open.nextRun;
    await turn();
    await open.finish();
    hosted.isReopened = true;
    if (!hosted.isApart) this.#changedSince += 1;
    delete hosted.open;
    this.#open.delete(hosted);
    this.#options.log.debug({ organization: hosted.stored.name }, 'closed the organization');
  }

  /** Closes organizations that nobody uses, and opens those whose jobs are due. */
  #look(): void {
    this.#freeMemory();
    this.#keepSpare();
    const idle = this.#options.config.choices.organizationIdle * 1000;
    for (const hosted of this.#open)
      if (isUnused(hosted, { unused: idle, jobless: idle }) || this.#hasGrown(hosted)) void this.#closed(hosted);
    this.#makeRoom(0);
    const atJobs = [...this.#open].filter(({ stayOpenUntil }) => stayOpenUntil > now()).length;
    const due = [...this.#all.values()].filter(isDue).slice(0, Math.max(0, MOST_AT_JOBS - atJobs));
    for (const hosted of due) {
      hosted.stayOpenUntil = now() + JOB_TIME;
      // It is logged, and tried again later.
      this.#opened(hosted).catch(() => {});
    }
  }

  /**
   * Closes those that were not used for the longest time, so that as many more can be open. Used ones stay open, even
   * if there are too many.
   */
  #makeRoom(more: number): void {
    const staying = [...this.#open].filter((hosted) => !isClosing(hosted));
    let surplus = staying.length + more - this.#options.config.choices.organizationsOpen;
    if (surplus <= 0) return;
    for (const hosted of staying.sort((a, b) => a.lastUsed - b.lastUsed)) {
      if (!isUnused(hosted, { unused: 0, jobless: SHORT })) continue;
      void this.#closed(hosted);
      surplus -= 1;
      if (surplus === 0) return;
    }
  }

  /** Node frees little memory while nothing happens. */
  #freeMemory(): void {
    if (this.#changedSince < MUCH_CHANGED || now() - this.#lastRequest < QUIET) return;
    this.#changedSince = 0;
    freeMemory();
  }

  #keepSpare(): void {
    const isNeeded = [...this.#all.values()].some(({ open, isLarge }) => !open && isLarge);
    this.#processes.keepSpare(isNeeded && !this.#isStopping);
  }

  /** Whether it must be opened again in a process of its own. Its clients notice nothing but a short pause. */
  #hasGrown(hosted: Hosted): boolean {
    hosted.isLarge = this.#isLarge(hosted.stored);
    return hosted.isLarge && !hosted.isApart && !hosted.changing;
  }
}
