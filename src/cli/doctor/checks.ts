import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { arch, freemem, release, type as system, totalmem } from 'node:os';
import { join } from 'node:path';
import { openToRead } from '../../backup/reading.ts';
import { countContents } from '../../backup/repository.ts';
import { isExecutable } from '../../kernel/assets.ts';
import { FEATURE_LEVEL, VERSION } from '../../kernel/config.ts';
import { findHolder } from '../../kernel/db/lock.ts';
import { networkFileSystem } from '../../kernel/files/network.ts';
import { isStorageFailure } from '../../kernel/files/storage.ts';
import { unpackNativeModules } from '../../kernel/native-modules.ts';
import { getKey } from '../../kernel/settings/setting.ts';
import { Failure } from '../../kernel/terminal/failure.ts';
import { countWords, inWords } from '../../kernel/terminal/progress.ts';
import { SCHEMA_VERSION } from '../../schema/upgrades.ts';
import { type CommandOptions, databasePath, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { openFileStorage } from '../../server/file-storage.ts';
import { ignoredSettings } from '../../settings/incomplete.ts';
import { getSetting, type Settings } from '../../settings/table.ts';
import { checkFolder } from '../backup/check.ts';
import { checkBackups } from './backups.ts';
import { type Finding, fact, judged } from './finding.ts';
import { askHealth } from './healthcheck.ts';
import { findSettings } from './settings.ts';

/** All checks, fast ones first. */
export async function* runChecks(options: CommandOptions): AsyncGenerator<Finding> {
  const dataDir = dataFolder(options.data);
  unpackNativeModules(join(dataDir, 'cache'));
  yield* machine();
  const { found, settings, wrong, sendsMail } = await findSettings(options);
  for (const line of [...wrong, ...ignoredSettings(found)]) yield judged('configuration', false, line, 'problem');
  const chosen = found.filter(({ origin }) => origin !== 'default');
  for (const { name, text, origin } of chosen)
    yield fact('configuration', `${getKey(name)} = ${getSetting(name).secret ? '********' : text} (${origin})`);
  if (wrong.length === 0) yield* outside(settings, sendsMail);
  yield* folder(dataDir);
  if (existsSync(dataDir)) yield await checkBackups({ ...settings, dataDir });
  const { url, pid } = findHolder(dataDir) ?? {};
  yield* openFiles(url === undefined ? undefined : pid);
  if (url) {
    const { status, health } = await askHealth(url, 5000);
    yield judged(
      'server',
      status === 200,
      `${url}, process ${pid}: ${status ?? 'no answer'} ${health.status ?? ''}`.trim(),
      'problem',
    );
  } else yield fact('server', 'not running');
  if (hasDatabase(dataDir)) yield* database(dataDir, options);
}

function* machine(): Generator<Finding> {
  yield fact(
    'klatch',
    `${VERSION} (Zulip API level ${FEATURE_LEVEL}), ${isExecutable ? 'executable' : 'from source'}, Node ${process.version}`,
  );
  yield fact(
    'machine',
    `${system()} ${release()} ${arch()}, ${inWords(totalmem())} memory, ${inWords(freemem())} free, user ${process.getuid?.() ?? '?'}`,
  );
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  yield judged(
    'clock',
    Date.now() > Date.UTC(2026, 0),
    `${new Date().toISOString()}, time zone ${timeZone}`,
    'problem',
  );
}

/** The limit of the running server; without one, that of this command, which a server started here would have. */
function* openFiles(server: number | undefined): Generator<Finding> {
  const files = mostOpenFiles(server ?? process.pid);
  if (files === undefined) return;
  const whose = server === undefined ? 'for a server started from this shell' : `for the server, process ${server}`;
  const advice = files >= 10_000 ? '' : '; each client needs one: raise it with ulimit -n or LimitNOFILE=';
  yield judged('open files', files >= 10_000, `at most ${files} ${whose}${advice}`);
}

/** How many files a process may open, on Linux. */
function mostOpenFiles(process: number): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\S+)/m.exec(readFileSync(`/proc/${process}/limits`, 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return undefined;
  }
}

