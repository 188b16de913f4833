import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendRequest } from './http-request.ts';
import { createAccount, type Login, type RunningServer, runKlatch, startServer } from './process.ts';
import { waitUntil } from './until.ts';

/** Runs a command on the organizations of a folder, and returns its JSON. */
export async function run(folder: string, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await runKlatch([...args, '--organizations', folder, '--json']);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Runs a command that is rejected, and returns its exit code and error. */
export async function rejected(folder: string, ...args: string[]): Promise<string> {
  const { code, stderr } = await runKlatch([...args, '--organizations', folder]);
  return `${code} ${stderr.trim().split('\n').at(-1)}`;
}

/** Serves the organizations of a folder. */
export const serve = (folder: string, ...flags: string[]) =>
  startServer(['serve', '--organizations', folder, '--listen', '127.0.0.1:0', ...flags]);

/** An account in one of the organizations. */
export type Member = Login & { host: string };

export async function member(folder: string, organization: string, name: string, ...more: string[]): Promise<Member> {
  const email = `${name.toLowerCase()}@example.com`;
  const made = await run(folder, 'user', 'create', email, '--name', name, '--organization', organization, ...more);
  return { ...made, host: `${organization}.example.com` };
}

/** The settings that `organization create NAME --host NAME.example.com` writes. */
export const settingsOf = (name: string): string => `public-url = "https://${name}.example.com"\n`;

/** Creates an organization with an owner, where no server runs: without a command, if this account was made before. */
export async function createOrganization(folder: string, name: string, owner: string): Promise<Member> {
  const account = await createAccount(join(folder, name), owner, '--owner');
  writeFileSync(join(folder, name, 'klatch.toml'), settingsOf(name), { mode: 0o600 });
  return { ...account, host: `${name}.example.com` };
}

export const getAuthorization = ({ email, api_key }: Member): string =>
  `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;

/** A request of a member at the host of their organization, or at another one. */
export async function ask(
  { url }: RunningServer,
  who: Member,
  method: string,
  path: string,
  fields: Record<string, string> = {},
): Promise<any> {
  const headers = { authorization: getAuthorization(who), host: who.host };
  const form = new URLSearchParams(fields);
  const { response, text } =
    method === 'GET'
      ? await sendRequest(`${url}/api/v1${path}?${form}`, method, headers)
      : await sendRequest(`${url}/api/v1${path}`, method, headers, form);
  return { status: response.status, ...JSON.parse(text) };
}

/** The state of each organization, by name. */
export const states = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries((await run(folder, 'organization', 'list')).map((one: any) => [one.name, one.state]));

/**
 * Waits until the server says that an organization is closed. It is not asked before the folder is unlocked. Returns
 * the state of each organization at this moment.
 */
export async function waitUntilClosed(folder: string, name: string): Promise<Record<string, string>> {
  let all: Record<string, string> = {};
  await waitUntil(() => !existsSync(join(folder, name, 'klatch.lock')));
  await waitUntil(async () => (all = await states(folder))[name] === 'closed');
  return all;
}
