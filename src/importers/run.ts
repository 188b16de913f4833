import { join } from 'node:path';
import { pipeline, Transform } from 'node:stream';
import { validEmail } from '../chat/organization/imports/people.ts';
import type { ImportedUser, ImportProduct } from '../chat/organization/imports/types.ts';
import { makeIncoming } from '../kernel/files/store.ts';
import { Progress } from '../kernel/terminal/progress.ts';
import type { CommandSession } from '../operations/session.ts';
import { type Archive, BadArchive } from './archives/archive.ts';
import { type Downloads, FileFetcher } from './files.ts';
import { makePlan, type Plan } from './plan.ts';
import { append } from './records.ts';
import type { Report } from './report.ts';
import { openStaging, type Staging, stagedRecords } from './repository.ts';
import { Sink } from './sink.ts';
import type { UsersMap } from './users-map.ts';
import { Writer } from './write.ts';

/** Translates an archive into records. */
type Reader = (archive: Archive, sink: Sink) => Promise<void>;

const READERS: Record<ImportProduct, () => Promise<Reader>> = {
  slack: async () => (await import('./slack/read.ts')).readSlack,
  mattermost: async () => (await import('./mattermost/read.ts')).readMattermost,
  rocketchat: async () => (await import('./rocketchat/read.ts')).readRocketChat,
  discord: async () => (await import('./discord/read.ts')).readDiscord,
  zulip: async () => (await import('./zulip/read.ts')).readZulip,
};

/** What the progress says while the archive is read. */
export const READING = 'Reading';

/** The archive contains all files. */
const NOWHERE = /^$/;

/** Where files may be fetched from, if the operator wants it. */
const HOSTS: Record<ImportProduct, RegExp> = {
  slack: /(^|\.)(slack\.com|slack-edge\.com|slack-files\.com)$/,
  zulip: NOWHERE,
  mattermost: NOWHERE,
  rocketchat: NOWHERE,
  discord: /(^|\.)(discordapp\.com|discordapp\.net|discord\.com)$/,
};
/** The servers among them that want a token. Others must not see it. */
const TOKEN_HOSTS: Partial<Record<ImportProduct, RegExp>> = { slack: /(^|\.)slack\.com$/ };

/** Products that can be asked for what their archives lack. */
const API_ADDRESSES: Partial<Record<ImportProduct, string>> = { slack: 'https://slack.com/api/' };

export interface ImportRequest {
  product: ImportProduct;
  archive: Archive;
  /** An empty folder for temporary files. */
  temporary: string;
  /** In a dry run, a session on a copy of the data. */
  session: CommandSession;
  report: Report;
  users: UsersMap;
  dryRun: boolean;
  /** Seconds. */
  asOf?: number | undefined;
  /** Channels whose privacy the archive does not tell become public. */
  publicChannels?: boolean | undefined;
  download?: { token?: string | undefined } | undefined;
  /** The name of the server that the archive is from, if that does not tell it. */
  server?: string | undefined;
  /** Where the product itself is asked, if a token is given; by default its public address. */
  apiAddress?: string | undefined;
  /** Replaces the organization's settings, also if it has people already. */
  settings?: boolean | undefined;
  /** People keep their roles of the archive, also if the organization has an owner already. */
  roles?: boolean | undefined;
}

export interface ImportResult {
  source: string;
  plan: Plan;
  /** New rows by kind; empty in a dry run. */
  added: Record<string, number>;
  /** What the import does, or in a dry run would do: new rows and changes by kind. */
  effects: Record<string, number>;
  /** What is not imported, by kind. */
  skipped: Record<string, number>;
  people: PeopleCounts;
  /** Active people without an address, for `--map`. */
  unmapped: { origin: string; name: string }[];
  /** Messages of earlier archives that are not in this one, and stay here. */
  kept: number;
}

/** How many of the people of an archive can sign in, and why others cannot. */
interface PeopleCounts {
  can_sign_in: number;
  without_address: number;
  deactivated: number;
  bots: number;
}

/**
 * Reads an archive, compares it with what was imported before, and writes what is new. A dry run does the same with a
 * copy of the data, and downloads no files. Throws BadArchive.
 */
export async function runImport(request: ImportRequest): Promise<ImportResult> {
  const staging = openStaging(join(request.temporary, 'staging.db'));
  try {
    const source = await readAll(request, staging);
    requireMessages(request, staging);
    const target = await request.session.run('import-target', { name: source });
    if (!target.is_new) leaveOutSettings(request, staging);
    const plan = await makePlan(staging, source, request.session);
    if (target.has_messages) requireSameServer(request, plan);
    const files = makeFetcher(request, target.max_upload_bytes);
    const kept = await countKept(request, source, plan);
    const { added, changed } = await writeAll(request, staging, source, files);
    const skipped = request.report.counts;
    const effects = { ...added, ...changed };
    return {
      source,
      plan,
      added: request.dryRun ? {} : added,
      effects,
      skipped,
      ...peopleIn(staging, skipped.activation ?? 0),
      kept,
    };
  } finally {
    staging.close();
    request.report.close();
  }
}

