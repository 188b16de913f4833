import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Sqlite from 'better-sqlite3';
import type { Command } from 'commander';
import { program } from '../../src/cli/program.ts';
import {
  createAccount,
  type Login,
  type RunningServer,
  runKlatch,
  sendRequest,
  startServer,
  temporaryFolder,
} from '../support/process.ts';
import { parseMail } from '../support/smtp.ts';
import { waitUntil } from '../support/until.ts';
import { Visitor } from '../support/visitor.ts';

// These tests read the real output of the bundle of `npm start`, or of the executable. The other tests run the sources.

const LANGUAGES = ['en', 'de', 'fr', 'ja'] as const;
type Language = (typeof LANGUAGES)[number];
const ANY_PORT = ['--listen', '127.0.0.1:0'];
const PASSWORD = 'engine no 1';

/** An escape sequence that is printed instead of its character. */
const ESCAPE = /\\(?:u\{?[0-9a-f]{2,6}|x[0-9a-f]{2}|[nt]\b).{0,40}/i;

function assertNoEscape(text: string, what: string): void {
  assert.doesNotMatch(text, ESCAPE, what);
}

/** The texts in a page's main part, without the commands, setting names and similar words that are not translated. */
const textsIn = (html: string): string[] =>
  [...html.replace(/^[\s\S]*<main[^>]*>|<code>[^<]*<\/code>|<script>[\s\S]*/g, '').matchAll(/>([^<>]+)</g)]
    .map(([, text]) => text!.trim())
    .filter((text) => /[a-z]{3}/i.test(text));

/** Texts that are the same in every language: addresses, commands, names, keys and times. */
const UNIVERSAL =
  /https?:|@|^klatch |^--|^~|^KLATCH_|^\[api\]|^(Ada|Mia|Team|Mail|Invitation|E-mail|Administrator)$|^[\d-]+ [\d:]+ UTC$/;

/** Asserts that pages contain no escape sequences, and that no translated text is still English. */
function assertTranslated(what: string, html: Readonly<Record<Language, string>>): void {
  const english = new Set(textsIn(html.en));
  assert.ok(english.size > 0, `${what} has texts`);
  for (const language of LANGUAGES) assertNoEscape(html[language].replace(/<script>[\s\S]*/, ''), what);
  for (const language of ['de', 'fr', 'ja'] as const) {
    assert.match(html[language], new RegExp(`<html lang="${language}" dir="ltr">`), what);
    const same = textsIn(html[language]).filter((text) => english.has(text) && !UNIVERSAL.test(text));
    assert.deepEqual(same, [], `${what} in ${language}`);
  }
}

/** Visitors by language, so that each language has its own cookies. */
class Visitors {
  readonly #all: Readonly<Record<Language, Visitor>>;

  constructor(url: string) {
    const all = LANGUAGES.map((language) => [language, getVisitor(url, language)]);
    this.#all = Object.fromEntries(all) as Record<Language, Visitor>;
  }

  /** Opens a page in every language and checks it. */
  async open(path: string, what = path): Promise<void> {
    await this.#check(what, (visitor) => visitor.open(path));
  }

  /** Submits the form of a page in every language and checks the response. */
  async send(path: string, values: Record<string, string>, what = `${path} sent`): Promise<void> {
    await this.#check(what, (visitor) => visitor.fillIn(path, values));
  }

  async #check(what: string, visit: (visitor: Visitor) => Promise<{ html: string }>): Promise<void> {
    const pages = {} as Record<Language, string>;
    for (const language of LANGUAGES) pages[language] = (await visit(this.#all[language])).html;
    assertTranslated(what, pages);
  }
}

/** Opens pages as a signed-in user, in each language. */
async function openAs(url: string, login: Login, visitor: Visitor, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const pages = {} as Record<Language, string>;
    for (const language of LANGUAGES) {
      await setLanguage(url, login, language);
      pages[language] = (await visitor.open(path)).html;
    }
    assertTranslated(path, pages);
  }
  await setLanguage(url, login, 'en');
}

const setLanguage = (url: string, login: Login, default_language: string) =>
  sendRequest(url, login, 'PATCH', '/settings', { default_language });

const start = (data: string, ...more: string[]): Promise<RunningServer> =>
  startServer(['--data', data, ...ANY_PORT, '--rate-limits', 'off', ...more]);

test('the pages of a server without mail are complete in every language', async () => {
  const data = temporaryFolder();
  const server = await start(data);
  const { url } = server;
  const before = new Visitors(url);
  await before.open('/setup');
  await before.send('/setup', {}, 'an empty set-up form');
  const code = /\/setup#(\S+)/.exec(server.said.stderr)![1]!;
  await before.send('/setup', {
    code: 'AAAA-AAAA-AAAA',
    organization: 'Team',
    full_name: 'Ada',
    email: 'x',
    password: 'a',
  });
  const owner = new Visitor(url, { 'Accept-Language': 'en' });
  const done = await owner.fillIn('/setup', {
    code,
    organization: 'Team',
    full_name: 'Ada',
    email: 'ada@example.com',
    password: PASSWORD,
  });
  assert.match(done.text, /or see “For administrators” below/);
  const [, api_key] = /key=(\w{32})/.exec(done.text)!;
  const [, join] = /(\/join\/[\w-]+\/)/.exec(done.text)!;
  const ada = { email: 'ada@example.com', api_key: api_key! } as Login;
  await sendRequest(url, ada, 'POST', '/invites', { invitee_emails: 'nina@example.com', stream_ids: [] });
  await createAccount(data, 'Mia');
  await openAs(url, ada, owner, ['/setup', '/mail', '/logout/', join!, '/nothing/here']);

  const visitors = new Visitors(url);
  for (const path of ['/setup', '/login/', '/register/', '/accounts/password/reset/', join!, '/join/guessed/'])
    await visitors.open(path);
  for (const path of ['/accounts/confirm_new_email/x', '/accounts/unsubscribe/digest/x', '/login/link/x', '/nothing'])
    await visitors.open(path);
  await visitors.send('/login/', {});
  await visitors.send('/login/', { username: 'ada@example.com', password: 'wrong' });
  await visitors.send('/accounts/password/reset/', { email: 'ada@example.com' });
  await visitors.send(join!, { full_name: '', email: 'x', password: 'a' });
  const { stdout } = await runKlatch(['user', 'login-link', 'ada@example.com', '--data', data]);
  await visitors.open(/\/login\/link\/[\w-]+/.exec(stdout)![0], 'a login link');
  await server.stop();
});

test('every mail, and the page its link leads to, is complete in every language', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner', '--password', PASSWORD);
  const readers = await runInBatches(LANGUAGES, (language) =>
    createAccount(data, `Mia-${language}`, '--owner', '--password', PASSWORD),
  );
  ageAccounts(data);
  const folderOfMails = join(data, 'mails');
  const server = await start(data, '--outbox', folderOfMails, '--public-url', 'http://team.example');
  const { url } = server;
  const mailboxes = LANGUAGES.map((language) => new Mailbox(folderOfMails, language));
  for (const mailbox of mailboxes) {
    await sendRequest(url, ada, 'PATCH', '/realm', { default_language: mailbox.language });
    await fillFromOrganization(mailbox, url, ada, data);
  }
  await Promise.all(mailboxes.map((mailbox, at) => fillFromAccount(mailbox, url, ada, readers[at]!)));

  const [english] = mailboxes;
  assert.equal(english!.mails.size, 13);
  for (const [kind, original] of english!.mails) {
    const sentences = listSentences(original);
    assert.ok(sentences.length > 2, kind);
    for (const { language, mails } of mailboxes) {
      const mail = mails.get(kind)!;
      assertNoEscape(`${mail.text}\n${mail.html}`, `${kind} in ${language}`);
      const same = language === 'en' ? [] : listSentences(mail).filter((sentence) => sentences.includes(sentence));
      assert.deepEqual(same, [], `${kind} in ${language}`);
    }
  }
  const visitors = new Visitors(url);
  for (const kind of ['address to confirm', 'new address', 'password reset', 'missed message', 'sign-in']) {
    const links = [...english!.mails.get(kind)!.text.matchAll(/http:\/\/team\.example(\/(?:join|accounts)\/\S+)/g)];
    assert.ok(links.length > 0, kind);
    for (const [, path] of links) await visitors.open(path!.replace(/\/$/, ''), `the page of ${kind}`);
  }
  await server.stop();
});

