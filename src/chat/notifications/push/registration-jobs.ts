import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { FEATURE_LEVEL, ZULIP_VERSION } from '../../../kernel/config.ts';
import { REALM_ID } from '../../organization/realm/views.ts';
import { callService, PushFailed } from './bouncer-client.ts';
import {
  type AskedRegistration,
  beginRegistration,
  beginTransfer,
  endTransfer,
  finishRegistration,
  recordUpload,
  removeRegistration,
  takeRegistration,
} from './registration-actions.ts';
import { readRegistration } from './registration-rules.ts';
import { countAccounts, organizationFacts } from './registration-views.ts';
import type { PushRegistration } from './types.ts';

/** The event of Zulip's audit log with which a server reports its number of accounts: a changed role. */
const ACCOUNT_COUNT_EVENT = 105;
/** Characters of the service's secret, and of an ID or a key. */
const LONGEST_SECRET = 4096;
const LONGEST_ACCOUNT = 200;
/** The service tries several times to reach this server, ms. */
const VERIFICATION_TIMEOUT = 40_000;

/**
 * Registers this server with a push service, or updates its registration there. Rejects with PushFailed. The ID and the
 * key are stored first: if this is interrupted, the next attempt uses the same ones.
 */
export async function registerServer(app: App, asked: AskedRegistration): Promise<void> {
  const registration = beginRegistration(app, asked);
  await app.db.committed();
  const { url, id: zulip_org_id, key: zulip_org_key, hostname, email: contact_email } = registration;
  await callService(url, 'server/register', { body: { zulip_org_id, zulip_org_key, hostname, contact_email } });
  if (readRegistration(app)?.id !== zulip_org_id) throw new PushFailed('the registration was removed meanwhile', false);
  finishRegistration(app, registration);
  await uploadFacts(app);
}

/**
 * Takes over the registration of a host name that this server has now. The service asks for a secret at that name, over
 * HTTPS, and answers with a new key, so that the earlier server can no longer use the registration. Rejects with
 * PushFailed. `registerServer` comes next.
 */
export async function transferRegistration(app: App, asked: AskedRegistration): Promise<void> {
  const { url, hostname } = asked;
  const { verification_secret } = await callService(url, 'server/register/transfer', { body: { hostname } });
  const access_token = beginTransfer(app, requireText(verification_secret, LONGEST_SECRET));
  try {
    await app.db.committed();
    const body = { hostname, access_token };
    const answer = await callService(url, 'server/register/verify_challenge', { body, timeout: VERIFICATION_TIMEOUT });
    const id = requireText(answer.zulip_org_id, LONGEST_ACCOUNT);
    takeRegistration(app, asked, { url, id, key: requireText(answer.zulip_org_key, LONGEST_ACCOUNT) });
  } finally {
    endTransfer(app);
  }
  await app.db.committed();
}

function requireText(value: unknown, most: number): string {
  if (typeof value === 'string' && value !== '' && value.length <= most) return value;
  throw new PushFailed('it sent an answer that the protocol does not know', false);
}

/** Ends the registration. `onlyHere`: the service is not told. Rejects with PushFailed. */
export async function unregisterServer(app: App, account: PushRegistration, onlyHere: boolean): Promise<void> {
  if (!onlyHere) await callService(account.url, 'server/deactivate', { body: {}, account });
  if (readRegistration(app)?.id === account.id) removeRegistration(app);
}

/** Uploads the facts about the organization to the service where this server is registered, and stores the outcome. */
export async function uploadFacts(app: App): Promise<void> {
  const account = readRegistration(app);
  if (!account) return;
  let outcome: Partial<PushRegistration>;
  try {
    const status = await callService(account.url, 'server/analytics/status', { account });
    const body = factsAfter(app, account, Number(status.last_realmauditlog_id ?? 0));
    const answer = await callService(account.url, 'server/analytics', { body, account });
    outcome = { uploaded: seconds(app.clock), failure: null, delivers: readDelivers(answer, app.realm.get('uuid')) };
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error;
    app.log.warn({ reason: error.message }, 'the push service did not accept the facts about the organization');
    outcome = { failure: error.message };
  }
  recordUpload(app, account, outcome);
}

/** The upload that follows one whose last count of accounts had this number. */
function factsAfter(app: App, { ownerSecret }: PushRegistration, last: number): Record<string, string> {
  const { people, bots } = countAccounts(app);
  const count = {
    id: last + 1,
    realm: REALM_ID,
    event_time: seconds(app.clock),
    backfilled: false,
    event_type: ACCOUNT_COUNT_EVENT,
    extra_data: { 10: { 11: people, 12: bots } },
  };
  const facts = {
    realm_counts: [],
    installation_counts: [],
    realmauditlog_rows: [count],
    realms: [{ ...organizationFacts(app), uuid_owner_secret: ownerSecret }],
    version: ZULIP_VERSION,
    merge_base: ZULIP_VERSION,
    api_feature_level: FEATURE_LEVEL,
  };
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, JSON.stringify(value)]));
}

function readDelivers({ realms }: Record<string, unknown>, uuid: string): boolean | null {
  const delivers = (realms as Record<string, { can_push?: unknown }> | undefined)?.[uuid]?.can_push;
  return typeof delivers === 'boolean' ? delivers : null;
}