async function readAll(request: ImportRequest, staging: Staging): Promise<string> {
  const { product, archive, report, users, asOf, temporary, publicChannels, server, download } = request;
  const read = await READERS[product]();
  const address = request.apiAddress ?? API_ADDRESSES[product];
  const api = download?.token && address ? { token: download.token, address } : undefined;
  const originsByAddress = (name: string) => findOriginsByAddress(request, name);
  const sink = new Sink({ staging, report, users, asOf, temporary, publicChannels, server, api, originsByAddress });
  const total = archive.names
    .filter((name) => /\.(json|jsonl|bson)$/.test(name))
    .reduce((sum, name) => sum + archive.getSize(name), 0);
  const progress = new Progress(READING, total);
  await read(countReads(archive, progress.add), sink);
  progress.end();
  staging.sort();
  if (!sink.sourceName) throw new BadArchive('it does not say which server it is from');
  return sink.sourceName;
}

/** An import that brings nothing must not look like one that worked. */
function requireMessages({ asOf, report }: ImportRequest, staging: Staging): void {
  const { folder, message } = report.counts;
  if (staging.count('message') === 0 && asOf === undefined && (folder || message))
    throw new BadArchive(`none of its messages can be imported; ${report.path} says why`);
}

/** The number of messages that were imported before and are not in this archive. */
async function countKept({ session }: ImportRequest, name: string, { messages }: Plan): Promise<number> {
  let all = 0;
  let { count, last } = await session.run('import-count', { name, after: '' });
  for (all += count; last !== null; all += count)
    ({ count, last } = await session.run('import-count', { name, after: last }));
  return Math.max(0, all - (messages.total - messages.new));
}

/** `refused`: how many have an address, but no room is left for them. */
function peopleIn(staging: Staging, refused: number): Pick<ImportResult, 'people' | 'unmapped'> {
  const people: PeopleCounts = { can_sign_in: -refused, without_address: 0, deactivated: refused, bots: 0 };
  const unmapped: ImportResult['unmapped'] = [];
  for (const { body } of stagedRecords(staging, 'user')) {
    const { origin, name, email, is_bot, is_active } = JSON.parse(body) as ImportedUser;
    if (is_bot) people.bots += 1;
    else if (!is_active) people.deactivated += 1;
    else if (validEmail(email) !== undefined) people.can_sign_in += 1;
    else {
      people.without_address += 1;
      unmapped.push({ origin, name });
    }
  }
  return { people, unmapped };
}

/** The users of earlier imports from a server by the addresses of their accounts, in lower case. */
async function findOriginsByAddress({ session }: ImportRequest, name: string): Promise<Map<string, string[]>> {
  const origins = new Map<string, string[]>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { users }: { users: { origin: string; email: string }[] } = await session.run('import-addresses', {
      name,
      after,
    });
    for (const { origin, email } of users) append(origins, email.toLowerCase(), origin);
    after = users.at(-1)?.origin;
  }
  return origins;
}

/** The organization keeps its settings if it has people, unless the operator wants those of the archive. */
function leaveOutSettings({ settings, report }: ImportRequest, staging: Staging): void {
  if (settings || staging.count('realm') === 0) return;
  report.skip('realm', 'organization', 'people have accounts here already; --settings imports it nevertheless');
  for (const kind of ['realm', 'realm-image', 'domain'] as const) staging.leaveOut(kind);
}

/** An archive from Mattermost does not name its server. Users and channels of two servers must not become the same. */
function requireSameServer({ product, server }: ImportRequest, { messages }: Plan): void {
  if (product !== 'mattermost' || server !== undefined || messages.total === 0 || messages.new < messages.total) return;
  throw new BadArchive(
    'none of its messages was imported before, so it seems to be from another server; name that with --server',
  );
}

/** The same archive; `count` is called with the number of bytes that are read from it. */
const countReads = (archive: Archive, count: (bytes: number) => void): Archive => ({
  ...archive,
  async open(name) {
    const counter = new Transform({
      transform(chunk: Buffer, _, done) {
        count(chunk.length);
        done(null, chunk);
      },
    });
    // An error ends the counter with the same error, which its reader gets.
    return pipeline(await archive.open(name), counter, () => {});
  },
});

/** Brings files to the server. In a dry run, what could be downloaded counts as there. */
function makeFetcher({ archive, download, product, session, dryRun }: ImportRequest, largest: number) {
  return new FileFetcher({
    archive,
    folder: makeIncoming(session.dataDir),
    largest,
    isRehearsal: dryRun,
    downloads: download && makeDownloads(product, download.token),
  });
}

const makeDownloads = (product: ImportProduct, token: string | undefined): Downloads => ({
  token,
  isAllowed: ({ protocol, hostname }) => protocol === 'https:' && HOSTS[product].test(hostname),
  getsToken: ({ hostname }) => TOKEN_HOSTS[product]?.test(hostname) ?? false,
});

async function writeAll(request: ImportRequest, staging: Staging, sourceName: string, files: FileFetcher) {
  const { session, roles = false, settings = false, dryRun } = request;
  const { source_id } = await session.run('import-start', { name: sourceName, roles, settings });
  const progress = new Progress(
    dryRun ? 'Trying' : 'Importing',
    staging.count('message')!,
    (number) => `${number} messages`,
  );
  const writer = new Writer({
    session,
    staging,
    report: request.report,
    files,
    sourceId: source_id,
    sourceName,
    progress: progress.add,
  });
  await writer.writeAll();
  progress.end();
  return writer;
}