/** New accounts get no mail about sign-ins. */
function ageAccounts(data: string): void {
  const db = new Sqlite(join(data, 'klatch.db'));
  db.exec('UPDATE user SET date_joined = date_joined - 3600');
  db.close();
}

/** The sentences of a mail, without addresses and without text by users. */
const listSentences = ({ text }: Mail): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /[a-z]{3}/i.test(line) && !/^[>#]|https?:|^(?:--|Mia|Ada|Klatch)\b|Soup/.test(line));

type Mail = ReturnType<typeof parseMail>;

/** The mails of a server in one language, by kind. */
class Mailbox {
  readonly mails = new Map<string, Mail>();
  readonly #seen = new Set<string>();
  readonly #folder: string;
  readonly language: Language;

  constructor(folder: string, language: Language) {
    this.#folder = folder;
    this.language = language;
  }

  /** Waits for the mail that an action sends to an address. */
  async receive(kind: string, address: string, act: () => Promise<unknown>): Promise<void> {
    await act();
    await waitUntil(
      () => this.#keepNew(kind, address),
      () => `${kind} in ${this.language}`,
    );
  }

  /** The path of the first link in a mail. */
  linkIn(kind: string): string {
    return new URL(/http:\S+/.exec(this.mails.get(kind)!.text)![0]).pathname;
  }

  #keepNew(kind: string, address: string): boolean {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    for (const name of names.filter((one) => one.endsWith('.eml') && !this.#seen.has(one))) {
      const mail = parseMail(readFileSync(join(this.#folder, name), 'latin1'));
      if (!mail.headers.get('to')?.includes(address)) continue;
      this.#seen.add(name);
      this.mails.set(kind, mail);
    }
    return this.mails.has(kind);
  }
}

const getVisitor = (url: string, language: Language): Visitor => new Visitor(url, { 'Accept-Language': language });

/** Mails to people without an account are in the organization's language. */
async function fillFromOrganization(mailbox: Mailbox, url: string, ada: Login, data: string): Promise<void> {
  const { language } = mailbox;
  const invited = `new-${language}@example.com`;
  await mailbox.receive('invitation', invited, () =>
    sendRequest(url, ada, 'POST', '/invites', { invitee_emails: invited, stream_ids: [] }),
  );
  await mailbox.receive('welcome', invited, () =>
    getVisitor(url, language).fillIn(mailbox.linkIn('invitation'), { full_name: `N-${language}`, password: PASSWORD }),
  );
  const many = { invite_as: 400, stream_ids: [], invite_expires_in_minutes: 60 };
  const { invite_link } = (await sendRequest(url, ada, 'POST', '/invites/multiuse', many)).reply;
  const confirming = `confirm-${language}@example.com`;
  await mailbox.receive('address to confirm', confirming, () =>
    getVisitor(url, language).fillIn(new URL(invite_link).pathname, { email: confirming }),
  );
  const trial = `trial-${language}@example.com`;
  await mailbox.receive('trial', trial, () => runKlatch(['mail', 'test', trial, '--data', data]));
}

/** Mails to users are in their own language. */
async function fillFromAccount(mailbox: Mailbox, url: string, ada: Login, mia: Login): Promise<void> {
  const { language } = mailbox;
  const { email } = mia;
  const visitor = getVisitor(url, language);
  await setLanguage(url, mia, language);
  await sendRequest(url, mia, 'PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });
  await mailbox.receive('missed message', email, () =>
    sendRequest(url, ada, 'POST', '/messages', { type: 'direct', to: [mia.user_id], content: 'Soup' }),
  );
  await mailbox.receive('sign-in', email, () => visitor.fillIn('/login/', { username: email, password: PASSWORD }));
  await mailbox.receive('export', email, () => sendRequest(url, mia, 'POST', '/export/realm'));
  await mailbox.receive('password reset', email, () =>
    getVisitor(url, language).fillIn('/accounts/password/reset/', { email }),
  );
  const password = `${PASSWORD}!`;
  await mailbox.receive('new password', email, () =>
    getVisitor(url, language).fillIn(mailbox.linkIn('password reset'), { password, again: password }),
  );
  const login = { ...mia, ...(await getLogin(url, email, password)) };
  const other = `other-${email}`;
  await mailbox.receive('new address', other, () => sendRequest(url, login, 'PATCH', '/settings', { email: other }));
  await mailbox.receive('changed address', email, () =>
    getVisitor(url, language).fillIn(mailbox.linkIn('new address'), {}),
  );
  await mailbox.receive('security change', other, () =>
    sendRequest(url, { ...login, email: other }, 'PATCH', '/settings', {
      old_password: password,
      new_password: `${password}!`,
    }),
  );
  await mailbox.receive('deactivation', other, () =>
    sendRequest(url, ada, 'DELETE', `/users/${mia.user_id}`, { deactivation_notification_comment: 'Soup' }),
  );
}

/** A new API key for a user whose password changed. */
async function getLogin(url: string, username: string, password: string): Promise<{ email: string; api_key: string }> {
  const body = new URLSearchParams({ username, password });
  const response = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body });
  const { api_key } = (await response.json()) as { api_key: string };
  return { email: username, api_key };
}

test('the help of every command is complete', async () => {
  const helps = process.env.KLATCH_PROGRAM ? await helpsOfExecutable() : getHelps(await bundledProgram());
  assert.ok(helps.length > 40, 'every command has one');
  for (const help of helps) {
    assert.match(help, /Usage: /);
    assertNoEscape(help, help);
  }
});

/** The commands of the bundle that `npm start` runs; running any command builds it if necessary. */
async function bundledProgram(): Promise<Command> {
  await runKlatch(['--version']);
  const pointer = new URL('../../.cache/klatch/current', import.meta.url);
  const [, bundle] = readFileSync(pointer, 'utf8').split('\n');
  return (await import(pathToFileURL(join(bundle!, 'program.js')).href)).program();
}

const getHelps = (command: Command): string[] => [command.helpInformation(), ...command.commands.flatMap(getHelps)];

const helpsOfExecutable = (): Promise<string[]> =>
  runInBatches(listCommands(program()), async (words) => (await runKlatch([...words, '--help'])).stdout);

/** The words of each command, including the program itself. */
function listCommands(command: Command, words: readonly string[] = []): string[][] {
  const within = command.commands.flatMap((one) => listCommands(one, [...words, one.name()]));
  return [[...words], ...within];
}

/** Runs a few at once and keeps their order. */
async function runInBatches<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 4) results.push(...(await Promise.all(items.slice(at, at + 4).map(act))));
  return results;
}