/** Checks outside this process: mail, the public address, certificates. */
async function* outside(settings: Settings, sendsMail: boolean): AsyncGenerator<Finding> {
  const { smtpUrl, publicUrl, outbox, tlsCert } = settings;
  if (smtpUrl) {
    const { hostname, port, protocol } = new URL(smtpUrl);
    const at = Number(port) || (protocol === 'smtps:' ? 465 : 587);
    const trouble = await connectionTrouble(hostname, at);
    yield judged('mail', trouble === undefined, `${hostname}:${at} ${trouble ?? 'answers'}`, 'problem');
  } else if (sendsMail) yield fact('mail', 'sent by the running server; klatch mail test tries it');
  else yield fact('mail', outbox ? `written to ${outbox}` : 'none; the command mail prints queued mail');
  if (publicUrl) {
    const { status } = await askHealth(publicUrl, 5000);
    yield judged(
      'proxy',
      status === 200,
      status === 200
        ? `${publicUrl} reaches a healthy server`
        : `${publicUrl} does not reach this server (${status ?? 'no answer'})`,
    );
  }
  if (tlsCert) yield certificate(tlsCert);
}

function certificate(path: string): Finding {
  try {
    const { validTo, subject } = new X509Certificate(readFileSync(path));
    const days = Math.floor((Date.parse(validTo) - Date.now()) / 86_400_000);
    return judged(
      'certificate',
      days > 14,
      `${subject.replaceAll('\n', ' ')}, valid for ${countWords(days, 'more day')}`,
      days < 0 ? 'problem' : 'warning',
    );
  } catch (error) {
    return judged('certificate', false, `${path} cannot be used: ${(error as Error).message}`, 'problem');
  }
}

async function connectionTrouble(host: string, port: number): Promise<string | undefined> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(5000) });
    return undefined;
  } catch (error) {
    return `cannot be reached (${(error as NodeJS.ErrnoException).code ?? 'no answer'})`;
  } finally {
    socket.destroy();
  }
}

function* folder(dataDir: string): Generator<Finding> {
  if (!existsSync(dataDir)) return yield fact('data folder', `${dataDir} (does not exist)`);
  const { mode, uid } = statSync(dataDir);
  const open = (mode & 0o077) !== 0 && process.platform !== 'win32';
  yield judged(
    'data folder',
    !open,
    `${dataDir}, owned by user ${uid}${open ? `, accessible to other users (mode ${(mode & 0o777).toString(8)})` : ''}`,
  );
  const network = networkFileSystem(dataDir);
  if (network) yield judged('file system', false, `${network}: SQLite can damage the database there; use a local disk`);
  const { bavail, blocks, bsize } = statfsSync(dataDir);
  yield judged(
    'disk',
    bavail * bsize > 2 ** 30,
    `${inWords(bavail * bsize)} free of ${inWords(blocks * bsize)}`,
    bavail * bsize < 2 ** 26 ? 'problem' : 'warning',
  );
}

async function* database(dataDir: string, options: CommandOptions): AsyncGenerator<Finding> {
  const size = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  try {
    const look = openToRead(databasePath(dataDir));
    const { schema, people, messages } = countContents(look);
    const sqlite = look.version;
    look.close();
    yield judged(
      'schema',
      schema <= SCHEMA_VERSION,
      `${schema}; this version supports up to ${SCHEMA_VERSION}; SQLite ${sqlite}`,
      'problem',
    );
    yield fact(
      'database',
      `${countWords(people, 'user')}, ${countWords(messages, 'message')}; ${inWords(size('klatch.db'))}, log ${inWords(size('klatch.db-wal'))}`,
    );
  } catch {
    // The problem is explained below.
  }
  yield* integrity(dataDir, options);
}

async function* integrity(dataDir: string, options: CommandOptions): AsyncGenerator<Finding> {
  try {
    const storage = await openFileStorage(options);
    if (storage.location !== dataDir) yield fact('files', `in ${storage.location}`);
    const { wrong, strays, notes } = await checkFolder(dataDir, storage);
    for (const line of wrong) yield judged('integrity', false, line, 'problem');
    for (const note of notes) yield fact('integrity', note);
    if (strays.length > 0)
      yield judged('files', false, `${countWords(strays.length, 'orphaned file')}; klatch check --repair removes them`);
    if (wrong.length === 0) yield judged('integrity', true, 'database, search index and files are consistent');
  } catch (error) {
    if (isStorageFailure(error)) return yield judged('files', false, 'the storage for files does not work', 'problem');
    if (!(error instanceof Failure)) throw error;
    yield judged('database', false, `not checked: ${error.message}`, 'problem');
  }
}
